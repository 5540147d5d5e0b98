/** What the SQL of an online migration must not do: keep servers of the release before from the rows for long, or break them. */
import type { MigrationStep, OnlineMigration } from '../../main/store/postgres/online-migration.ts';

/** Each kind of statement that is not allowed in a `change`, with what to do instead. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\bCREATE (UNIQUE )?INDEX\b/, 'make it a step of kind index'],
  [/\bADD (CONSTRAINT\b|CHECK\b|FOREIGN KEY\b|EXCLUDE\b)/, 'make it a step of kind check'],
  [/\bADD (UNIQUE|PRIMARY KEY)\b/, 'build the index in a step of kind index'],
  [/\bALTER (COLUMN )?"?\w+"? (SET DATA )?TYPE\b/, 'rewrites the table: add a column and fill it'],
  [/\bSET NOT NULL\b/, 'reads the table: add a step of kind check'],
  [/\bADD COLUMN\b[^;,]*\b(GENERATED|SERIAL|BIGSERIAL|REFERENCES|UNIQUE|PRIMARY KEY)\b/, 'rewrites or reads the table'],
  [/\bADD COLUMN\b[^;,]*\bDEFAULT\b[^;,]*\(/, 'a default that is computed rewrites the table'],
  [
    /\bADD COLUMN\b(?![^;,]*\bDEFAULT\b)[^;,]*\bNOT NULL\b/,
    'servers of the release before do not write that column: give it a default',
  ],
  [/\b(UPDATE|DELETE FROM|MERGE INTO)\b/, 'make it a step of kind backfill'],
  [/\bINSERT INTO\b[^;]*\bSELECT\b/, 'make it a step of kind backfill'],
  [/\b(TRUNCATE|CLUSTER|VACUUM|REINDEX|REFRESH MATERIALIZED)\b/, 'locks the table while it goes through it'],
  [/\bLOCK TABLE\b/, 'locks the table'],
  [/\bSET (TABLESPACE|LOGGED|UNLOGGED|ACCESS METHOD)\b/, 'rewrites the table'],
  [/\b(BEGIN|COMMIT|ROLLBACK)\b/, 'a step is one transaction'],
  [/\bDO \$/, 'cannot be checked'],
];
/** Servers of the release before would break. */
const CONTRACTING = /\b(DROP (TABLE|COLUMN|SEQUENCE|FUNCTION|TYPE)|RENAME)\b/;

const plain = (sql: string): string =>
  sql
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toUpperCase();

const MAX_NAME = 40;

function faultsOf(step: MigrationStep): readonly string[] {
  if (step.kind === 'index' || step.kind === 'check') {
    // A partition adds its own to the name; PostgreSQL cuts names at 63 bytes.
    return step.name.length <= MAX_NAME ? [] : [`${step.name}: a name has at most ${MAX_NAME} characters`];
  }
  if (step.kind === 'backfill') return [];
  const sql = plain(step.sql);
  return FORBIDDEN.filter(([pattern]) => pattern.test(sql)).map(([pattern, advice]) => `${pattern.source}: ${advice}`);
}

/** @param before the number of the migration before it */
export function migrationFaults({ number, minimum, steps }: OnlineMigration, before: number): readonly string[] {
  const contracts = steps.some((step) => step.kind === 'change' && CONTRACTING.test(plain(step.sql)));
  return [
    ...steps.flatMap(faultsOf),
    ...(number > before ? [] : ['numbers only grow']),
    ...(minimum <= number ? [] : ['the minimum is a schema that is there']),
    ...(contracts && minimum < before ? ['programs that go on still use it: raise the minimum'] : []),
  ];
}
