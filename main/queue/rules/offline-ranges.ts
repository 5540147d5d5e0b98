/**
 * Number ranges of offline kiosks.
 *
 * In a range of their own, behind all that the server gives by itself. Each kiosk has a slot of it, the same for all
 * services of its location and from day to day, so that two kiosks never meet, whatever a server still knows of them.
 */
import { SLOT_NUMBERS } from '../../site/contract/site.ts';
import type { NumberRange, NumberSpan } from './numbering.ts';

export const MAX_SLOTS = 100;
/** Where a service has no maximum. */
const MIN_BELOW = 9_000;

/** The first number of the first slot, such as 9001, or 101 of a service that counts to 99. */
export function offlineFrom({ first, max }: NumberRange): number {
  const hasMax = max > 0 && max >= first;
  return Math.ceil((hasMax ? max : first + MIN_BELOW - 1) / 100) * 100 + 1;
}

/** What a kiosk in that slot holds; null when it is to hold none. */
export function offlineSpan(range: NumberRange, slot: number, count: number): NumberSpan | null {
  if (count < 1) return null;
  const first = offlineFrom(range) + slot * SLOT_NUMBERS;
  return { first, last: first + Math.min(count, SLOT_NUMBERS) - 1 };
}

/** Whether it lies where kiosks have theirs, in this range or when the service had no maximum. */
export function canBeLent(range: NumberRange, number: number): boolean {
  const from = offlineFrom(range);
  const highest = Math.max(from, offlineFrom({ first: range.first, max: 0 })) + MAX_SLOTS * SLOT_NUMBERS;
  return number >= from && number < highest;
}

/**
 * The span of so many numbers in which that number lies, in whichever slot; null when there is none, or when it can be no lease of the
 * service, in this range or while the service had no maximum.
 */
export function spanAround(range: NumberRange, number: number, count: number): NumberSpan | null {
  if (count < 1 || !canBeLent(range, number)) return null;
  for (const each of [range, { first: range.first, max: 0 }]) {
    const slot = Math.floor((number - offlineFrom(each)) / SLOT_NUMBERS);
    const span = slot < 0 || slot >= MAX_SLOTS ? null : offlineSpan(each, slot, count);
    if (span !== null && number <= span.last) return span;
  }
  return null;
}

/** Whether a lease was not issued by this database, but concluded from a ticket after a restore: it has no slot of a kiosk. */
export function isRestored({ slot }: { readonly slot: number }): boolean {
  return slot < 0;
}

export function meets(one: NumberSpan, other: NumberSpan): boolean {
  return one.first <= other.last && other.first <= one.last;
}
