// The advisor: the dice and the card on the table, and what to do with them.
import { html, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "../vendor/htm-preact.js";
import { unpacked, writeAddress } from "./address.js";
import { ask } from "./api.js";
import { Face } from "./dice.js";
import { ranked, Standings, useDuel } from "./duel.js";
import { costWords, percent, read, size, worth, write } from "./format.js";
import { Progress, Trouble, useSolution } from "./job.js";
import { GameFields, parametersOf, parameterWords } from "./rules.js";
import { Spread } from "./spread.js";

const SHOWN = 6;
const EMPTY = { dice: [], kept: [], rerolls: null, card: {}, two: false, other: {}, theirs: false };

export function Advisor({ games, words }) {
  const cards = games.filter((each) => each.kind === "scorecard");
  const [chosen, setChosen] = useState(() => firstRules(games, words));
  const rules = useMemo(
    () => (chosen.toml ? { toml: chosen.toml } : { game: chosen.game, parameters: chosen.parameters }),
    [chosen],
  );
  const { facts, job, error, cancel } = useSolution(rules);
  const choose = (game, parameters) => setChosen({ game, parameters });
  const own = { name: "your own card", parameters: [], kind: "scorecard" };
  return html`
    <section class="panel" aria-label="The game">
      <div class="bar spread">
        <h1>What now?</h1>
        <${GameFields} games=${chosen.toml ? [own, ...cards] : cards}
          game=${chosen.toml ? own.name : chosen.game} parameters=${chosen.parameters || {}} choose=${choose} />
      </div>
    </section>
    <${Trouble} error=${error} />
    ${!facts && !error && html`<${Progress} job=${job} cancel=${cancel} />`}
    ${facts && html`<${Table} key=${facts.id} facts=${facts} words=${words} chosen=${chosen} />`}
  `;
}

function firstRules(games, words) {
  if (words.card64) {
    try {
      return { toml: unpacked(words.card64), card64: words.card64 };
    } catch {
      return { game: "yahtzee", parameters: {} };
    }
  }
  const game = games.some((each) => each.name === words.game) ? words.game : "yahtzee";
  return { game, parameters: parametersOf(games, game, words) };
}

// The table: every change is a new state, so that undo is going back to an old one.
function turn(state, act) {
  switch (act.what) {
    case "set":
      return { ...state, table: { ...state.table, ...act.table } };
    case "take":
      return {
        table: act.table,
        decisions: [...state.decisions, act.decision],
        before: [...state.before, state],
      };
    case "undo":
      return state.before.length ? { ...state.before.at(-1) } : state;
    case "restart":
      return { table: { ...EMPTY, two: state.table.two }, decisions: [], before: [] };
    default:
      return state;
  }
}

function firstTable(facts, words) {
  const card = readCard(words.filled);
  const two = words.players === "2";
  const other = readCard(words.theirs);
  const dice = read(words.dice || "", facts.card.sides).slice(0, facts.card.dice);
  const rerolls = words.rerolls === undefined ? null : Number(words.rerolls);
  const theirs = two && words.turn === "theirs";
  return { table: { ...EMPTY, dice, rerolls, card, two, other, theirs }, decisions: [], before: [] };
}

function readCard(text = "") {
  const boxes = text.split(" ").filter(Boolean).map((part) => part.split("="));
  return Object.fromEntries(
    boxes.map(([name, held]) => [name, held === undefined || held === "" ? null : Number(held)]),
  );
}

// What a box holds, whatever it is called: `constructor` too is the name of a box.
const held = (card, name) => (Object.hasOwn(card, name) ? card[name] : undefined);

const cardWords = (card) =>
  Object.entries(card).map(([name, held]) => (held === null ? name : `${name}=${held}`)).join(" ");

function Table({ facts, words, chosen }) {
  const card = facts.card;
  const [state, act] = useReducer(turn, null, () => firstTable(facts, words));
  const { table, decisions } = state;
  const [advice, setAdvice] = useState(null);
  const [error, setError] = useState(null);
  const [pending, setPending] = useState(false);
  const [tries, setTries] = useState(0);
  const seen = useRef(0);
  const full = table.dice.length === card.dice;
  const rerolls = table.rerolls ?? card.rerolls;
  const [own, other] = table.theirs ? [table.other, table.card] : [table.card, table.other];
  const question = {
    card: own,
    ...(full ? { dice: write(table.dice, card.sides), rerolls } : {}),
    explain: 40,
  };
  const asked = JSON.stringify(question);
  useEffect(() => {
    const stop = new AbortController();
    if (tries === seen.current) setPending(true);
    seen.current = tries;
    ask(`solutions/${facts.id}/advice`, { body: question, signal: stop.signal }).then(
      (found) => {
        setAdvice(found);
        setError(null);
        setPending(false);
      },
      (trouble) => {
        if (trouble.name === "AbortError") return;
        setAdvice(null);
        setError(trouble.message);
        setPending(false);
      },
    );
    return () => stop.abort();
  }, [asked, facts.id, tries]);
  const duel = useDuel(facts.id, table.two, question, other);
  useEffect(() => {  // the chances of the bonuses come a little later than the rest
    if (!advice || advice.bonuses.every((bonus) => bonus.chance !== null)) return undefined;
    const timer = setTimeout(() => setTries(tries + 1), 1500);
    return () => clearTimeout(timer);
  }, [advice]);
  useLayoutEffect(() => {  // at once: a page that is reloaded now shows what it shows now
    writeAddress("advisor", {
      ...(chosen.toml ? { card64: chosen.card64 } : { game: chosen.game, ...parameterWords(chosen.parameters) }),
      dice: write(table.dice, card.sides),
      rerolls: full ? rerolls : undefined,
      filled: cardWords(table.card),
      ...(table.two ? { players: 2, theirs: cardWords(table.other), turn: table.theirs ? "theirs" : undefined } : {}),
    });
  }, [asked, chosen, table]);
  const set = (more) => act({ what: "set", table: more });
  const roll = async () => {
    const keep = full ? [] : table.kept;
    try {
      const found = await ask(`solutions/${facts.id}/roll`, { body: { keep: write(keep, card.sides) } });
      set({ dice: read(found.dice, card.sides) });
    } catch (trouble) {
      setError(trouble.message);
    }
  };
  const shown = table.two && duel.found ? ranked(facts, advice, duel.found) : { facts, advice };
  const take = (option) => {
    const then = option.then;
    const kept = read(then.dice, card.sides);
    const placed = option.points !== null;
    act({
      what: "take",
      table: {
        ...table,
        dice: kept,
        kept: kept.length < card.dice ? kept : [],
        rerolls: then.rerolls,
        [table.theirs ? "other" : "card"]: then.card,
        theirs: table.two && placed ? !table.theirs : table.theirs,
        expected: { value: option.value, percent: shown.facts.percent },
      },
      decision: {
        who: table.two ? (table.theirs ? "they" : "you") : "",
        percent: shown.facts.percent,
        dice: table.dice,
        rerolls,
        words: option.words,
        cost: option.cost,
        best: shown.advice.options[0].words,
        placed,
        value: shown.advice.value,
        after: option.value,
      },
    });
  };
  const lost = decisions.reduce((sum, each) => sum + each.cost, 0);
  const midway = !full && decisions.length > 0 && !decisions.at(-1).placed;
  const kept = midway && table.expected.percent === shown.facts.percent ? table.expected.value : null;
  const current = midway ? table.expected.value : advice && !pending ? advice.value : null;
  const luck = current === null ? null : current + lost - facts.value;
  const fresh = advice && !pending && !duel.pending && full === advice.options.length > 0;
  return html`
    <div class="columns">
      <div>
        <section class="panel" aria-labelledby="dice-title">
          <div class="bar spread">
            <h2 id="dice-title">The dice</h2>
            <p class="soft">${momentWords(advice, table, card, full, rerolls)}</p>
          </div>
          <${DiceRow} table=${table} card=${card} set=${set} />
          <${DiceEntry} table=${table} card=${card} set=${set} roll=${roll} full=${full} rerolls=${rerolls} over=${advice && advice.moment === "over"} />
        </section>
        <${Trouble} error=${error} />
        ${table.two && html`<${Standings} duel=${duel} theirs=${table.theirs} aim=${facts.percent ? facts.meaning : `the ${facts.meaning}`} kept=${shown.facts.percent ? kept : null} />`}
        ${advice && (!table.two || !duel.found) && html`<${Standing} facts=${facts} advice=${advice} value=${kept ?? advice.value} />`}
        ${fresh && advice.options.length > 0 && html`<${Options} facts=${shown.facts} advice=${shown.advice} take=${take} key=${asked} />`}
        <p class="hidden" role="status">${fresh && advice.options.length ? `Best: ${shown.advice.options[0].words}` : ""}</p>
      </div>
      <div>
        <${Card} facts=${facts} table=${table} set=${set} />
        <${History} facts=${facts} decisions=${decisions} luck=${luck} lost=${lost} act=${act}
          can=${state.before.length > 0} />
        <${Spread} facts=${facts} />
      </div>
    </div>
  `;
}

function momentWords(advice, table, card, full, rerolls) {
  if (advice && advice.moment === "over") return "The card is full.";
  if (table.kept.length && !full) return `Kept ${table.kept.join(" ")}: roll the others.`;
  if (!full) return "Roll, or enter what you rolled.";
  if (!card.rerolls) return "Which box?";
  return rerolls ? `${rerolls} reroll${rerolls === 1 ? "" : "s"} left` : "No rerolls left: which box?";
}

function DiceRow({ table, card, set }) {
  const places = Array.from({ length: card.dice }, (_, place) => table.dice[place]);
  const remove = (place) => set({ dice: table.dice.filter((_, other) => other !== place), kept: [] });
  return html`<ul class="dice" aria-label="Dice on the table">
    ${places.map((face, place) =>
      face === undefined
        ? html`<li key=${place}><div class="die empty"><span class="hidden">no die yet</span></div></li>`
        : html`<li key=${place}><button type="button" class=${`die fresh ${place < table.kept.length && table.dice.length < card.dice ? "kept" : ""}`}
            aria-label=${`${face}, take it away`} title="Take it away" onClick=${() => remove(place)}><${Face} face=${face} /></button></li>`,
    )}
  </ul>`;
}

function DiceEntry({ table, card, set, roll, full, rerolls, over }) {
  const faces = Array.from({ length: card.sides }, (_, place) => place + 1);
  const add = (face) => set({ dice: full ? [face] : [...table.dice, face], kept: full ? [] : table.kept });
  const type = (event) => {
    const found = read(event.target.value, card.sides).filter((face) => face >= 1 && face <= card.sides);
    set({ dice: found.slice(0, card.dice), kept: [] });
  };
  return html`
    <div class="bar">
      <button type="button" class="main" onClick=${roll} disabled=${over || full}>
        ${table.kept.length && !full ? "Roll the others for me" : "Roll for me"}
      </button>
      <button type="button" onClick=${() => set({ dice: [], kept: [] })} disabled=${table.dice.length === 0}>Clear</button>
      <label>Type the dice
        <input id="dice-text" inputmode="numeric" autocomplete="off" size=${card.dice + 3}
          placeholder=${"6".repeat(card.dice)} value=${write(table.dice, card.sides)} onInput=${type} />
      </label>
      ${card.rerolls > 0 &&
      html`<fieldset>
        <legend>Rerolls left</legend>
        <div class="segments">
          ${Array.from({ length: card.rerolls + 1 }, (_, left) => card.rerolls - left).map(
            (left) => html`<label key=${left}><input type="radio" name="rerolls" checked=${left === rerolls}
              onChange=${() => set({ rerolls: left })} /><span>${left}</span></label>`,
          )}
        </div>
      </fieldset>`}
    </div>
    <div class="faces" role="group" aria-label="Add a die">
      ${faces.map((face) => html`<button key=${face} type="button" class="die" aria-label=${`Add a ${face}`} onClick=${() => add(face)}><${Face} face=${face} /></button>`)}
    </div>
  `;
}

function Standing({ facts, advice, value }) {
  const label = facts.percent ? facts.meaning : advice.score === null ? "points still to come" : "expected final score";
  return html`<section class="panel" aria-label="Where you stand">
    <div class="bar spread">
      <div><span class="value">${worth(facts, value)}</span> <span class="soft">${label}</span></div>
      ${advice.bonuses.map(
        (bonus) => html`<div key=${bonus.name}>${bonus.name} bonus: <strong>${bonus.total}</strong> of ${bonus.at}
          ${bonus.chance !== null && html`, <strong>${percent(bonus.chance)}</strong> likely at the start of the turn`}</div>`,
      )}
    </div>
  </section>`;
}

function Options({ facts, advice, take }) {
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState(new Set([advice.options[0].label]));
  const placing = advice.moment === "place";
  const shown = all ? advice.options : advice.options.slice(0, SHOWN);
  const flip = (label) => {
    const next = new Set(open);
    if (!next.delete(label)) next.add(label);
    setOpen(next);
  };
  return html`<section class="panel" aria-labelledby="options-title">
    <h2 id="options-title">${placing ? "Which box" : "What to keep"}, best first</h2>
    <ol class="options">
      ${shown.map(
        (option, rank) => html`<li key=${option.label} class=${option.best ? "best" : ""}>
          <div class="row">
            <button type="button" class="take" onClick=${() => take(option)} data-option=${option.label}>
              <span class="words">${option.words}${placing && html` <span class="soft">${option.points}${option.extra ? `+${option.extra}` : ""} points</span>`}${facts.alone && html` <span class="soft">${worth(facts.alone, option.alone)} ${facts.alone.percent ? facts.alone.meaning : "expected"}</span>`}</span>
              <span class="number">${worth(facts, option.value)}</span>
              <span class="number cost"><span class=${`chip ${size(facts, option.cost)}`}>${costWords(facts, option.cost)}</span></span>
            </button>
            ${(option.aims || option.bonus) && html`<button type="button" aria-expanded=${open.has(option.label)} aria-label=${`Why ${option.words}?`} onClick=${() => flip(option.label)}>why</button>`}
          </div>
          ${open.has(option.label) && !facts.alone && html`<${Why} option=${option} advice=${advice} facts=${facts} rank=${rank} />`}
        </li>`,
      )}
    </ol>
    ${advice.options.length > SHOWN && html`<button type="button" onClick=${() => setAll(!all)}>${all ? "Show fewer" : `Show all ${advice.options.length}`}</button>`}
  </section>`;
}

function Why({ option, advice, facts, rank }) {
  const best = advice.options[0];
  const other = advice.options.find((each) => !each.best);
  const gap = rank === 0 && other ? `${other.words} would cost ${worth(facts, other.cost)}.` : "";
  const bonus = Object.entries(option.bonus || {});
  return html`<div class="why">
    ${option.later !== null && !facts.percent && html`<p>Brings ${option.points + option.extra} now, and leaves ${worth(facts, option.later)} to come.</p>`}
    ${bonus.map(([name, chance]) => html`<p key=${name}>The ${name} bonus is then ${percent(chance)} likely${option !== best && best.bonus ? ` (${percent(best.bonus[name])} with the best)` : ""}.</p>`)}
    ${gap && html`<p class="soft">${gap}</p>`}
    ${option.aims && html`<${Aims} aims=${option.aims} />`}
  </div>`;
}

function Aims({ aims }) {
  const seen = aims.filter((aim) => aim.made > 0.0005 || aim.filled > 0.0005);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="What it aims at"><table>
    <thead><tr><th scope="col">box</th><th scope="col" class="right">made</th><th scope="col" class="right">filled</th><th scope="col" class="right">points</th><th scope="col"><span class="hidden">as a bar</span></th></tr></thead>
    <tbody>
      ${seen.map(
        (aim) => html`<tr key=${aim.box}>
          <th scope="row">${aim.box}</th><td class="right">${percent(aim.made)}</td>
          <td class="right">${aim.filled > 0 ? percent(aim.filled) : ""}</td>
          <td class="right">${aim.filled > 0 ? aim.points.toFixed(1) : ""}</td>
          <td><div class="meter"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect class="fill-made" width=${100 * aim.made} height="10" /><rect class="fill-filled" width=${100 * aim.filled} height="10" /></svg></div></td>
        </tr>`,
      )}
    </tbody>
  </table></div>
  <p class="soft">made: the dice score in the box when they are down; filled: the turn ends there.</p>`;
}

// The card, or two of them side by side: how many play, and whose turn it is.
function Card({ facts, table, set }) {
  const card = facts.card;
  const mine = { title: "yours", label: "", filled: table.card, name: "card", moves: !table.theirs };
  const other = { title: "theirs", label: "theirs, ", filled: table.other, name: "other", moves: table.theirs };
  const players = table.two ? [mine, other] : [mine];
  const fill = (player, name, text) => {
    const next = { ...player.filled, [name]: Number(text) || 0 };
    if (text.trim() === "") delete next[name];
    set({ [player.name]: next });
  };
  const rows = card.boxes.map((box) => [box.name, `${box.name}, at most ${box.most} points`]);
  if (card.repeat) rows.push(["repeat", `bonus points for further rolls of ${card.repeat}`]);
  const score = ({ filled }) => {
    const points = rows.map(([name]) => (Object.hasOwn(filled, name) ? filled[name] : 0));
    return points.includes(null) ? "" : points.reduce((sum, each) => sum + each, 0);
  };
  return html`<section class="panel card" aria-labelledby="card-title">
    <div class="bar spread"><h2 id="card-title">${table.two ? "The cards" : "The card"}</h2>
      <label class="inline"><input type="checkbox" id="two" checked=${table.two} onChange=${(event) => set({ two: event.target.checked, theirs: false })} />two players</label></div>
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
          ([name, title]) => html`<tr key=${name} class=${players.every((player) => Object.hasOwn(player.filled, name)) ? "filled" : ""}>
            <th scope="row">${name === "repeat" ? "further bonus" : name}</th>
            ${players.map((player) => html`<td class="right" key=${player.name}><${Points} label=${player.label + title} value=${held(player.filled, name) ?? ""}
              enter=${(text) => fill(player, name, text)} /></td>`)}
          </tr>`,
        )}
      </tbody>
      <tfoot><tr><th scope="row" class="soft">points so far</th>${players.map((player) => html`<td class="right" key=${player.name}><strong class="big">${score(player)}</strong></td>`)}</tr></tfoot>
    </table>
  </section>`;
}

// The points in a box: what is being typed stays, also when an answer comes in meanwhile.
function Points({ label, value, enter }) {
  const [typed, setTyped] = useState(null);
  const finish = (event) => {
    enter(event.target.value);
    setTyped(null);
  };
  return html`<input inputmode="numeric" aria-label=${label} value=${typed ?? value} placeholder="·"
    onInput=${(event) => setTyped(event.target.value)} onChange=${finish} />`;
}

// What either player has lost: points while the end game did not fit, then chances to win.
function LostByBoth({ facts, decisions }) {
  const lost = (who, percent) =>
    decisions.filter((each) => each.who === who && each.percent === percent).reduce((sum, each) => sum + each.cost, 0);
  return ["you", "they"].filter((who) => decisions.some((each) => each.who === who)).map(
    (who) => html`<p key=${who}>${who === "you" ? "Your" : "Their"} decisions lost
      ${!facts.percent && lost(who, false) > 0 && html` <strong>${worth(facts, lost(who, false))}</strong> points and`} <strong>${percent(lost(who, true), 2)}</strong> of the chance to win.</p>`,
  );
}

function History({ facts, decisions, luck, lost, act, can }) {
  const [shared, setShared] = useState("");
  const field = useRef();
  const luckTold = decisions.every((each) => !each.who);
  const share = async () => {
    setShared(location.href);
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      setTimeout(() => field.current && field.current.select());
    }
  };
  return html`<section class="panel" aria-labelledby="history-title">
    <div class="bar spread"><h2 id="history-title">The game so far</h2></div>
    <div class="bar">
      <button type="button" onClick=${() => act({ what: "undo" })} disabled=${!can}>Undo</button>
      <button type="button" onClick=${() => act({ what: "restart" })}>Restart</button>
      <button type="button" onClick=${share}>Share this position</button>
    </div>
    ${shared && html`<label>A link to this position, copied if your browser lets it
      <input ref=${field} id="share" readonly value=${shared} /></label>`}
    ${decisions.some((each) => each.who) && html`<${LostByBoth} facts=${facts} decisions=${decisions} />`}
    ${decisions.length > 0 && luckTold && html`<p>Decisions lost <strong>${worth(facts, lost)}</strong>${luck !== null && html`; luck <strong>${luck >= 0 ? "+" : "−"}${worth(facts, Math.abs(luck))}</strong>`}.</p>`}
    <ol class="history" tabindex="0" aria-label="Decisions">
      ${decisions.map(
        (each, place) => html`<li key=${place}><span>${each.who && `${each.who}: `}${each.dice.join(" ")} → ${each.words}${each.cost > 0 ? html`<br /><span class="soft">best: ${each.best}</span>` : ""}</span>
          <span><span class=${`chip ${size(each, each.cost)}`}>${each.cost > 0 ? costWords(each, each.cost) : "best"}</span></span></li>`,
      )}
    </ol>
    ${decisions.length === 0 && html`<p class="soft">Nothing was decided yet. Take an option, and it is written down here with what it cost.</p>`}
  </section>`;
}
