// What is written on a card: the place between turns that it is, and the score so far if it is told.

const SHOWN = 12;
const REPEAT = "repeat";

export function readSheet(table, card) {
  const { name: title, boxes, bonuses, repeat, in_order: inOrder } = table.solution.card;
  const names = boxes.map((box) => box.name);
  const known = [...names, ...bonuses.map((bonus) => bonus.name), ...(repeat ? [REPEAT] : [])];
  for (const [name, points] of Object.entries(card)) {
    if (!known.includes(name)) throw new Error(`${title} has no box '${name}'; there are: ${known.join(", ")}`);
    const told = Number.isInteger(points) && points >= 0;
    if (!told && !(points === null && names.includes(name))) throw new Error(`'${name}' on the card is not understood; write ${name}=POINTS`);
  }
  const held = (name) => (Object.hasOwn(card, name) ? card[name] : undefined);
  const filled = names.filter((name) => held(name) !== undefined);
  for (const name of filled) requirePoints(name, held(name), table.possible[name]);
  const late = filled.find((name, place) => names[place] !== name);
  if (inOrder && late) throw new Error(`${title} is filled in order; ${filled[0]} comes after ${names.find((name) => !filled.includes(name))}`);
  const totals = Object.fromEntries(bonuses.map((bonus) => [bonus.name, totalOf(table, bonus, filled, held)]));
  const earned = repeatPoints(table, repeat, filled, held);
  const place = {
    mask: names.reduce((mask, name, box) => (filled.includes(name) ? mask | (1 << box) : mask), 0),
    flag: holdsRepeat(table, repeat, filled, held, earned) ? 1 : 0,
    totals: table.sections.map((section) => Math.max(...section.bonuses.map((name) => totals[name]))),
  };
  const same = (section, at) => bonuses.every(({ name, at: most }) => !section.bonuses.includes(name) || totals[name] === Math.min(place.totals[at], most));
  if (!table.sections.every(same)) throw new Error("the totals of the bonuses do not go together");
  const unknown = filled.some((name) => held(name) === null);
  const score = unknown ? null : filled.reduce((sum, name) => sum + held(name), earned);
  return { place, totals, score };
}

function requirePoints(name, points, possible) {
  if (points === null || possible.includes(points)) return;
  const shown = possible.length > SHOWN ? [...possible.slice(0, SHOWN - 1), "...", possible.at(-1)] : possible;
  throw new Error(`${name}=${points} cannot be; ${name} can hold ${shown.join(", ")}`);
}

// What counts towards a bonus: as the boxes tell, or as it is told.
function totalOf(table, bonus, filled, held) {
  const counted = filled.filter((name) => bonus.boxes.includes(name));
  const unknown = counted.filter((name) => held(name) === null);
  const sum = counted.reduce((sofar, name) => sofar + (held(name) ?? 0), 0);
  const told = held(bonus.name);
  if (told === undefined) {
    if (unknown.length && bonus.points) {
      throw new Error(`the points of ${unknown[0]} count towards the bonus ${bonus.name}; write ${unknown[0]}=POINTS, or the total as ${bonus.name}=POINTS`);
    }
    return Math.min(sum, bonus.at);
  }
  const add = (sums, name) => new Set([...sums].flatMap((each) => table.possible[name].map((points) => each + points)));
  if (!unknown.reduce(add, new Set([sum])).has(told)) {
    const hold = unknown.length ? "" : `; they hold ${sum}`;
    throw new Error(`${bonus.name}=${told} cannot be with ${counted.join(", ") || "no box"} filled${hold}`);
  }
  return Math.min(told, bonus.at);
}

function repeatPoints(table, repeat, filled, held) {
  const earned = held(REPEAT) ?? 0;
  if (!earned || !repeat) return 0;
  const holds = filled.includes(repeat) && held(repeat) !== 0;
  if (earned % table.repeat_points || !holds || earned / table.repeat_points >= filled.length) {
    throw new Error(`${REPEAT}=${earned} cannot be: the bonus is ${table.repeat_points} for each of the other filled boxes at most, and only once ${repeat} holds points`);
  }
  return earned;
}

function holdsRepeat(table, repeat, filled, held, earned) {
  if (!repeat || !filled.includes(repeat)) return false;
  if (held(repeat) === null && !earned) {
    throw new Error(`it matters what ${repeat} holds; write ${repeat}=0 or ${repeat}=${table.possible[repeat].at(-1)}`);
  }
  return held(repeat) === null || held(repeat) > 0;
}
