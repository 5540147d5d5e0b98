/** From a frame to a card's value, by the reader's pattern. */
import { createContext, Script } from 'node:vm';
import { CardValue } from '../contract/reader.ts';
import { fail, ok, type Result } from '../contract/result.ts';
import { looksLikePaymentCard } from './payment-card.ts';

/** A regular expression with a group `id`, perhaps a group `name`, and others that answer questions; checked. */
export interface CardPattern {
  readonly source: string;
}

export interface CardText {
  readonly value: CardValue;
  readonly name: CardValue | null;
  /** What the other groups found, by their names; those that found nothing are left out. */
  readonly fields: ReadonlyMap<string, CardValue>;
}

/** `no-match`: not what the pattern asks for, or empty. `too-slow`: the pattern took too long and was stopped. */
export type CardRefusal = 'no-match' | 'payment-card' | 'too-long' | 'too-slow';

export const MAX_FRAME_CHARACTERS = 1000;
const MAX_PATTERN_CHARACTERS = 500;
/** A sound pattern needs microseconds for the longest frame. */
const MATCH_DEADLINE_MS = 100;

/** `*`, `+`, `{2,}`: as often as it likes. Gives its length, 0 if there is none at `at`. */
function endlessQuantifier(source: string, at: number): number {
  return /^(?:[*+]|\{\d+,\})\??/.exec(source.slice(at))?.[0].length ?? 0;
}

/** Finds `(a+)+`: the usual way to write a pattern that takes longer than the world has existed. */
function repeatsRepetition(source: string): boolean {
  const endless: boolean[] = [false];
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') {
      endless.push(false);
    } else if (character === ')') {
      const inner = endless.pop() ?? false;
      if (endless.length === 0) return false;
      const outer = endlessQuantifier(source, at + 1) > 0;
      if (inner && outer) return true;
      if (inner || outer) endless[endless.length - 1] = true;
    } else if (endlessQuantifier(source, at) > 0) endless[endless.length - 1] = true;
  }
  return false;
}

/** The error completes "the option pattern …". */
export function parseCardPattern(source: string): Result<CardPattern, string> {
  if (source === '') return fail('is empty; leave it out, or write pattern=(?<id>[0-9]{8})');
  if (source.length > MAX_PATTERN_CHARACTERS) return fail(`may have at most ${MAX_PATTERN_CHARACTERS} characters`);
  let groups: Readonly<Record<string, string>> | undefined;
  try {
    new RegExp(source);
    // With an empty alternative it matches the empty text, and tells its groups.
    groups = new RegExp(`${source}|`).exec('')?.groups;
  } catch (error) {
    return fail(`is not a regular expression (${(error as Error).message.split(': ').pop()})`);
  }
  if (groups === undefined || !('id' in groups)) {
    return fail('has no group named id; write (?<id>…) around the card number');
  }
  if (repeatsRepetition(source)) {
    return fail(
      'repeats a group that repeats something itself, such as (a+)+; write it without the inner or outer sign',
    );
  }
  return ok({ source });
}

/**
 * The check above cannot find every pattern that explodes, so the match itself runs under a deadline: an endless one
 * is stopped by V8 instead of stopping the kiosk.
 */
function match(source: string, text: string): Readonly<Record<string, string | undefined>> | null | 'too-slow' {
  const sandbox = createContext({ source, text, groups: null });
  try {
    new Script('groups = new RegExp(source).exec(text)?.groups ?? null').runInContext(sandbox, {
      timeout: MATCH_DEADLINE_MS,
    });
  } catch {
    return 'too-slow';
  }
  return sandbox.groups as Readonly<Record<string, string | undefined>> | null;
}

/** @param pattern null takes the whole frame, without the space around it. */
export function readCardText(frame: string, pattern: CardPattern | null): Result<CardText, CardRefusal> {
  const text = frame.trim();
  if (text === '') return fail('no-match');
  if (text.length > MAX_FRAME_CHARACTERS) return fail('too-long');
  if (looksLikePaymentCard(text)) return fail('payment-card');
  if (pattern === null) return ok({ value: new CardValue(text), name: null, fields: new Map() });
  const groups = match(pattern.source, text);
  if (groups === 'too-slow') return fail('too-slow');
  const id = groups?.id?.trim() ?? '';
  if (id === '') return fail('no-match');
  const name = groups?.name?.trim() ?? '';
  const fields = Object.entries(groups ?? {}).flatMap(([group, found = '']) =>
    group === 'id' || group === 'name' || found.trim() === '' ? [] : [[group, new CardValue(found.trim())] as const],
  );
  return ok({ value: new CardValue(id), name: name === '' ? null : new CardValue(name), fields: new Map(fields) });
}
