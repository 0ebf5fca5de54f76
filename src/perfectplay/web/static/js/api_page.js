// The HTTP API, described from its own OpenAPI document.
import { html, render, useEffect, useState } from "../vendor/htm-preact.js";
import { ask } from "./api.js";
import { Top } from "./shell.js";
import { useTheme } from "./theme.js";

const typeOf = (schema) => {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.type === "array") return `list of ${typeOf(schema.items) || "anything"}`;
  return schema.const ?? (schema.enum ? schema.enum.join(" | ") : schema.type || "anything");
};

// Plain text; what stands between backticks is code.
function Prose({ text }) {
  return text.split("`").map((part, place) => (place % 2 ? html`<code key=${place}>${part}</code>` : part));
}

function Page() {
  const [document_, setDocument] = useState(null);
  const [limits, setLimits] = useState(null);
  const [theme, turn] = useTheme();
  useEffect(() => {
    ask("openapi.json").then(setDocument);
    ask("limits").then(setLimits);
  }, []);
  if (!document_) return html`<p class="waiting">Loading …</p>`;
  return html`<${Top} page="api" theme=${theme} turn=${turn} />
  <main id="content">
    <h1>The HTTP API</h1>
    <p>JSON in, JSON out, below <code>/api/v1</code>; the document is <a href="api/v1/openapi.json">openapi.json</a>. What is wrong gets a status from 400 on and <code>{"error": "one sentence"}</code>.</p>
    <section class="panel" aria-label="Addresses">
      ${Object.entries(document_.paths).map(([path, methods]) =>
        Object.entries(methods).map(([method, about]) => html`<details key=${path + method}><summary><span class="method">${method.toUpperCase()}</span> <code>${path}</code> <span class="soft"><${Prose} text=${about.description || about.summary} /></span></summary>
          ${(about.parameters || []).map((each) => html`<p key=${each.name}><code>${each.name}</code> in the ${each.in}: ${typeOf(each.schema)}</p>`)}
          ${about.requestBody && html`<p>takes <code>${typeOf(about.requestBody.content["application/json"].schema)}</code></p>`}
          <p>gives <code>${typeOf(about.responses["200"].content["application/json"].schema)}</code></p></details>`),
      )}
    </section>
    <h2>What goes over the wire</h2>
    <section class="panel" aria-label="Messages">
      ${Object.entries(document_.components.schemas).filter(([name]) => !name.includes("Validation")).map(([name, schema]) => html`<details key=${name}><summary><code>${name}</code> <span class="soft"><${Prose} text=${schema.description || ""} /></span></summary>
        <div class="scroll" tabindex="0" role="region" aria-label=${name}><table><thead><tr><th scope="col">field</th><th scope="col">type</th><th scope="col">needed</th></tr></thead><tbody>
        ${Object.entries(schema.properties || {}).map(([field, each]) => html`<tr key=${field}><th scope="row"><code>${field}</code></th><td>${typeOf(each)}</td><td>${(schema.required || []).includes(field) ? "yes" : ""}</td></tr>`)}
        </tbody></table></div></details>`)}
    </section>
    ${limits && html`<h2>Limits</h2><section class="panel" aria-label="Limits"><table><tbody>${Object.entries(limits).map(([name, each]) => html`<tr key=${name}><th scope="row">${name.replaceAll("_", " ")}</th><td class="right">${each.toLocaleString("en")}</td></tr>`)}</tbody></table></section>`}
  </main>`;
}

const place = document.getElementById("app");
place.replaceChildren();
render(html`<${Page} />`, place);
