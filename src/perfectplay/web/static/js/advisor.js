// The advisor: the dice and the card on the table, and what to do with them.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/htm-preact.js";
import { go, useKept } from "./address.js";
import { ask, SERVED } from "./api.js";
import { ByCard } from "./by_card.js";
import { Card, troubleAt } from "./card.js";
import { DiceEntry, DiceRow, heldOption, Keep } from "./dice.js";
import { ranked, Standings, useDuel } from "./duel.js";
import { optionWords, percent, read, titled, worth, write } from "./format.js";
import { History } from "./history.js";
import { Progress, Trouble, useSolution } from "./job.js";
import { Options } from "./options.js";
import { Download } from "./own.js";
import { recordOf } from "./record.js";
import { GameFields, named, OWN, rulesAsked, Unread, useChosen } from "./rules.js";
import { Spread } from "./spread.js";
import { recall, remember } from "./storage.js";
import { strangeIn, tableOf, tableWords, turn } from "./table.js";
import { Boxes, Lesson } from "./training.js";

export function Advisor({ games, address }) {
  const cards = games.filter((each) => each.kind === "scorecard");
  const chosen = useChosen(cards, address.words);
  const { facts, job, error, cancel } = useSolution(rulesAsked(chosen));
  const choose = (game, parameters) => go("advisor", named({ game, parameters }));
  return html`
    <section class="panel" aria-label="The game">
      <div class="bar spread">
        <h1>What now?</h1>
        <${GameFields} games=${chosen.toml ? [OWN, ...cards] : cards}
          game=${chosen.toml ? OWN.name : chosen.game} parameters=${chosen.parameters || {}} choose=${choose} />
      </div>
      <${Unread} chosen=${chosen} />
      ${chosen.toml && html`<p class="bar"><a class="button" href=${`#/own?card64=${chosen.card64}`}>Edit this card</a><${Download} name=${facts ? facts.name : "card"} toml=${chosen.toml} /></p>`}
    </section>
    <${Trouble} error=${error} />
    ${!facts && !error && html`<${Progress} job=${job} cancel=${cancel} />`}
    ${facts && html`<${Table} key=${facts.id} facts=${facts} address=${address} chosen=${chosen} />`}
  `;
}

function Table({ facts, address, chosen }) {
  const card = facts.card;
  const strange = address.state ? [] : strangeIn(card, address.words);
  const begin = (words) => tableOf(card, words);
  const say = ({ table }) => ({ ...named(chosen), ...tableWords(card, table) });
  const [state, act] = useKept("advisor", address, begin, turn, say);
  const { table } = state;
  const decisions = state.past.map((each) => each.decision);
  const [answer, setAnswer] = useState({ asked: null, advice: null, error: null });
  const [tries, setTries] = useState(0);
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
    ask(`solutions/${facts.id}/advice`, { body: question, signal: stop.signal }).then(
      (advice) => setAnswer({ asked, advice, error: null }),
      (trouble) => trouble.name !== "AbortError" && setAnswer({ asked, advice: null, error: trouble.message }),
    );
    return () => stop.abort();
  }, [asked, facts.id, tries]);
  const { advice, error } = answer;
  const pending = answer.asked !== asked;
  const duel = useDuel(facts.id, table.two, question, other);
  useEffect(() => {  // the chances of the bonuses come a little later than the rest
    if (!advice || advice.bonuses.every((bonus) => bonus.chance !== null)) return undefined;
    const timer = setTimeout(() => setTries(tries + 1), 1500);
    return () => clearTimeout(timer);
  }, [advice]);
  const [training, setTraining] = useState(recall("localStorage", "training") === "on");
  const [lesson, setLesson] = useState(null);
  const train = (on) => {
    remember("localStorage", "training", on ? "on" : "off");
    setTraining(on);
  };
  const entered = useRef(null);
  const byKeyboard = useRef(false);
  useLayoutEffect(() => {  // the option that was taken is gone: the keyboard goes on where the dice are entered
    if (byKeyboard.current) (entered.current ?? document.getElementById("dice-text")).focus();
    byKeyboard.current = false;
  }, [state.step]);
  const set = (more) => act({ what: "set", table: more });
  const roll = async () => {
    const keep = full ? [] : table.kept;
    try {
      const found = await ask(`solutions/${facts.id}/roll`, { body: { keep: write(keep, card.sides) } });
      set({ dice: read(found.dice, card.sides) });
    } catch (trouble) {
      setAnswer({ ...answer, error: trouble.message });
    }
  };
  const shown = table.two && duel.found ? ranked(facts, advice, duel.found) : { facts, advice };
  const take = (option, event) => {
    byKeyboard.current = event.detail === 0;
    const then = option.then;
    const kept = read(then.dice, card.sides);
    const placed = option.points !== null;
    setLesson({ facts: shown.facts, advice: shown.advice, chosen: option, step: state.step + 1 });
    act({
      what: "take",
      table: {
        ...table,
        dice: kept,
        held: [],
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
        option: option.label,
        kept,
        words: optionWords(option),
        cost: option.cost,
        best: optionWords(shown.advice.options[0]),
        placed,
        value: shown.advice.value,
        after: option.value,
      },
    });
  };
  const atBox = (trouble) => [...card.boxes.map((box) => box.name), "repeat"].some((name) => troubleAt(name, trouble));
  const lost = decisions.reduce((sum, each) => sum + each.cost, 0);
  const midway = !full && decisions.length > 0 && !decisions.at(-1).placed;
  const kept = midway && table.expected.percent === shown.facts.percent ? table.expected.value : null;
  const current = midway ? table.expected.value : advice && !pending ? advice.value : null;
  const luck = current === null ? null : current + lost - facts.value;
  const holding = full && rerolls > 0;
  const aim = facts.percent ? facts.meaning : "points";
  const fresh = advice && !pending && !duel.pending && full === advice.options.length > 0;
  return html`
    <${Trouble} error=${strange.length > 0 && `In this link ${strange.join(", ")} cannot be read.`} />
    <div class="columns">
      <div>
        <section class="panel" aria-labelledby="dice-title" onFocusIn=${(event) => { entered.current = event.target; }}>
          <div class="bar spread">
            <h2 id="dice-title">The dice</h2>
            <p class="soft">${momentWords(advice, table, card, full, rerolls)}</p>
            <label class="inline"><input type="checkbox" id="training" checked=${training} onChange=${(event) => train(event.target.checked)} />hide the advice until I have chosen</label>
          </div>
          <${DiceRow} table=${table} card=${card} set=${set} holding=${holding} />
          ${holding && (training || table.held.length > 0) && html`<${Keep} option=${fresh && heldOption(shown.advice, table, card)} take=${take} />`}
          <${DiceEntry} table=${table} card=${card} set=${set} roll=${roll} full=${full} rerolls=${rerolls} over=${advice && advice.moment === "over"} />
        </section>
        <${Trouble} error=${atBox(error) ? null : error} />
        ${table.two && !atBox(duel.error) && html`<${Standings} duel=${duel} theirs=${table.theirs} aim=${aim} kept=${shown.facts.percent ? kept : null} />`}
        ${advice && (!table.two || !duel.found) && html`<${Standing} facts=${facts} advice=${advice} value=${kept ?? advice.value} />`}
        ${fresh && advice.options.length > 0 && !training && html`<${Options} facts=${shown.facts} advice=${shown.advice} take=${take} key=${asked} aim=${table.two && !duel.found ? aim : ""} />`}
        ${fresh && training && advice.moment === "place" && html`<${Boxes} card=${card} advice=${shown.advice} take=${take} />`}
        ${training && lesson && lesson.step === state.step && html`<${Lesson} lesson=${lesson} />`}
        <p class="hidden" role="status">${fresh && !training && advice.options.length ? `Best: ${optionWords(shown.advice.options[0])}` : ""}</p>
      </div>
      <div>
        <${Card} facts=${facts} table=${table} set=${set} wrong=${error} otherWrong=${duel.error} />
        ${SERVED && !table.two && html`<${ByCard} facts=${facts} game=${chosen.toml ? "" : chosen.game} question=${question} advice=${fresh ? advice : null} hidden=${training} />`}
        <${History} facts=${facts} decisions=${decisions} luck=${luck} lost=${lost} act=${act}
          can=${state.past.length > 0} review=${{ ...named(chosen), record: recordOf(card, state.past) }} />
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

function Standing({ facts, advice, value }) {
  const label = facts.percent ? facts.meaning : advice.score === null ? "points still to come" : "expected final score";
  return html`<section class="panel" aria-label="Where you stand">
    <div class="bar spread">
      <div><span class="value">${worth(facts, value)}</span> <span class="soft">${label}</span></div>
      ${advice.bonuses.map(
        (bonus) => html`<div key=${bonus.name}>${titled(bonus.name)} bonus: <strong>${bonus.total}</strong> of ${bonus.at}
          ${bonus.chance !== null && html`, <strong>${percent(bonus.chance)}</strong> likely at the start of the turn`}</div>`,
      )}
    </div>
  </section>`;
}
