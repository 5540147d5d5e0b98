/**
 * Recognises what the magnetic stripe of a payment card says, so that no payment data enters the program. Track 1
 * and track 2 of ISO/IEC 7813, with or without their sentinels, alone or together in one frame.
 */
const TRACK_1 = /B(\d{12,19})\^/g;
const TRACK_2 = /(?<!\d)(\d{12,19})[=D]/g;

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

export function looksLikePaymentCard(text: string): boolean {
  return [...text.matchAll(TRACK_1), ...text.matchAll(TRACK_2)].some(([, digits = '']) => passesLuhn(digits));
}
