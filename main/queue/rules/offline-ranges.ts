/**
 * Number ranges of offline kiosks.
 *
 * Offline numbers have their own range, above all numbers that the server issues. Each kiosk has a slot in it, the same
 * for all services of its location and for every day. So two kiosks never issue the same number, even after a restore
 * of the server.
 */
import { SLOT_NUMBERS } from '../../site/contract/site.ts';
import type { NumberRange, NumberSpan } from './numbering.ts';

export const MAX_SLOTS = 100;
/** Start of the offline range for services without a maximum. */
const MIN_BELOW = 9_000;

/** The first number of the first slot, such as 9001, or 101 of a service that counts to 99. */
export function offlineFrom({ first, max }: NumberRange): number {
  const hasMax = max > 0 && max >= first;
  return Math.ceil((hasMax ? max : first + MIN_BELOW - 1) / 100) * 100 + 1;
}

/** The offline numbers of a slot; null if none are available. */
export function offlineSpan(range: NumberRange, slot: number, count: number): NumberSpan | null {
  if (count < 1) return null;
  const first = offlineFrom(range) + slot * SLOT_NUMBERS;
  return { first, last: first + Math.min(count, SLOT_NUMBERS) - 1 };
}

/** Whether a number is in the offline range, with or without the current maximum of the service. */
export function canBeLeased(range: NumberRange, number: number): boolean {
  const from = offlineFrom(range);
  const highest = Math.max(from, offlineFrom({ first: range.first, max: 0 })) + MAX_SLOTS * SLOT_NUMBERS;
  return number >= from && number < highest;
}

/**
 * The span of `count` numbers that contains a number, in any slot. Null if there is none, or if it cannot be a lease of
 * the service with or without its current maximum.
 */
export function spanAround(range: NumberRange, number: number, count: number): NumberSpan | null {
  if (count < 1 || !canBeLeased(range, number)) return null;
  for (const each of [range, { first: range.first, max: 0 }]) {
    const slot = Math.floor((number - offlineFrom(each)) / SLOT_NUMBERS);
    const span = slot < 0 || slot >= MAX_SLOTS ? null : offlineSpan(each, slot, count);
    if (span !== null && number <= span.last) return span;
  }
  return null;
}

/** Whether a lease was reconstructed from a ticket after a restore; such a lease has no kiosk slot. */
export function isRestored({ slot }: { readonly slot: number }): boolean {
  return slot < 0;
}

export function meets(one: NumberSpan, other: NumberSpan): boolean {
  return one.first <= other.last && other.first <= one.last;
}
