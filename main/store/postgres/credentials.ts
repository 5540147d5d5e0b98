import type { Steps } from '../../queue/step.ts';
import type { Credential, CredentialChange } from '../store.ts';
import type { Session } from './session.ts';
import { statement } from './statement.ts';

const ALL = 'SELECT kind, id, secret, generation, must_change AS "mustChange" FROM credential';
const READ = statement('credentials', ALL);
const SINCE = statement('credentials-since', `${ALL} WHERE revision > $1`);
const ADD = statement(
  'add-credential',
  `INSERT INTO credential (kind, id, secret, generation, must_change, revision) VALUES ($1, $2, coalesce($3, ''), 1, $4, $5)
  ON CONFLICT (kind, id) DO UPDATE SET secret = coalesce($3, credential.secret), generation = credential.generation + 1,
  must_change = CASE WHEN $3 IS NULL THEN credential.must_change ELSE $4 END, revision = excluded.revision`,
);
/**
 * Keys that would have ended by themselves before the newest one was made, which has the same time to live, need not be
 * remembered: what is kept is bounded by the sign-outs of two such times.
 */
const FORGET = statement(
  'forget-ended-keys',
  `DELETE FROM credential WHERE kind = 'ended_key' AND secret::bigint < $1::bigint - $2`,
);
const KEY_SECONDS = 7 * 24 * 3600;

export function readCredentials(session: Session): Steps<readonly Credential[]> {
  return session.ask<Credential>(READ, []);
}

export function readCredentialsSince(session: Session, revision: number): Steps<readonly Credential[]> {
  return session.ask<Credential>(SINCE, [revision]);
}

/** Every change ends the keys that there were: the generation grows. */
export function writeCredentials(session: Session, changes: readonly CredentialChange[], revision: number): void {
  for (const { kind, id, secret = null, mustChange = false } of changes) {
    session.send(ADD, [kind, id, secret, mustChange, revision]);
    if (kind === 'ended_key') session.send(FORGET, [secret, KEY_SECONDS]);
  }
}
