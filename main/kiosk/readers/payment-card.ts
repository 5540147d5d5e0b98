/**
 * Detection of payment cards, so that no payment data enters the program.
 *
 * What the magnetic stripe says (track 1 and track 2 of ISO/IEC 7813, with or without their sentinels, alone or
 * together in one frame), and the bare number, as a chip reader or a scanner gives it. Bare numbers are judged by how
 * the card networks begin and how long they make them, so that the other long numbers of the world stay usable. A
 * right EAN-13 is goods or paper: Visa gives out no numbers of 13 digits any more. An organisation whose own cards
 * look like that names their first digits (`own`).
 */
const TRACK_1 = /B(\d{12,19})\^/g;
const TRACK_2 = /(?<!\d)(\d{12,19})[=D]/g;

const BARE = /(?<![\dA-Za-z])\d(?:[ -]?\d){12,18}(?![\dA-Za-z])/g;
/** Visa, Mastercard, American Express, Discover, UnionPay, JCB, Diners Club. */
const NETWORKS: readonly RegExp[] = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^5[1-5]\d{14}$/,
  /^2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^6(?:011|5\d\d|4[4-9]\d)\d{12}$/,
  /^62\d{14,17}$/,
  /^35(?:2[89]|[3-8]\d)\d{12}$/,
  /^3(?:0[0-5]|[689]\d)\d{11}$/,
];

/** Check digit of card numbers (ISO/IEC 7812-1, annex B). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Check digit of article numbers (GS1 General Specifications, 7.9). */
function isEan13(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return digits.length === 13 && sum % 10 === 0;
}

function isBareNumber(found: string): boolean {
  const digits = digitsOf(found);
  if (isEan13(digits)) return false;
  return NETWORKS.some((network) => network.test(digits)) && passesLuhn(digits);
}

const digitsOf = (found: string): string => found.replaceAll(/[ -]/g, '');

/** @param own how the numbers of the house's own cards begin: with one of these they are nobody else's */
export function looksLikePaymentCard(text: string, own: readonly string[] = []): boolean {
  const isForeign = (found: string): boolean => !own.some((beginning) => digitsOf(found).startsWith(beginning));
  const onTracks = [...text.matchAll(TRACK_1), ...text.matchAll(TRACK_2)].map(([, digits = '']) => digits);
  const bare = [...text.matchAll(BARE)].map(([all]) => all);
  return (
    onTracks.some((digits) => passesLuhn(digits) && isForeign(digits)) ||
    bare.some((found) => isBareNumber(found) && isForeign(found))
  );
}
