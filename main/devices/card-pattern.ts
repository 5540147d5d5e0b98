/** From a frame to a card's value, by the reader's pattern. */
import { CardValue } from '../contract/reader.ts';
import { fail, ok, type Result } from '../contract/result.ts';
import { compilePattern } from '../core/pattern.ts';
import { looksLikePaymentCard } from './payment-card.ts';

/** A regular expression of RE2 with a group `id`, perhaps a group `name`, and others that answer questions; checked. */
export interface CardPattern {
  readonly source: string;
}

export interface CardText {
  readonly value: CardValue;
  readonly name: CardValue | null;
  /** What the other groups found, by their names; those that found nothing are left out. */
  readonly fields: ReadonlyMap<string, CardValue>;
}

/** `no-match`: not what the pattern asks for, or empty. */
export type CardRefusal = 'no-match' | 'payment-card' | 'too-long';

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

/** @param pattern null takes the whole frame, without the space around it. */
export function readCardText(frame: string, pattern: CardPattern | null): Result<CardText, CardRefusal> {
  const text = frame.trim();
  if (text === '') return fail('no-match');
  if (text.length > MAX_FRAME_CHARACTERS) return fail('too-long');
  if (looksLikePaymentCard(text)) return fail('payment-card');
  if (pattern === null) return ok({ value: new CardValue(text), name: null, fields: new Map() });
  const compiled = compilePattern(pattern.source);
  const groups = compiled.ok ? compiled.value.find(text) : null;
  const id = groups?.id?.trim() ?? '';
  if (id === '') return fail('no-match');
  const name = groups?.name?.trim() ?? '';
  const fields = Object.entries(groups ?? {}).flatMap(([group, found]) =>
    group === 'id' || group === 'name' || !found?.trim() ? [] : [[group, new CardValue(found.trim())] as const],
  );
  return ok({ value: new CardValue(id), name: name === '' ? null : new CardValue(name), fields: new Map(fields) });
}
