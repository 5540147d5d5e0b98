/** Rows, however many, by a few statements. */
import { setImmediate } from 'node:timers/promises';
import type { Effects } from '../effect.ts';
import type { DatabaseSession } from './session.ts';
import { asJson, type Statement } from './statement.ts';

/** So that no statement takes long to send or to do: a megabyte, and fewer rows than take a second. */
const PART = { letters: 1_000_000, rows: 20_000 };
/** Written down between two pauses, in characters. */
const MAX_LETTERS_IN_A_TURN = 200_000;

/** The rows as JSON lists, each for one statement. Yields null after each turn of work. */
export function* jsonParts(rows: readonly object[], json: (row: object) => string): Generator<string | null, void> {
  let part: string[] = [];
  let letters = 0;
  let pausedAt = 0;
  for (const row of rows) {
    const text = json(row);
    if (part.length > 0 && (letters + text.length > PART.letters || part.length === PART.rows)) {
      yield `[${part.join(',')}]`;
      part = [];
      letters = 0;
      pausedAt = 0;
    }
    part.push(text);
    letters += text.length;
    if (letters - pausedAt > MAX_LETTERS_IN_A_TURN) {
      yield null;
      pausedAt = letters;
    }
  }
  if (part.length > 0) yield `[${part.join(',')}]`;
}

/**
 * Sends rows as JSON lists for `json_to_recordset`, which is `$1`. What is sent counts towards its deadline from then on: so
 * when there is more than one part, each is waited for before the next.
 *
 * @param more values from `$2` on
 */
export function* sendRows(
  session: DatabaseSession,
  statement: Statement,
  rows: readonly object[],
  more: readonly (string | number | boolean | null)[] = [],
): Effects<void> {
  let part: string | null = null;
  for (const next of jsonParts(rows, asJson)) {
    if (next === null) {
      yield setImmediate();
      continue;
    }
    if (part !== null) yield* session.change(statement, [part, ...more]);
    part = next;
  }
  if (part !== null) session.send(statement, [part, ...more]);
}
