/**
 * Keys and statements by location, so that a database can be distributed over several machines.
 *
 * Every key of a location's rows and every statement begins with the location. Exceptions have a reason.
 */
import { expect, it } from 'vitest';
import { SCHEMA } from '../../main/store/postgres/migrations.ts';
import { checkEvents, checkRows } from '../../main/store/transfer/integrity/check-rows.ts';
import { postgresSink, postgresSource } from '../../main/store/transfer/postgres-place.ts';
import { TABLES } from '../../main/store/transfer/tables.ts';
import '../../main/store/postgres/open-postgres-store.ts';
import type { PoolConnection } from '../../main/database/postgres/pool.ts';
import { everyStatement } from '../../main/database/postgres/statement.ts';

/** Small tables that are equal for all locations, or belong to no location. */
const OF_THE_SITE =
  /^(?:site_item|credential|audit|audit_chain|meta|migration|migration_step|schema_minimum|secret|site_\w+)$/;
/** Tables whose rows name a location, but belong to the organisation. */
const OF_THE_HOUSE: Readonly<Record<string, string>> = {
  webhook_event:
    'one row of events of all locations, whose numbers follow the commits: a webhook goes on from one number',
  webhook_delivery: 'one log for each webhook, in the order in which it was told, of whatever location',
};
/** Statements of all migrations. */
const SQL: readonly string[] = [
  ...SCHEMA.whole.map(({ sql }) => sql),
  ...SCHEMA.online.flatMap(({ steps }) =>
    steps.map((step) => {
      if (step.kind === 'change') return step.sql;
      if (step.kind !== 'index') return '';
      const { name, table, columns, unique = false } = step;
      return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${name} ON ${table} ${columns};`;
    }),
  ),
];
/** Tables whose rows belong to a location. */
const LOCATED = new Set(
  SQL.flatMap((sql) => [...sql.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+) \(\n(.*?)\n\)/gs)])
    .filter(([, name = '', body = '']) => body.includes('location_id') && !(name in OF_THE_HOUSE))
    .map(([, name = '']) => name),
);

/** Text per bracket level, without nested brackets; each part of a UNION separately. */
function levelsOf(text: string): readonly string[] {
  const levels: string[] = [];
  const open: string[] = [''];
  for (const sign of text.replace(/--.*$/gm, '')) {
    if (sign === '(') open.push('');
    else if (sign === ')') {
      const level = open.pop() ?? '';
      levels.push(level);
      // A value is part of the condition; other bracketed text is not a certain condition.
      open.push(`${open.pop() ?? ''}(${/^\$\d+$/.test(level) ? level : ''})`);
    } else open.push((open.pop() ?? '') + sign);
  }
  return [...levels, ...open].flatMap((level) => level.split(/\bUNION\b/));
}

/** Conditions of every row that a level reads: joined only by AND. */
function conditionsOf(level: string): readonly string[] {
  const clauses = level.split(
    /\b(?=WHERE\b|ON\b|GROUP BY|ORDER BY|LIMIT|OFFSET|RETURNING|FOR UPDATE|(?:LEFT |CROSS )?JOIN\b)/,
  );
  return clauses
    .filter((clause) => /^(?:WHERE|ON)\b/.test(clause) && !/\bOR\b/.test(clause))
    .flatMap((clause) => clause.replace(/^\w+\s/, '').split(/\bAND\b/))
    .map((condition) => condition.trim().replaceAll(/\s+/g, ' '));
}

const readsLocated = (level: string): boolean =>
  [...level.matchAll(/\b(?:FROM|JOIN|UPDATE) (\w+)/g)].some(([, table = '']) => LOCATED.has(table));

/** `$1` is a location, or a list of locations to look up. */
const IS_GIVEN = /^(?:\w+\.)?location_id = (?:\$1|ANY \(\$1\))$/;
const IS_THE_SAME = /^(?:\w+\.)?location_id = \w+\.location_id$/;
const LISTED = /\b(?:unnest\(\$1::text\[\]|json_to_recordset\(\$1::json\))/;

/** Whether all rows of a location that are read or changed belong to a location in the first value. */
function namesItsLocation(text: string): boolean {
  const levels = levelsOf(text);
  const conditions = levels.flatMap(conditionsOf);
  const isAdding = /^INSERT INTO \w+ \(location_id\b[^)]*\)\s*(?:VALUES \(\$1|SELECT (?:\$1|\w+\.location_id))/.test(
    text,
  );
  if (!isAdding && !levels.some(readsLocated)) return false;
  return (
    (isAdding || LISTED.test(text) || conditions.some((condition) => IS_GIVEN.test(condition))) &&
    levels
      .filter(readsLocated)
      .every((level) => conditionsOf(level).some((each) => IS_GIVEN.test(each) || IS_THE_SAME.test(each)))
  );
}

it.each([
  ['SELECT id FROM ticket WHERE location_id = $1 AND state = 1', true],
  ['SELECT id FROM ticket WHERE state = 1 AND (location_id = $1 OR id = $2)', false],
  ['SELECT id FROM ticket WHERE location_id = $1 OR id = $2', false],
  ['SELECT id FROM ticket WHERE state = 1 AND NOT (location_id = $1)', false],
  ['SELECT (SELECT count(*) FROM answer WHERE state = 1) FROM ticket WHERE location_id = $1', false],
  ['SELECT id FROM ticket WHERE id IN (SELECT ticket_id FROM answer WHERE location_id = $1)', false],
  ['SELECT id FROM ticket WHERE location_id = $1 UNION SELECT id FROM ticket WHERE state = 1', false],
  ['UPDATE ticket SET state = 2 WHERE id = $2', false],
  ['SELECT id FROM ticket JOIN answer ON answer.location_id = ticket.location_id', false],
])('detects a statement with a location only if it excludes rows of others: %s', (text, names) => {
  expect(namesItsLocation(text)).toBe(names);
});

/** The first table of a statement. */
function tableOf(text: string): string {
  return /\b(?:FROM|INTO|UPDATE) (\w+)/.exec(text)?.[1] ?? '';
}

/** Progress of each webhook. */
const OF_WEBHOOKS = /^webhook_progress$/;

/** Belongs to servers, not to the queue. */
const OF_SERVERS = /^(?:duty|peer|bulletin)$/;

/** Remote actions of a device, which can be at any location, and has a unique id. */
const OF_DEVICES = /^device_action(?:_result)?$/;

/** One mail server sends for the whole organisation, and a mail or saved report can include several locations. */
const OF_MAIL = /^(?:mail|report_view)$/;

const isOfNoLocation = (table: string): boolean =>
  OF_THE_SITE.test(table) ||
  table in OF_THE_HOUSE ||
  OF_WEBHOOKS.test(table) ||
  OF_SERVERS.test(table) ||
  OF_DEVICES.test(table) ||
  OF_MAIL.test(table);

/** Statements on the site or servers only need none, unless they also read a table of locations. */
function needsReason(text: string): boolean {
  return !namesItsLocation(text) && (levelsOf(text).some(readsLocated) || !isOfNoLocation(tableOf(text)));
}

const WITHOUT_LOCATION: Readonly<Record<string, string>> = {
  'lock-site': 'a lock',
  'share-site': 'a lock',
  'lock-appointment': 'a lock',
  'lock-bulletin': 'a lock',
  now: 'the clock',
  'lock-outbox': 'a lock',
  'lock-erasing': 'a lock',
  'lock-webhooks': 'a lock',
  'lock-devices': 'a lock',
  'lock-mail': 'a lock',
  'lock-audit': 'a lock',
  'lock-names': 'a lock',
  'try-names': 'a lock',
  'hold-for-moving': 'a lock of the whole database',
  'ticket-anywhere': 'whoever names a ticket of another location is told so; webhooks tell of all locations',
  'location-of-ticket': 'the location is what is asked for; remembered',
  'location-of-answer': 'the location is what is asked for; remembered',
  'locations-of-services': 'the location is what is asked for',
  'destinations-of-tickets': 'an id stands for one ticket; at most 500 tickets at a time',
  'waiting-counts': 'metrics of all locations, at most once a scrape',
  'users-serving': 'a user serves at one desk only, wherever it is',
  appointment: 'an id stands for one appointment, wherever it is',
  'appointments-of-ids': 'an id stands for one appointment, wherever it is',
  'appointments-of-code': 'whoever shows a code does not say where the visit is to be',
  'appointments-of-typed-code': 'whoever types a code does not say where the visit is to be',
  'appointments-of-services': 'asked when a service is to go or moves, from whatever location',
  'appointments-of-users': 'users work at several locations',
  'appointments-of-desks': 'asked when a desk is to go or moves',
  'every-appointment': 'all that a site file is to replace, a thousand at a time; location by location',
  'checked-in': 'an appointment that was moved to another location must not be checked in again',
  outcomes: 'a key stands for one request, wherever that is',
  'drop-outcomes': 'clears up everywhere, some rows at a time',
  'personal-ticket-texts': 'a person is looked for everywhere, some rows at a time, location by location',
  'answer-texts': 'a person is looked for everywhere, some rows at a time, location by location',
  'check-ins-of': 'a person has appointments and tickets wherever they are',
  'tickets-to-erase': 'a person is erased at all locations; the query returns the location',
  'due-form-answers': 'erases everywhere, some rows at a time',
  'every-open-limit-alarm': 'which alarms stand, wherever; asked when a server begins to watch',
  'kept-devices': 'how devices are, wherever they are; asked at the start of a server',
  'queue-locations': 'the locations are what is asked for',
  'next-day-end': 'clears up everywhere, one service at a time',
  'server-version': 'of the database server',
  'is-schema-known': 'of the schema',
  'schema-minimum': 'of the schema',
  'try-migration': 'of the schema',
  'is-table-partitioned': 'of the schema',
  partitions: 'of the schema',
  'primary-key': 'of the schema',
  'is-index-broken': 'of the schema',
  'is-constraint-there': 'of the schema',
  'open-to-every-role': 'of the schema',
  'notices-channel': 'of the schema',
  'tell-notices': 'goes to all servers; a notice of a location begins with it',
  'is-line-there': 'of the connection',
  'kept-session': 'of the connection',
  'seen-at-replica': 'of this server, as it is written down',
  cancel: 'of another connection',
};

it('names its location, or has a reason', () => {
  const without = everyStatement().filter(({ text }) => needsReason(text));
  expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(WITHOUT_LOCATION).toSorted());
});

/** Reasons for unnamed statements of copies, backups and `--check`, which read or fill a whole database. */
const OF_THE_WHOLE: Readonly<Record<string, RegExp>> = {
  'both sides of a move are counted and summed up, table by table': /^SELECT count\(\*\) AS "rows", .* FROM \w+ WHERE /,
  'every row is moved, in the order of the primary key, a page at a time': /^SELECT .* ORDER BY [\w, ]+ LIMIT 7$/,
  'every row is put, of whatever location; it brings its own':
    /^INSERT INTO \w+ \(.*FROM json_to_recordset\(\$1::json\)/,
  'a file keeps a service once, so none may be at two locations':
    /^SELECT service_id FROM service_queue GROUP BY service_id HAVING/,
  'nothing may be there before, of any location': /^SELECT NOT EXISTS .* AS is_empty$/,
  'whether the whole database agrees with itself is asked once, of all locations': /^SELECT .* LIMIT 5$/,
};

it('has a reason for each statement that has no name', async () => {
  const asked: string[] = [];
  const note = async (text: string): Promise<never[]> => {
    asked.push(text.replaceAll(/\s+/g, ' ').trim());
    return [];
  };
  const line: PoolConnection = {
    ask: ({ text }) => note(text),
    tell: ({ text }) => note(text).then(() => 0),
    exec: async () => undefined,
  };
  for (const isForProgram of [true, false]) {
    const source = await postgresSource(line, isForProgram);
    for (const table of TABLES) {
      await source.figures(table);
      for (const after of [null, source.key(table).map(() => '')]) await source.read(table, after, 7);
    }
    await source.secrets();
  }
  const sink = postgresSink(line);
  await sink.progress();
  await sink.isEmpty();
  for (const table of TABLES) await sink.put(table, [], { source: '', table: table.name, after: null });
  await sink.putSecrets({ secret: '' });
  await sink.finish();
  await checkRows(note, true, 0);
  await checkEvents(note);
  const without = [...new Set(asked)].filter((text) => needsReason(text));
  const kindsOf = (text: string) => Object.keys(OF_THE_WHOLE).filter((kind) => OF_THE_WHOLE[kind]?.test(text));
  expect(without.filter((text) => kindsOf(text).length !== 1)).toEqual([]);
  expect([...new Set(without.flatMap(kindsOf))].toSorted()).toEqual(Object.keys(OF_THE_WHOLE).toSorted());
});

/** Indexes for the statements above that name no location. */
const ACROSS_LOCATIONS: Readonly<Record<string, string>> = {
  service_queue_service: 'locations-of-services',
  ticket_id: 'location-of-ticket, ticket-anywhere',
  answer_id: 'location-of-answer',
  answer_open_user: 'users-serving',
  check_in_appointment: 'checked-in',
  form_answer_due: 'due-form-answers',
  idempotency_key: 'outcomes',
  idempotency_created: 'drop-outcomes',
  appointment_id: 'appointment, appointments-of-ids',
  appointment_code: 'appointments-of-code',
  appointment_essence: 'appointments-of-typed-code',
  appointment_service: 'appointments-of-services',
  appointment_user: 'appointments-of-users',
  appointment_desk: 'appointments-of-desks',
};

it('has migrations with increasing numbers, because a database stores only the highest', () => {
  const numbers = [...SCHEMA.whole, ...SCHEMA.online].map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});

it('begins every key and index of rows of a location with it, except those of statements that name none', () => {
  const sql = SQL.join('\n');
  const tables = [...sql.matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+) \(\n(.*?)\n\)/gs)];
  const located = tables.filter(([, name, body]) => body?.includes('location_id') && !((name ?? '') in OF_THE_HOUSE));
  // Each excluded table exists, and names a location.
  expect(tables.filter(([, name = '']) => name in OF_THE_HOUSE)).toHaveLength(Object.keys(OF_THE_HOUSE).length);
  expect(located.map(([, name]) => name)).toContain('ticket');
  for (const [, name, body = ''] of located) {
    expect(`${name}: ${body.trim().split(/\s/)[0]}`).toBe(`${name}: location_id`);
    expect(body).toMatch(/PRIMARY KEY \(location_id|location_id [^,\n]* PRIMARY KEY/);
  }
  const names = new Set(located.map(([, name]) => name));
  const indexes = [...sql.matchAll(/CREATE (UNIQUE )?INDEX (\w+) ON (\w+)(?: USING \w+)?\s*\((\w+)/g)];
  const across = indexes.filter(([, , , table, first]) => names.has(table) && first !== 'location_id');
  expect(across.map(([, , index]) => index).toSorted()).toEqual(Object.keys(ACROSS_LOCATIONS).toSorted());
  expect(across.filter(([, unique]) => unique !== undefined)).toEqual([]);
  for (const statements of Object.values(ACROSS_LOCATIONS)) {
    for (const statement of statements.split(', ')) expect(WITHOUT_LOCATION).toHaveProperty([statement]);
  }
});
