import type { Effects } from '../../../database/effect.ts';
import { sendRows } from '../../../database/postgres/bulk-insert.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { statement, storable } from '../../../database/postgres/statement.ts';
import type { Credential, CredentialChange } from '../../operations/credentials.ts';

const ALL = 'SELECT kind, id, secret, generation, must_change AS "mustChange" FROM credential';
const READ = statement('credentials', ALL);
const SINCE = statement('credentials-since', `${ALL} WHERE revision > $1`);
/** `times`: how often each has changed; one statement cannot change a row twice. A secret that is null stays. */
const ADD = statement(
  'add-credentials',
  `INSERT INTO credential (kind, id, secret, generation, must_change, revision)
  SELECT r.kind, r.id, coalesce(r.secret, known.secret, ''), coalesce(known.generation, 0) + r.times,
    CASE WHEN r.secret IS NULL THEN coalesce(known.must_change, r.must_change) ELSE r.must_change END, $2
  FROM json_to_recordset($1::json) AS r (kind text, id text, secret text, must_change boolean, times integer)
    LEFT JOIN LATERAL (SELECT * FROM credential WHERE credential.kind = r.kind AND credential.id = r.id) AS known ON true
  ON CONFLICT (kind, id) DO UPDATE SET secret = excluded.secret, generation = excluded.generation,
  must_change = excluded.must_change, revision = excluded.revision`,
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

export function readCredentials(session: DatabaseSession): Effects<readonly Credential[]> {
  return session.ask<Credential>(READ, []);
}

export function readCredentialsSince(session: DatabaseSession, revision: number): Effects<readonly Credential[]> {
  return session.ask<Credential>(SINCE, [revision]);
}

/** Every change ends the keys that there were: the generation grows. To be done while nobody else changes the site. */
export function* writeCredentials(
  session: DatabaseSession,
  changes: readonly CredentialChange[],
  revision: number,
): Effects<void> {
  yield* sendRows(session, ADD, eachOnce(changes), [revision]);
  const ended = changes.filter(({ kind }) => kind === 'ended_key').map(({ secret }) => Number(secret));
  if (ended.length > 0) session.send(FORGET, [ended.reduce((one, other) => Math.max(one, other)), KEY_SECONDS]);
}

/** What several changes of the same credential come to. */
function eachOnce(changes: readonly CredentialChange[]): readonly object[] {
  const rows = new Map<string, { secret: string | null; must_change: boolean; times: number }>();
  for (const { kind, id, secret = null, mustChange = false } of changes) {
    const key = `${kind}\n${storable(id)}`;
    const known = rows.get(key) ?? { kind, id, secret: null, must_change: mustChange, times: 0 };
    const given = secret === null ? {} : { secret, must_change: mustChange };
    rows.set(key, { ...known, ...given, times: known.times + 1 });
  }
  return [...rows.values()];
}
