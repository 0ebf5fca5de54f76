// Which line of a card of rules applies. No lines are read here, only the steps that `web/site/by_card.py` has told.
import { rollOf } from "./advice.js";
import { readSheet } from "./sheet.js";
import { Turn } from "./turn.js";

/** @typedef {import("./data.js").Table} Table */
/** @typedef {import("./data.js").Rules} Rules */

const SURE = 1e9;  // how far a bonus is ahead that cannot be missed, or behind if it is lost

/**
 * @param {Table} table
 * @param {Rules} rules
 * @param {Pick<Api.LineQuestion, "dice" | "rerolls" | "card" | "lines">} question
 * @returns {Api.LineFacts}
 */
export function lineAt(table, rules, question) {
  const { card } = table.solution;
  const { place, totals } = readSheet(table, question.card ?? {});
  const roll = rollOf(table, question, place);
  if (roll === null) throw new Error("there is nothing to decide yet: say what was rolled");
  const known = rules.cards.find(({ lines }) => lines.join("\n") === question.lines.join("\n"));
  if (!known) throw new Error("lines of your own need perfectplay serve; this site has the cards that come with it");
  const rerolls = question.rerolls ?? card.rerolls;
  const { joker, to } = new Turn(table, null, place).placing(roll);
  const holds = rules.wheres.map((where) => applies(card, where, place, totals, rerolls));
  for (let step = known.first; step < known.end; step += 1) {
    const act = holds[rules.where[step]] ? actOf(rules, 2 * step + joker, roll) : undefined;
    if (act === undefined || (act < 0 ? !(to >> (-1 - act) & 1) : !rerolls)) continue;
    const option = act >= 0 ? table.labels[act] : rerolls ? table.labels[roll] : card.boxes[-1 - act].name;
    return { line: rules.line[step], option };
  }
  throw new Error("no line of this card applies here");
}

/**
 * What is done with a roll: a keep by its number, a box from -1 downwards.
 * @param {Rules} rules
 * @param {number} row
 * @param {number} roll
 */
function actOf(rules, row, roll) {
  const at = rules.roll.subarray(rules.begin[row], rules.begin[row + 1]).indexOf(roll);
  return at < 0 ? undefined : rules.act[rules.begin[row] + at];
}

/**
 * @param {Api.CardFacts} card
 * @param {import("./data.js").Where} where
 * @param {import("./sheet.js").Place} place
 * @param {number[]} totals
 * @param {number} rerolls
 */
function applies(card, { open, filled, rerolls: some, boxes: [fewest, most], bonus, lead }, { mask }, totals, rerolls) {
  if (mask & open || (mask & filled) !== filled || (some && !some.includes(rerolls))) return false;
  const left = card.boxes.filter((_, box) => !((mask >> box) & 1)).length;
  if (left < fewest || left > most) return false;
  if (bonus === null) return true;
  const ahead = leadOf(card, card.bonuses[bonus], mask, totals[bonus]);
  return (lead[0] === null || lead[0] <= ahead) && (lead[1] === null || ahead < lead[1]);
}

/**
 * How far a bonus is ahead of its course: of its share for the boxes that are filled.
 * @param {Api.CardFacts} card
 * @param {Api.BonusFacts} bonus
 * @param {number} mask
 * @param {number} total
 */
function leadOf({ boxes }, { boxes: own, at }, mask, total) {
  let [still, most] = [0, 0];
  boxes.forEach((box, place) => {
    if (!own.includes(box.name)) return;
    most += box.most;
    if (!((mask >> place) & 1)) still += box.most;
  });
  if (total >= at) return SURE;
  return total + still < at ? -SURE : total - at * (most - still) / most;
}
