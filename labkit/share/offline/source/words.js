// Numbers as words, written as labkit writes them.

/**
 * Give a number in so many digits, as Python's format "g" does.
 * @param {number} value
 * @param {number} digits
 */
function general(value, digits) {
  if (value === 0) return "0";
  const exponent = Number(value.toExponential(digits - 1).split("e")[1]);
  const plain = (/** @type {string} */ text) =>
    text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
  if (exponent >= -4 && exponent < digits) return plain(value.toFixed(digits - 1 - exponent));
  const [mantissa] = value.toExponential(digits - 1).split("e");
  const size = String(Math.abs(exponent)).padStart(2, "0");
  return `${plain(mantissa)}e${exponent < 0 ? "-" : "+"}${size}`;
}

/** Say what p is; never that it is 0, which no p is.
 * @param {number} p
 * @param {number} [resamples]
 */
function equation(p, resamples) {
  if (p > 0) return `p = ${general(p, 3)}`;
  return `p < ${resamples ? general(1 / resamples, 3) : "1e-300"}`;
}

/** @param {number} value */
const counted = (value) => value.toLocaleString("en-GB");

/** Give a score, or a difference of two, in whole per cents; 0 has no sign.
 * @param {number} value
 * @param {boolean} [signed]
 */
function score(value, signed) {
  // More digits than a score has, fewer than a float's error reaches; a half goes away from 0.
  const cents = Math.round(Number((100 * Math.abs(value)).toFixed(9)));
  const sign = value < 0 ? "\u2212" : signed ? "+" : "";
  return (cents ? sign : "") + (cents / 100).toFixed(2);
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * Read a number as people type it, and as labkit's demonstrations do: 1,000 and 0,05 and 5 %.
 * @param {string} text
 * @param {boolean} [whole] whether it has no decimals: a point then parts groups of three digits
 * @returns {number} NaN if it is none
 */
function typedNumber(text, whole) {
  const [, sign, typed, percent] = /^([+-]?)\s*(.*?)\s*(%?)$/s.exec(text.trim().replace(/\u2212/g, "-")) ?? [];
  let digits = typed;
  if (/^[1-9]\d{0,2}([\s'\u2019_]\d{3})+([.,]\d*)?$/.test(digits)) digits = digits.replace(/[\s'\u2019_]/g, "");
  else if (/^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(digits)) digits = digits.replace(/,/g, "");
  else if (/^[1-9]\d{0,2}(\.\d{3})+,\d*$|^[1-9]\d{0,2}(\.\d{3}){2,}$/.test(digits)
    || (whole && /^[1-9]\d{0,2}\.\d{3}$/.test(digits))) digits = digits.replace(/\./g, "");
  digits = digits.replace(",", ".");
  if (!/^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(digits)) return NaN;
  const value = (sign === "-" ? -1 : 1) * Number(digits);
  return percent ? value / 100 : value;
}
