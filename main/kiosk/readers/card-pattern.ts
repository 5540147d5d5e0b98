/** Extracts a card's value from a frame, by the reader's pattern. */

import { compilePattern } from '../../lib/pattern.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { CardValue } from '../contract/reader.ts';
import { type NumberForm, writeNumber } from './card-number.ts';

/** A checked RE2 expression with a group `id`, optionally `name`, and groups that answer questions. */
export interface CardPattern {
  readonly source: string;
}

export interface CardText {
  readonly value: CardValue;
  /** Everything that the reader sent, if more than the value. */
  readonly frame?: CardValue;
  readonly name: CardValue | null;
  /** Matches of the other groups by name, without empty ones. */
  readonly fields: ReadonlyMap<string, CardValue>;
}

/** How to read a reader's frames. */
export interface CardReading {
  /** Null uses the whole frame, trimmed. */
  readonly pattern: CardPattern | null;
  /** Null uses the card's number unchanged. */
  readonly number: NumberForm | null;
  /** Prefixes of the organisation's own cards that look like payment cards. */
  readonly own: readonly string[];
}

/** `no-match`: the pattern does not match, or empty. `no-number`: the wrong format of a number. */
export type CardRefusal = 'no-match' | 'no-number' | 'payment-card' | 'too-long';

export const MAX_FRAME_CHARACTERS = 1000;

const MAX_PATTERN_CHARACTERS = 500;

/** The error completes "the option pattern …". */
export function parseCardPattern(source: string): Result<CardPattern, string> {
  if (source === '') return fail('is empty; omit it, or write pattern=(?<id>[0-9]{8})');
  if (source.length > MAX_PATTERN_CHARACTERS) return fail(`must have at most ${MAX_PATTERN_CHARACTERS} characters`);
  const pattern = compilePattern(source);
  if (!pattern.ok) return pattern;
  if (!pattern.value.groups.includes('id')) {
    return fail('has no group named id; write (?<id>…) around the card number');
  }
  return ok({ source });
}

/**
 * Detection of payment cards, so that no payment data enters the program. It detects magnetic stripes (track 1 and
 * track 2 of ISO/IEC 7813, with or without sentinels, alone or in one frame) and bare numbers from a chip reader or
 * scanner. Bare numbers must match prefix and length of a card network, so that other long numbers stay usable. A valid
 * EAN-13 is allowed, because Visa no longer issues 13-digit numbers. An organisation whose own cards match configures
 * their prefixes (`own`).
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

/** @param own prefixes of the organisation's own cards, which are never payment cards */
function looksLikePaymentCard(text: string, own: readonly string[] = []): boolean {
  const isForeign = (found: string): boolean => !own.some((beginning) => digitsOf(found).startsWith(beginning));
  const onTracks = [...text.matchAll(TRACK_1), ...text.matchAll(TRACK_2)].map(([, digits = '']) => digits);
  const bare = [...text.matchAll(BARE)].map(([all]) => all);
  return (
    onTracks.some((digits) => passesLuhn(digits) && isForeign(digits)) ||
    bare.some((found) => isBareNumber(found) && isForeign(found))
  );
}

export function readCardText(frame: string, reading: CardReading): Result<CardText, CardRefusal> {
  const text = frame.trim();
  if (text === '') return fail('no-match');
  if (text.length > MAX_FRAME_CHARACTERS) return fail('too-long');
  if (looksLikePaymentCard(text, reading.own)) return fail('payment-card');
  const card = find(text, reading.pattern);
  if (card === null) return fail('no-match');
  const id = reading.number === null ? card.id : writeNumber(card.id, reading.number);
  if (id === null) return fail('no-number');
  return ok({ ...card.rest, value: new CardValue(id), ...(id === text ? {} : { frame: new CardValue(text) }) });
}

interface Found {
  readonly id: string;
  readonly rest: Omit<CardText, 'value'>;
}

function find(text: string, pattern: CardPattern | null): Found | null {
  if (pattern === null) return { id: text, rest: { name: null, fields: new Map() } };
  const compiled = compilePattern(pattern.source);
  const groups = compiled.ok ? compiled.value.find(text) : null;
  const id = groups?.id?.trim() ?? '';
  if (id === '') return null;
  const name = groups?.name?.trim() ?? '';
  const fields = Object.entries(groups ?? {}).flatMap(([group, found]) =>
    group === 'id' || group === 'name' || !found?.trim() ? [] : [[group, new CardValue(found.trim())] as const],
  );
  return { id, rest: { name: name === '' ? null : new CardValue(name), fields: new Map(fields) } };
}
