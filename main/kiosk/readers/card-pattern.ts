/** From a frame to a card's value, by the reader's pattern. */

import { compilePattern } from '../../lib/pattern.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { CardValue } from '../contract/reader.ts';
import { type NumberForm, writeNumber } from './card-number.ts';
import { looksLikePaymentCard } from './payment-card.ts';

/** A regular expression of RE2 with a group `id`, perhaps a group `name`, and others that answer questions; checked. */
export interface CardPattern {
  readonly source: string;
}

export interface CardText {
  readonly value: CardValue;
  /** All that the reader sent, where that is more than the value. */
  readonly frame?: CardValue;
  readonly name: CardValue | null;
  /** What the other groups found, by their names; those that found nothing are left out. */
  readonly fields: ReadonlyMap<string, CardValue>;
}

/** How a reader's frames are read. */
export interface CardReading {
  /** Null takes the whole frame, without the space around it. */
  readonly pattern: CardPattern | null;
  /** Null takes the card's number as it is. */
  readonly number: NumberForm | null;
  /** How the numbers of the house's own cards begin, which look like payment cards. */
  readonly own: readonly string[];
}

/** `no-match`: not what the pattern asks for, or empty. `no-number`: not such a number as the reader's options say. */
export type CardRefusal = 'no-match' | 'no-number' | 'payment-card' | 'too-long';

export const MAX_FRAME_CHARACTERS = 1000;
const MAX_PATTERN_CHARACTERS = 500;

/** The error completes "the option pattern …". */
export function parseCardPattern(source: string): Result<CardPattern, string> {
  if (source === '') return fail('is empty; leave it out, or write pattern=(?<id>[0-9]{8})');
  if (source.length > MAX_PATTERN_CHARACTERS) return fail(`may have at most ${MAX_PATTERN_CHARACTERS} characters`);
  const pattern = compilePattern(source);
  if (!pattern.ok) return pattern;
  if (!pattern.value.groups.includes('id')) {
    return fail('has no group named id; write (?<id>…) around the card number');
  }
  return ok({ source });
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
