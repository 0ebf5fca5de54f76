// The page as a site of its own: if it comes from a host, the browser is asked to keep it.
import "../main.js";
import { ask } from "./api.js";
import { site } from "./data.js";

site.ask = ask;  // for programs, like the HTTP API of a server

if (location.protocol.startsWith("http")) {
  const manifest = Object.assign(document.createElement("link"), { rel: "manifest", href: "manifest.webmanifest" });
  document.head.append(manifest);
  navigator.serviceWorker?.register("worker.js").catch(() => {});  // otherwise it needs the host each time
}
