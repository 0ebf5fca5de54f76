// The page as a site of its own: where it comes from a host, the browser is asked to keep it for later.
import "../main.js";
import { ask } from "./api.js";
import { site } from "./data.js";

site.ask = ask;  // for programs, as the HTTP API of a server is

if (location.protocol.startsWith("http")) {
  const manifest = Object.assign(document.createElement("link"), { rel: "manifest", href: "manifest.webmanifest" });
  document.head.append(manifest);
  navigator.serviceWorker?.register("worker.js").catch(() => {});  // else it needs the host each time
}
