/**
 * Every row of a location begins with it, and so does every question, so that a database can be spread over several machines
 * by location. Here stands what does not name one, each with the reason.
 */
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../main/store/postgres/migrations/index.ts';
import '../../main/store/postgres/open-postgres-store.ts';
import { everyStatement } from '../../main/store/postgres/statement.ts';

/** Tables that are the same for all locations and small, or that no location owns. */
const OF_THE_SITE = /^(?:site_item|credential|audit|meta|migration|webhook_\w+|secret|site_\w+)$/;
const NAMES_ONE = /\blocation_id = \$1|\(location_id[^)]*\)\s*(?:VALUES \(\$1|SELECT (?:\$1|location_id))/;
/** Of each row its own, of a list that is the first of the values. */
const NAMES_EACH =
  /unnest\(\$1::text\[\][\s\S]*\blocation_id = (?:place|line|r)\.location_id\b|^INSERT INTO \w+ \(location_id, [^)]*\) SELECT r\.location_id\b|\blocation_id = ANY \(\$1\)/;

/** The first table of a statement. */
function tableOf(text: string): string {
  return /\b(?:FROM|INTO|UPDATE) (\w+)/.exec(text)?.[1] ?? '';
}

/** Of servers, not of the queue. */
const OF_SERVERS = /^(?:duty|peer|bulletin)$/;

const WITHOUT_LOCATION: Readonly<Record<string, string>> = {
  'lock-site': 'a lock',
  'share-site': 'a lock',
  'lock-appointment': 'a lock',
  'lock-bulletin': 'a lock',
  now: 'the clock',
  'lock-outbox': 'a lock',
  'lock-erasing': 'a lock',
  'lock-webhooks': 'a lock',
  'lock-users': 'a lock',
  'ticket-anywhere': 'whoever names a ticket of another location is told so; webhooks tell of all locations',
  'location-of-ticket': 'the location is what is asked for; remembered',
  'location-of-answer': 'the location is what is asked for; remembered',
  'locations-of-services': 'the location is what is asked for',
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
  'outcome-anywhere': 'asked for a key whose request was refused before its location was known',
  'drop-outcomes': 'clears up everywhere, some rows at a time',
  'due-form-answers': 'erases everywhere, some rows at a time',
  'queue-locations': 'the locations are what is asked for',
  'next-day-end': 'clears up everywhere, one service at a time',
  'server-version': 'of the database server',
  'is-schema-known': 'of the schema',
  'notices-channel': 'of the schema',
  'tell-notices': 'goes to all servers; a notice of a location begins with it',
  'is-line-there': 'of the connection',
};

it('names its location, or says why not', () => {
  const without = everyStatement().filter(
    ({ text }) =>
      !NAMES_ONE.test(text) &&
      !NAMES_EACH.test(text) &&
      ![OF_THE_SITE, OF_SERVERS].some((tables) => tables.test(tableOf(text))),
  );
  expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(WITHOUT_LOCATION).toSorted());
});

/** Beside those that begin with the location: for the statements above, which do not name one. */
const ACROSS_LOCATIONS: Readonly<Record<string, string>> = {
  service_queue_service: 'locations-of-services',
  ticket_id: 'location-of-ticket, ticket-anywhere',
  answer_id: 'location-of-answer',
  answer_open_user: 'users-serving',
  check_in_appointment: 'checked-in',
  form_answer_due: 'due-form-answers',
  idempotency_key: 'outcome-anywhere',
  idempotency_created: 'drop-outcomes',
  appointment_id: 'appointment, appointments-of-ids',
  appointment_code: 'appointments-of-code',
  appointment_essence: 'appointments-of-typed-code',
  appointment_service: 'appointments-of-services',
  appointment_user: 'appointments-of-users',
  appointment_desk: 'appointments-of-desks',
};

it('has changes of the schema whose numbers only grow, as a database knows the highest alone', () => {
  const numbers = MIGRATIONS.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});

it('begins every key and index of what belongs to a location with it, but for those of statements that name none', () => {
  const sql = MIGRATIONS.map((migration) => migration.sql).join('\n');
  const tables = [...sql.matchAll(/CREATE TABLE (\w+) \(\n(.*?)\n\)/gs)];
  const located = tables.filter(([, name, body]) => body?.includes('location_id') && !name?.startsWith('webhook_'));
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
