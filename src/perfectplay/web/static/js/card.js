// The card, or two side by side: the number of players, and whose turn it is.
import { html } from "../vendor/htm-preact.js";
import { Entry, number, Tick } from "./fields.js";
import { titled } from "./format.js";
import { bonusOf, boxAbove, held, scoreOf, totalOf } from "./paper.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Filled} Filled */
/** @typedef {{ title: string, label: string, filled: Filled, name: "card" | "other", moves: boolean }} Player */
/** @typedef {{ name: string, title: string, most?: number }} Row */

// The points for repeated rolls have a row, too.
export const rowTitle = (/** @type {string} */ name) => titled(name === "repeat" ? "further bonus" : name);

/**
 * The server's objection to the points in a box; other objections are shown elsewhere.
 * @param {string} name
 * @param {string | null} error
 */
export const troubleAt = (name, error) => (error && error.startsWith(`${name}=`) ? error : null);

/**
 * @param {{
 *   facts: { card: Api.CardFacts }, table: Table, set: (more: Partial<Table>) => void,
 *   wrong: string | null, otherWrong: string | null,
 * }} props
 */
export function Card({ facts: { card }, table, set, wrong, otherWrong }) {
  /** @type {Player} */
  const mine = { title: "yours", label: "", filled: table.card, name: "card", moves: !table.theirs };
  /** @type {Player} */
  const other = { title: "theirs", label: "theirs, ", filled: table.other, name: "other", moves: table.theirs };
  const players = table.two ? [mine, other] : [mine];
  /** @type {Row[]} */
  const rows = card.boxes.map(({ name, most }) => ({ name, title: `${name}, at most ${most} points`, most }));
  if (card.repeat) rows.push({ name: "repeat", title: `bonus points for further rolls of ${card.repeat}` });
  const over = players.every(({ filled }) => card.boxes.every(({ name }) => Object.hasOwn(filled, name)));
  const twice = (/** @type {boolean} */ on) => set({ two: on, theirs: false });
  return html`<section class="panel card" aria-labelledby="card-title">
    <div class="bar spread"><h2 id="card-title">${table.two ? "The cards" : "The card"}</h2>
      <${Tick} id="two" label="two players" on=${table.two} change=${twice} /></div>
    ${table.two && html`<fieldset>
      <legend class="hidden">Whose turn it is</legend>
      <div class="segments">
        ${players.map((player) => html`<label key=${player.name}><input type="radio" name="turn" checked=${player.moves}
          onChange=${() => set({ theirs: player === other })} />
          <span>${player === mine ? "your turn" : "their turn"}</span></label>`)}
      </div>
    </fieldset>`}
    <table>
      <thead class=${table.two ? "" : "hidden"}><tr><th scope="col">box</th>
        ${players.map((player) => html`<th scope="col" class="right" key=${player.name}>
          ${table.two ? player.title : "points"}</th>`)}</tr></thead>
      <tbody>
        ${rows.map((row) => html`<${Box} key=${row.name} row=${row} players=${players} set=${set}
            wrong=${(/** @type {Player} */ player) => troubleAt(row.name, player.moves ? wrong : otherWrong)} />
          ${card.bonuses.filter((bonus) => boxAbove(card, bonus) === row.name).map((bonus) =>
            html`<${BonusRows} key=${`bonus ${bonus.name}`} bonus=${bonus} players=${players} />`)}`)}
      </tbody>
      <tfoot><tr><th scope="row" class="soft">${over ? "final score" : "points so far"}</th>
        ${players.map(({ name, filled }) => html`<td class="right" key=${name}>
          <strong class="big">${scoreOf(card, filled) ?? ""}</strong></td>`)}</tr></tfoot>
    </table>
  </section>`;
}

/**
 * An editable box for each player.
 * @param {{
 *   row: Row, players: Player[], set: (more: Partial<Table>) => void, wrong: (player: Player) => string | null,
 * }} props
 */
function Box({ row: { name, title, most }, players, set, wrong }) {
  /** @param {Player} player @param {string} text */
  const fill = (player, text) => {
    const next = { ...player.filled };
    delete next[name];
    if (text.trim() === "") return set({ [player.name]: next });
    return number(text, { low: 0, high: most }, (points) => set({ [player.name]: { ...next, [name]: points } }));
  };
  return html`<tr class=${players.every((player) => Object.hasOwn(player.filled, name)) ? "filled" : ""}>
    <th scope="row">${rowTitle(name)}</th>
    ${players.map((player) => html`<td class="right" key=${player.name}>
      <${Entry} label=${player.label + title} unseen inputmode="numeric" placeholder="·"
        value=${held(player.filled, name) ?? ""} enter=${(/** @type {string} */ text) => fill(player, text)}
        wrong=${wrong(player)} /></td>`)}
  </tr>`;
}

/**
 * The two rows of a bonus: the total towards it, and its points.
 * @param {{ bonus: import("./paper.js").Bonus, players: Player[] }} props
 */
function BonusRows({ bonus, players }) {
  /** @param {string} title @param {(filled: Filled) => unknown} told */
  const row = (title, told) => html`<tr class="sum"><th scope="row">${title}</th>
    ${players.map(({ name, filled }) => html`<td class="right" key=${name}>${told(filled)}</td>`)}</tr>`;
  /** @param {Filled} filled */
  const left = (filled) => bonus.at - (totalOf(bonus, filled) ?? bonus.at);
  return html`${row(`${titled(bonus.name)} total`, (filled) =>
      html`<strong>${totalOf(bonus, filled) ?? "?"}</strong> <span class="soft">of ${bonus.at}</span>`)}
    ${row(`${titled(bonus.name)} bonus`, (filled) => {
      const points = bonusOf(bonus, filled);
      const aim = players.length > 1 ? "" : ` for ${bonus.points}`;  // two columns are narrow on a phone
      return points === null ? html`<span class="soft">${left(filled)} to go${aim}</span>`
        : html`<strong>${points}</strong>`;
    })}`;
}
