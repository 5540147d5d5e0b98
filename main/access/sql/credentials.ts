/** SQL for passwords and keys. */
import type { Effect, Effects } from '../../database/effect.ts';
import { storable } from '../../database/postgres/statement.ts';
import { sql } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { CREDENTIAL } from '../../database/tables/site-tables.ts';
import { largest } from '../../lib/lists.ts';
import { type Credential, type CredentialChange, LOGIN_TOKEN_SECONDS } from '../operations/credentials.ts';

const FIELDS = { kind: 'kind', id: 'id', secret: 'secret', generation: 'generation', mustChange: 'must_change' };
const READ = sql('credentials', ({ select }) => `SELECT ${select(CREDENTIAL, FIELDS)} FROM credential`);
/** `times`: number of changes, because one statement cannot update a row twice. A null secret keeps the present one. */
const ADD = sql(
  'add-credentials',
  ({ rows, inPostgres }) =>
    `INSERT INTO credential (kind, id, secret, generation, must_change${inPostgres(', revision')})
  SELECT r.kind, r.id, coalesce(r.secret, known.secret, ''), coalesce(known.generation, 0) + r.times,
    CASE WHEN r.secret IS NULL THEN coalesce(known.must_change, r.must_change) ELSE r.must_change END${inPostgres(', $2')}
  FROM ${rows({ kind: 'text', id: 'text', secret: 'text', must_change: 'flag', times: 'integer' })}
    LEFT JOIN credential AS known ON known.kind = r.kind AND known.id = r.id ORDER BY ordinality
  ON CONFLICT (kind, id) DO UPDATE SET secret = excluded.secret, generation = excluded.generation,
    must_change = excluded.must_change${inPostgres(', revision = excluded.revision')}`,
);
/**
 * Deletes signed-out tokens that had expired before the newest was issued. All have the same lifetime, so the table
 * holds the sign-outs of at most two lifetimes.
 */
const FORGET = sql(
  'forget-ended-keys',
  `DELETE FROM credential WHERE kind = 'ended_key' AND CAST(secret AS bigint) < CAST($1 AS bigint) - $2`,
);

export function readCredentials(db: SqlRunner): Effect<readonly Credential[]> {
  return db.all<Credential>(READ);
}

/**
 * Writes credentials. Every change increments the generation, which revokes earlier keys. The caller must hold the site
 * lock.
 * @param revision of the site with this change; only PostgreSQL stores it
 */
export function* writeCredentials(
  db: SqlRunner,
  changes: readonly CredentialChange[],
  revision: number,
): Effects<void> {
  yield* db.sendRows(ADD, eachOnce(changes), revision);
  const ended = changes.filter(({ kind }) => kind === 'ended_key').map(({ secret }) => Number(secret));
  if (ended.length > 0) yield* db.send(FORGET, largest(ended), LOGIN_TOKEN_SECONDS);
}

/** Combines several changes of one credential. */
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
