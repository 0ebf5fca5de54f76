// The HTTP API, described from its own OpenAPI document.
import { html, render } from "../vendor/htm-preact.js";
import { useAnswer } from "./answer.js";
import { Top } from "./shell.js";
import { useTheme } from "./theme.js";

/**
 * @param {any} schema
 * @returns {string}
 */
const typeOf = (schema) => {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.type === "array") return `list of ${typeOf(schema.items) || "anything"}`;
  return schema.const ?? (schema.enum ? schema.enum.join(" | ") : schema.type || "anything");
};

const inJson = (/** @type {any} */ message) => typeOf(message.content["application/json"].schema);

/**
 * Plain text, with code between backticks.
 * @param {{ text: string }} props
 */
function Prose({ text }) {
  return text.split("`").map((part, place) => (place % 2 ? html`<code key=${place}>${part}</code>` : part));
}

/** @param {{ method: string, path: string, about: any }} props */
function Route({ method, path, about }) {
  return html`<details><summary><span class="method">${method.toUpperCase()}</span> <code>${path}</code>${" "}
      <span class="soft"><${Prose} text=${about.description || about.summary} /></span></summary>
    ${(about.parameters || []).map((/** @type {any} */ each) => html`<p key=${each.name}>
      <code>${each.name}</code> in the ${each.in}: ${typeOf(each.schema)}</p>`)}
    ${about.requestBody && html`<p>takes <code>${inJson(about.requestBody)}</code></p>`}
    <p>gives <code>${inJson(about.responses["200"])}</code></p></details>`;
}

/** @param {{ name: string, schema: any }} props */
function Message({ name, schema }) {
  const needed = schema.required || [];
  return html`<details><summary><code>${name}</code>${" "}
      <span class="soft"><${Prose} text=${schema.description || ""} /></span></summary>
    <div class="scroll" tabindex="0" role="region" aria-label=${name}><table>
      <thead><tr><th scope="col">field</th><th scope="col">type</th><th scope="col">needed</th></tr></thead>
      <tbody>${Object.entries(schema.properties || {}).map(([field, each]) => html`<tr key=${field}>
        <th scope="row"><code>${field}</code></th><td>${typeOf(each)}</td>
        <td>${needed.includes(field) ? "yes" : ""}</td></tr>`)}</tbody>
    </table></div></details>`;
}

/** @param {{ limits: Api.Limits }} props */
function Limits({ limits }) {
  return html`<h2>Limits</h2><section class="panel" aria-label="Limits"><table><tbody>
    ${Object.entries(limits).map(([name, each]) => html`<tr key=${name}>
      <th scope="row">${name.replaceAll("_", " ")}</th><td class="right">${each.toLocaleString("en")}</td></tr>`)}
  </tbody></table></section>`;
}

function Page() {
  /** @type {import("./answer.js").Answer<any>} */
  const { found: about } = useAnswer("openapi.json");
  /** @type {import("./answer.js").Answer<Api.Limits>} */
  const { found: limits } = useAnswer("limits");
  const [theme, turn] = useTheme();
  if (!about) return html`<p class="waiting">Loading …</p>`;
  const messages = Object.entries(about.components.schemas).filter(([name]) => !name.includes("Validation"));
  return html`<${Top} page="api" theme=${theme} turn=${turn} />
  <main id="content">
    <h1>The HTTP API</h1>
    <p>JSON in, JSON out, below <code>/api/v1</code>; the document is <a href="api/v1/openapi.json">openapi.json</a>.
      What is wrong gets a status from 400 on and <code>{"error": "one sentence"}</code>.</p>
    <section class="panel" aria-label="Addresses">
      ${Object.entries(about.paths).map(([path, methods]) => Object.entries(methods).map(([method, each]) =>
        html`<${Route} key=${path + method} method=${method} path=${path} about=${each} />`))}
    </section>
    <h2>What goes over the wire</h2>
    <section class="panel" aria-label="Messages">
      ${messages.map(([name, schema]) => html`<${Message} key=${name} name=${name} schema=${schema} />`)}
    </section>
    ${limits && html`<${Limits} limits=${limits} />`}
  </main>`;
}

const place = /** @type {HTMLElement} */ (document.getElementById("app"));
place.replaceChildren();
render(html`<${Page} />`, place);
