import type { Db } from '../../../database/sqlite/db.ts';
import type { Credential, CredentialChange } from '../../operations/credentials.ts';

interface Row {
  readonly kind: Credential['kind'];
  readonly id: string;
  readonly secret: string;
  readonly generation: number;
  readonly must_change: number;
}

export function readCredentials(db: Db): readonly Credential[] {
  return db
    .all<Row>('SELECT kind, id, secret, generation, must_change FROM credential')
    .map(({ must_change, ...row }) => ({ ...row, mustChange: must_change === 1 }));
}

const ADD = `INSERT INTO credential (kind, id, secret, generation, must_change) VALUES (?, ?, coalesce(?, ''), 1, ?)
  ON CONFLICT (kind, id) DO UPDATE SET secret = coalesce(?, secret), generation = generation + 1,
  must_change = coalesce(?, must_change)`;

/**
 * Keys that would have ended by themselves before the newest one was made, which has the same time to live, need not be
 * remembered: what is kept is bounded by the sign-outs of two such times.
 */
const FORGET = `DELETE FROM credential WHERE kind = 'ended_key' AND CAST(secret AS INTEGER) < CAST(? AS INTEGER) - ?`;
const KEY_SECONDS = 7 * 24 * 3600;

/** Every change ends the keys that there were: the generation grows. */
export function writeCredentials(db: Db, changes: readonly CredentialChange[]): void {
  for (const { kind, id, secret = null, mustChange = false } of changes) {
    const mark = mustChange ? 1 : 0;
    db.run(ADD, kind, id, secret, mark, secret, secret === null ? null : mark);
    if (kind === 'ended_key') db.run(FORGET, secret, KEY_SECONDS);
  }
}
