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
/** `times`: how often each has changed; one statement cannot change a row twice. A secret that is null stays. */
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
 * Keys that would have ended by themselves before the newest one was made, which has the same time to live, need not be
 * remembered: what is kept is bounded by the sign-outs of two such times.
 */
const FORGET = sql(
  'forget-ended-keys',
  `DELETE FROM credential WHERE kind = 'ended_key' AND CAST(secret AS bigint) < CAST($1 AS bigint) - $2`,
);

export function readCredentials(db: SqlRunner): Effect<readonly Credential[]> {
  return db.all<Credential>(READ);
}

/**
 * Every change ends the keys that there were: the generation grows. To be done while nobody else changes the site.
 *
 * @param revision of the site with this change; only PostgreSQL keeps it
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
