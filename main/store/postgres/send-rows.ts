/** Rows, however many, by a few statements. */
import type { Steps } from '../../queue/step.ts';
import type { Session } from './session.ts';
import { asJson, type Statement } from './statement.ts';

/** So that no statement takes long to send or to do: some megabytes, and fewer rows than take a second. */
const PART = { letters: 4_000_000, rows: 20_000 };

/**
 * Sends rows as JSON lists for `json_to_recordset`, which is `$1`. What is sent counts towards its deadline from then on: so
 * when there is more than one part, each is waited for before the next.
 *
 * @param more values from `$2` on
 */
export function* sendRows(
  session: Session,
  statement: Statement,
  rows: readonly object[],
  more: readonly (string | number)[] = [],
): Steps<void> {
  let part: string[] = [];
  let letters = 0;
  const values = () => [`[${part.join(',')}]`, ...more];
  for (const row of rows) {
    const text = asJson(row);
    if (part.length > 0 && (letters + text.length > PART.letters || part.length === PART.rows)) {
      yield* session.change(statement, values());
      part = [];
      letters = 0;
    }
    part.push(text);
    letters += text.length;
  }
  if (part.length > 0) session.send(statement, values());
}
