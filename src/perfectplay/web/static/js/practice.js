// Practice: positions as they come in play, your choice, then what it cost and why.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { go, hashOf, useKept } from "./address.js";
import { ask } from "./api.js";
import { addAnswer, Course } from "./coach.js";
import { DiceRow, heldOption, Keep } from "./dice.js";
import { costWords, read, size, titled, worth } from "./format.js";
import { Progress, Trouble, useSolution } from "./job.js";
import { GameFields, named, OWN, rulesAsked, Unread, useChosen } from "./rules.js";
import { tableWords } from "./table.js";
import { Boxes, Lesson } from "./training.js";

const MANY = 10;
const WHEN = [["", "at any time"], ["early", "early"], ["late", "late"]];

const today = () => new Date().toLocaleDateString("sv");  // as 2026-11-16
const anySeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

// `at` is the exercise that is shown; it is being asked, or `told` is the option that was chosen.
const begin = ({ seed }) => ({ seed: seed || anySeed(), answers: [], at: 0, asking: true, told: null, step: 0 });

function turn(state, act) {
  const step = state.step + 1;
  switch (act.what) {
    case "choose":
      return { ...state, step, asking: false, told: act.label,
        answers: state.at < state.answers.length ? state.answers : [...state.answers, act.cost] };
    case "again":
      return { ...state, step, asking: true, told: null };
    case "next":
      return { ...state, step, at: state.at + 1, asking: true, told: null };
    default:
      return state;
  }
}

export function Practice({ games, address }) {
  const { only = "" } = address.words;
  const chosen = useChosen(games, address.words);
  const { facts, job, error, cancel } = useSolution(rulesAsked(chosen));
  const moved = useRef(false);  // by whoever practises: then the focus goes along
  const start = (more) => go("practice", { ...named(chosen), only, seed: anySeed(), ...more });
  return html`
    <section class="panel" aria-label="What to practise">
      <div class="bar spread"><h1>What would you do?</h1>
        <${GameFields} games=${chosen.toml ? [OWN, ...games] : games} game=${chosen.toml ? OWN.name : chosen.game} parameters=${chosen.parameters || {}}
          choose=${(game, parameters) => go("practice", named({ game, parameters }))} /></div>
      <${Unread} chosen=${chosen} />
      ${facts && html`<div class="bar">
        ${facts.card && html`<${Filter} card=${facts.card} only=${only} choose=${(words) => start({ only: words })} />`}
        <button type="button" onClick=${() => start({})}>Ten others</button>
        <button type="button" onClick=${() => start({ seed: today() })}>Today’s ten</button>
      </div>`}
    </section>
    <${Trouble} error=${error} />
    ${!facts && !error && html`<${Progress} job=${job} cancel=${cancel} />`}
    ${facts && html`<${Session} key=${`${facts.id} ${only}`} facts=${inPercent(facts)} address=${address} chosen=${chosen} only=${only} start=${start} moved=${moved} />`}
  `;
}

// A chance to win is told as a percentage, as at the table.
const inPercent = (facts) => ({ ...facts, percent: facts.percent || facts.meaning.startsWith("P(") });

// When in the game, and about what: together they are what is asked for.
function Filter({ card, only, choose }) {
  const words = only.split(" ").filter(Boolean);
  const when = words.find((word) => word === "early" || word === "late") ?? "";
  const what = words.filter((word) => word !== when).join(" ");
  const straights = card.boxes.filter((box) => box.name.includes("straight"));
  const subjects = [
    ["", "everything"],
    ...(card.rerolls ? [["keep", "what to keep"], ["place", "which box"]] : []),
    ...(straights.length > 1 ? [["straights", "straights"]] : []),
    ...card.bonuses.map((bonus) => [bonus.name, `${bonus.name} bonus`]),
    ...card.boxes.map((box) => [box.name, box.name.replaceAll("-", " ")]),
  ];
  const select = (label, value, options, change) => html`<label>${label}
    <select value=${value} onChange=${(event) => change(event.target.value)}>${options.map(([each, said]) => html`<option value=${each} selected=${each === value}>${titled(said)}</option>`)}</select></label>`;
  return html`${select("When", when, WHEN, (next) => choose([next, what].filter(Boolean).join(" ")))}
    ${select("What", what, subjects, (next) => choose([when, next].filter(Boolean).join(" ")))}`;
}

function Session({ facts, address, chosen, only, start, moved }) {
  const say = ({ seed }) => ({ ...named(chosen), only, seed });
  const [state, act] = useKept("practice", address, begin, turn, say);
  const { seed, at, answers, asking, told } = state;
  const [drawn, setDrawn] = useState({ seed: null });
  useEffect(() => {
    const stop = new AbortController();
    ask(`solutions/${facts.id}/practice`, { body: { seed, many: MANY, ...(only ? { only } : {}) }, signal: stop.signal }).then(
      (found) => setDrawn({ seed, found }),
      (trouble) => trouble.name !== "AbortError" && setDrawn({ seed, error: trouble.message }),
    );
    return () => stop.abort();
  }, [facts.id, only, seed]);
  if (drawn.seed !== seed) return html`<p class="soft" role="status">Playing some games to find positions …</p>`;
  if (drawn.error) return html`<${Trouble} error=${drawn.error} /><${Course} facts=${facts} start=${start} />`;
  const { found } = drawn;
  const sitting = { id: `${facts.id} ${only} ${seed}`, game: facts.id, date: today(), only, by_kind: found.by_kind, natural: found.natural };
  const choose = (label, cost) => {
    const { kind, natural } = found.exercises[at];
    act({ what: "choose", label, cost: addAnswer(sitting, at, { kind, natural, cost }) });
  };
  const over = at >= found.exercises.length;
  return html`
    ${over
      ? html`<${Result} facts=${facts} answers=${answers} found=${found} start=${start} />`
      : html`<${Exercise} daily=${/^\d{4}-\d\d-\d\d$/.test(seed) ? seed : ""} key=${`${seed} ${at}`} moved=${moved} facts=${facts} chosen=${chosen} exercise=${found.exercises[at]} at=${at} many=${found.exercises.length} asking=${asking} told=${told} choose=${choose} act=${act} />`}
    ${(over || (at === 0 && asking)) && html`<${Course} facts=${facts} start=${start} />`}`;
}

function Exercise({ daily, moved, facts, chosen, exercise, at, many, asking, told, choose, act }) {
  const { table } = exercise;
  const [answer, setAnswer] = useState({ advice: null, error: null });
  const [held, setHeld] = useState([]);
  const title = useRef();
  const next = useRef();
  useEffect(() => {
    const stop = new AbortController();
    const question = table
      ? ask(`solutions/${facts.id}/advice`, { body: { ...table, explain: 40 }, signal: stop.signal })
      : ask(`solutions/${facts.id}/position`, { body: { at: exercise.at, score: exercise.score }, signal: stop.signal }).then(asAdvice);
    question.then(
      (advice) => setAnswer({ advice, error: null }),
      (trouble) => trouble.name !== "AbortError" && setAnswer({ advice: null, error: trouble.message }),
    );
    return () => stop.abort();
  }, [facts.id, exercise.at]);
  const { advice, error } = answer;
  const chosenOption = advice && !asking ? advice.options.find((option) => option.label === told) : null;
  useLayoutEffect(() => {
    if (moved.current) (asking ? title : next).current?.focus();
    moved.current = true;
  }, [asking, chosenOption !== null]);
  const take = (option) => choose(option.label, option.cost);
  const dice = table && { dice: read(table.dice, facts.card.sides), held, kept: [] };
  const holding = table && table.rerolls > 0;
  return html`<div class=${table ? "columns" : ""}>
    <div>
      <section class="panel" aria-labelledby="exercise-title">
        <h2 id="exercise-title" tabindex="-1" ref=${title}>${at + 1} of ${many}${daily ? ` (${daily})` : ""}</h2>
        ${table
          ? html`<p>${holding ? `${table.rerolls} reroll${table.rerolls === 1 ? "" : "s"} left: what do you keep?` : "No rerolls left: which box?"}</p>
              <${DiceRow} table=${dice} card=${facts.card} set=${(more) => setHeld(more.held)} holding=${asking && holding} shown=${!asking || !holding} />
              ${asking && holding && html`<${Keep} option=${advice && heldOption(advice, dice, facts.card)} take=${take} />`}`
          : html`<p>${advice ? titled(advice.words) : "…"}</p>`}
        ${chosenOption && html`<div class="bar"><button type="button" class="main" ref=${next} onClick=${() => act({ what: "next" })}>${at + 1 < many ? "Next" : "The result"}</button>
          ${!chosenOption.best && html`<button type="button" onClick=${() => act({ what: "again" })}>Try it again</button><span class="soft">Your first choice counts.</span>`}</div>`}
      </section>
      <${Trouble} error=${error} />
      ${asking && advice && table && !holding && html`<${Boxes} card=${facts.card} advice=${advice} take=${take} />`}
      ${asking && advice && !table && html`<${Choices} advice=${advice} take=${take} />`}
      ${chosenOption && html`<${Lesson} lesson=${{ facts: table ? facts : { ...facts, alone: facts }, advice, chosen: chosenOption, title: "Your choice" }} open />`}
    </div>
    ${table && html`<${CardShown} facts=${facts} chosen=${chosen} table=${table} advice=${advice} />`}
  </div>`;
}

// A position of any game as advice has it: the options without what speaks for them.
const asAdvice = (here) => ({
  words: here.words,
  options: here.edges.map((edge) => ({ label: edge.label, words: edge.label, cost: edge.cost, best: edge.best })),
});

// An order that does not tell the best: numbers by their size, words as in a list.
const bySize = (a, b) => a.label.localeCompare(b.label, "en", { numeric: true });

function Choices({ advice, take }) {
  return html`<section class="panel" aria-labelledby="options-title"><h2 id="options-title">What do you do?</h2>
    <div class="bar">${[...advice.options].sort(bySize).map((option) => html`<button key=${option.label} type="button" data-option=${option.label} onClick=${() => take(option)}>${option.words}</button>`)}</div></section>`;
}

function CardShown({ facts, chosen, table, advice }) {
  const { card } = facts;
  const rows = [...card.boxes.map((box) => box.name), ...(Object.hasOwn(table.card, "repeat") ? ["repeat"] : [])];
  const told = tableWords(card, { ...table, dice: read(table.dice, card.sides) });
  return html`<section class="panel card shown" aria-labelledby="card-title"><h2 id="card-title">The card</h2>
    <table><tbody>${rows.map((name) => html`<tr key=${name} class=${Object.hasOwn(table.card, name) ? "filled" : ""}>
        <th scope="row">${titled(name === "repeat" ? "further bonus" : name)}</th><td class="right">${Object.hasOwn(table.card, name) ? table.card[name] : html`<span class="soft">open</span>`}</td></tr>`)}</tbody>
      <tfoot><tr><th scope="row" class="soft">points so far</th><td class="right"><strong class="big">${Object.values(table.card).reduce((sum, each) => sum + each, 0)}</strong></td></tr></tfoot></table>
    ${advice && advice.bonuses.map((bonus) => html`<p key=${bonus.name}>${titled(bonus.name)} bonus: <strong>${bonus.total}</strong> of ${bonus.at}</p>`)}
    <p><a href=${hashOf("advisor", { ...named(chosen), ...told })}>Open it in the advisor</a> <span class="soft">(it tells the best)</span></p>
  </section>`;
}

function Result({ facts, answers, found, start }) {
  const title = useRef();
  useLayoutEffect(() => title.current.focus(), []);
  const lost = answers.reduce((sum, each) => sum + each, 0);
  const natural = found.exercises.slice(0, answers.length).reduce((sum, each) => sum + each.natural, 0);
  const right = answers.filter((cost) => cost <= 0).length;
  const points = facts.percent || !facts.card ? "" : " points";
  return html`<section class="panel" aria-labelledby="session-title"><h2 id="session-title" tabindex="-1" ref=${title}>The result</h2>
    <p><span class="value" id="a-game">${worth(facts, natural ? (found.natural * lost) / natural : 0)}</span> <span class="soft">${points} lost a game at this rate</span></p>
    <p>${right} of ${answers.length} were best; together you lost ${worth(facts, lost)}${points}.</p>
    <p class="bar" role="img" aria-label=${`What each choice cost: ${answers.map((cost) => costWords(facts, cost)).join(", ")}`}>${answers.map((cost, place) => html`<span key=${place} class=${`chip ${size(facts, cost)}`}>${costWords(facts, cost)}</span>`)}</p>
    <p><button type="button" class="main" onClick=${() => start({})}>Ten others</button></p>
  </section>`;
}
