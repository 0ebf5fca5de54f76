// Scores in text form: whole numbers, decimals, fractions.

/**
 * A number as numerator and denominator.
 * @param {string} text
 * @returns {[number, number]}
 */
function parts(text) {
  const found = /^(-?\d{1,12})(?:\.(\d{1,9})|\/(\d{1,12}))?$/.exec(text.trim());
  if (!found || Number(found[3] ?? 1) === 0) throw new Error(`'${text}' is not a number`);
  const [, whole, decimals = "", below = "1"] = found;
  return decimals ? [Number(whole + decimals), 10 ** decimals.length] : [Number(whole), Number(below)];
}

/** @param {number} one @param {number} other @returns {number} */
const divisor = (one, other) => (other ? divisor(other, one % other) : Math.abs(one));

/** @param {number} above @param {number} below */
function written(above, below) {
  const common = divisor(above, below);
  const [over, under] = [above / common, below / common];
  if (under === 1) return String(over);
  const decimal = String(over / under);
  const [back, ten] = /^-?\d+\.\d{1,9}$/.test(decimal) ? parts(decimal) : [0, 1];
  return back * under === over * ten ? decimal : `${over}/${under}`;
}

// A number in standard form: a decimal if that is exact, else a fraction.
export const read = (/** @type {string} */ text) => written(...parts(text));

// The sum of two numbers.
export function added(/** @type {string} */ one, /** @type {string} */ other) {
  const [[above, below], [over, under]] = [parts(one), parts(other)];
  return written(above * under + over * below, below * under);
}
