// The table of a game within another page: a front end as defined by anywidget, for notebooks and for any host
// that offers a similar model. The model has `facts`, the position that the table shows (`at`, with the running
// `score`), and answers questions.
import { html, render as draw } from "../../vendor/htm-preact.js";
import { GameTable } from "../game_table.js";
import { answerBy } from "./api.js";
import { followColours } from "./colours.js";

/** @typedef {{ id: number, found?: any, error?: string }} Told */
/**
 * @typedef {object} Model
 * @property {(name: "facts" | "at" | "score") => any} get
 * @property {(name: "at" | "score", text: string | null) => void} set
 * @property {() => void} save_changes
 * @property {(message: { id: number, question: string, body: object }) => void} send
 * @property {(event: string, hear: (told: any) => void) => void} on
 * @property {(event: string, hear: (told: any) => void) => void} off
 */

const CHANGES = ["change:at", "change:score"];
/** @type {Map<number, { resolve: (found: any) => void, reject: (error: Error) => void }>} */
const waiting = new Map();
let asked = 0;

function hear(/** @type {Told} */ { id, found, error }) {
  const asker = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) asker?.resolve(found);
  else asker?.reject(new Error(error));
}

/**
 * Draw the table in an element, isolated from the styles of the page; returns a function that removes it.
 * @param {{ model: Model, el: HTMLElement, style: string }} given
 */
export function render({ model, el, style }) {
  const host = document.createElement("div");
  const shadow = host.attachShadow({ mode: "open" });
  const [sheet, table] = [document.createElement("style"), document.createElement("div")];
  sheet.textContent = style;
  shadow.append(sheet, table);
  el.append(host);
  const forget = followColours(host);
  answerBy((question, body) => new Promise((resolve, reject) => {
    asked += 1;
    waiting.set(asked, { resolve, reject });
    model.send({ id: asked, question, body });
  }));
  let shown = "";
  const asks = () => JSON.stringify([model.get("at"), model.get("score")]);
  const tell = (/** @type {import("./address.js").Said} */ { at = null, score = null }) => {
    shown = JSON.stringify([at, score]);
    if (shown === asks()) return;
    model.set("at", /** @type {string | null} */ (at));
    model.set("score", /** @type {string | null} */ (score));
    model.save_changes();
  };
  const show = () => {
    if (shown === asks()) return;
    const said = { at: model.get("at"), score: model.get("score") };
    const words = Object.fromEntries(Object.entries(said).filter(([, word]) => word !== null));
    draw(html`<${GameTable} facts=${{ ...model.get("facts"), id: "embedded" }} chosen=${{ game: "", parameters: {} }}
      address=${{ page: "table", words, state: null, tell }} />`, table);
  };
  model.on("msg:custom", hear);
  for (const change of CHANGES) model.on(change, show);
  show();
  return () => {
    model.off("msg:custom", hear);
    for (const change of CHANGES) model.off(change, show);
    forget();
    draw(null, table);
  };
}
