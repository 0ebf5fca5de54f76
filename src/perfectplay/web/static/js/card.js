// The card, or two of them side by side: how many play, and whose turn it is.
import { html } from "../vendor/htm-preact.js";
import { SERVED } from "./api.js";
import { Entry, number } from "./fields.js";
import { titled } from "./format.js";

// What a box holds, whatever it is called: `constructor` too is the name of a box.
const held = (card, name) => (Object.hasOwn(card, name) ? card[name] : undefined);

// What the server says against the points in a box; else what it says is told elsewhere.
export const troubleAt = (name, error) => (error && error.startsWith(`${name}=`) ? error : null);

export function Card({ facts, table, set, wrong, otherWrong }) {
  const card = facts.card;
  const mine = { title: "yours", label: "", filled: table.card, name: "card", moves: !table.theirs };
  const other = { title: "theirs", label: "theirs, ", filled: table.other, name: "other", moves: table.theirs };
  const players = table.two ? [mine, other] : [mine];
  const fill = (player, name, text, most) => {
    const next = { ...player.filled };
    delete next[name];
    if (text.trim() === "") return set({ [player.name]: next });
    return number(text, { low: 0, high: most }, (points) => set({ [player.name]: { ...next, [name]: points } }));
  };
  const rows = card.boxes.map((box) => [box.name, `${box.name}, at most ${box.most} points`, box.most]);
  if (card.repeat) rows.push(["repeat", `bonus points for further rolls of ${card.repeat}`]);
  const score = ({ filled }) => {
    const points = rows.map(([name]) => (Object.hasOwn(filled, name) ? filled[name] : 0));
    return points.includes(null) ? "" : points.reduce((sum, each) => sum + each, 0);
  };
  return html`<section class="panel card" aria-labelledby="card-title">
    <div class="bar spread"><h2 id="card-title">${table.two ? "The cards" : "The card"}</h2>
      ${SERVED && html`<label class="inline"><input type="checkbox" id="two" checked=${table.two} onChange=${(event) => set({ two: event.target.checked, theirs: false })} />two players</label>`}</div>
    ${table.two && html`<fieldset>
      <legend class="hidden">Whose turn it is</legend>
      <div class="segments">
        ${players.map(
          (player) => html`<label key=${player.name}><input type="radio" name="turn" checked=${player.moves}
            onChange=${() => set({ theirs: player === other })} /><span>${player === mine ? "your turn" : "their turn"}</span></label>`,
        )}
      </div>
    </fieldset>`}
    <table>
      <thead class=${table.two ? "" : "hidden"}><tr><th scope="col">box</th>${players.map((player) => html`<th scope="col" class="right" key=${player.name}>${table.two ? player.title : "points"}</th>`)}</tr></thead>
      <tbody>
        ${rows.map(
          ([name, title, most]) => html`<tr key=${name} class=${players.every((player) => Object.hasOwn(player.filled, name)) ? "filled" : ""}>
            <th scope="row">${titled(name === "repeat" ? "further bonus" : name)}</th>
            ${players.map((player) => html`<td class="right" key=${player.name}><${Entry} label=${player.label + title} unseen inputmode="numeric" placeholder="·"
              value=${held(player.filled, name) ?? ""} enter=${(text) => fill(player, name, text, most)} wrong=${troubleAt(name, player.moves ? wrong : otherWrong)} /></td>`)}
          </tr>`,
        )}
      </tbody>
      <tfoot><tr><th scope="row" class="soft">points so far</th>${players.map((player) => html`<td class="right" key=${player.name}><strong class="big">${score(player)}</strong></td>`)}</tr></tfoot>
    </table>
  </section>`;
}
