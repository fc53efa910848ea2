// Numbers as words, written as labkit writes them.

/** Digits that are looked at to see whether a number stands just between two rounded ones. */
const FAR = 60;

/** Round the digits of a number to the nearest, and those just between to the even one, as Python does.
 * @param {string} nearest the rounded digits as JavaScript gives them @param {string} exact all digits
 * @param {number} kept how many of `exact` are kept */
function toEven(nearest, exact, kept) {
  const before = exact.slice(0, kept);
  return /^\.?50*$/.test(exact.slice(kept)) && /[02468]\.?$/.test(before) ? before.replace(/\.$/, "") : nearest;
}

/** Return a number with so many digits after the point, as Python's format "f" does.
 * @param {number} value @param {number} digits */
function fixed(value, digits) {
  const exact = value.toFixed(FAR);
  return toEven(value.toFixed(digits), exact, exact.length - FAR + digits);
}

/** Return a number in so many digits, as Python's format "g" does.
 * @param {number} value @param {number} digits @param {boolean} [zeros] whether zeros at the end stay, as with "#g" */
function general(value, digits, zeros = false) {
  if (value === 0) return "0";
  const exact = value.toExponential(FAR).split("e")[0], kept = exact.length - FAR + digits - 1;
  const [nearest, power] = value.toExponential(digits - 1).split("e");
  const mantissa = toEven(nearest, exact, kept), exponent = Number(power);
  const plain = (/** @type {string} */ text) =>
    !zeros && text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
  if (exponent >= -4 && exponent < digits) {
    return plain(Number(`${mantissa}e${exponent}`).toFixed(digits - 1 - exponent));
  }
  const size = String(Math.abs(exponent)).padStart(2, "0");
  return `${plain(mantissa)}e${exponent < 0 ? "-" : "+"}${size}`;
}

/** Write a whole number as an exponent. @param {number} number */
const raised = (number) => String(number).replace(/./g, (sign) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(sign)]);

/** Write 1e-06 as people do: 10⁻⁶. @param {string} number */
function withPower(number) {
  const [digits, power] = number.split("e");
  return power ? `${digits === "1" ? "" : `${digits} × `}10${raised(Number(power))}` : digits;
}

/** Return what p is; never that it is 0, which no p is. @param {number} p @param {number} [resamples] */
function equation(p, resamples) {
  if (p > 0) return `p = ${p >= 0.9995 ? "1" : withPower(general(p, 3, true))}`;
  return `p < ${withPower(resamples ? general(1 / resamples, 3) : "1e-300")}`;
}

/** @param {number} value */
const counted = (value) => value.toLocaleString("en-GB");

/** Return a share as a percentage with one digit: 0 and 100 are what is never and always. @param {number} part */
function share(part) {
  const percent = part === 0 || part === 1 ? String(100 * part) : fixed(100 * part, 1);
  return `${{ "0.0": "< 0.1", "100.0": "> 99.9" }[percent] ?? percent}\u00a0%`;
}

/** Return a score, or a difference of two, in whole per cents; 0 has no sign.
 * @param {number} value @param {boolean} [signed] @param {number} [digits] */
function score(value, signed, digits = 2) {
  const sign = value < 0 ? "\u2212" : signed ? "+" : "", size = Math.abs(value), unit = 10 ** digits;
  // More digits than a score has, fewer than a float's error reaches; a half goes away from 0.
  const steps = Math.round(Number((unit * size).toFixed(9)));
  return (steps ? sign : "") + (steps / unit).toFixed(digits);
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Read a number as people type it, and as labkit's demonstrations do: 1,000 and 0,05 and 5 %.
 * @param {string} text @param {boolean} [whole] whether it has no decimals: a point then parts groups of three digits
 * @returns {number} NaN if it is none */
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
