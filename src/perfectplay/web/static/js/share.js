// A link to what the page shows.
import { html, useRef, useState } from "../vendor/htm-preact.js";

/** @param {{ what: string }} props */
export function Share({ what }) {
  const [shared, setShared] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const share = async () => {
    setShared(location.href);
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      setTimeout(() => field.current?.select());
    }
  };
  return html`<button type="button" onClick=${share}>Share ${what}</button>
    ${shared && html`<label class="wide">A link to ${what}, copied if your browser lets it
      <input ref=${field} id="share" readonly value=${shared} /></label>`}`;
}
