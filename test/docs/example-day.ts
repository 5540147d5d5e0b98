/**
 * A day at the demo site in which each operation is done once with parameters that a reader can follow.
 *
 * The examples of the description are recorded from it, and the lines under “Try it” run in it.
 */
import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import { RESET_TOKEN_MS, writeResetTokens } from '../../main/access/rules/reset-tokens.ts';
import { uuidSource } from '../../main/lib/uuid.ts';
import type { Operation } from '../../main/rest/operation.ts';
import { OPERATIONS } from '../helpers/operations.ts';
import type { Town } from '../helpers/town.ts';
import type { ExampleWorld } from './example-world.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses of any shape
type Json = any;

export interface ExampleRequest {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface Sent extends ExampleRequest {
  readonly operation: Operation;
  readonly method: string;
  /** Empty: none. */
  readonly key: string;
}

/** Sends a request. @returns the body of its response */
export type Send = (sent: Sent) => Promise<Json>;

interface More {
  /** A whole document as body, for operations that take one. */
  readonly document?: unknown;
  readonly key?: string;
  readonly method?: string;
}

const BODILESS = new Set(['GET', 'DELETE']);

/** Where each parameter of the request is sent. */
function requestOf(operation: Operation, given: Readonly<Record<string, unknown>>, method: string, document: unknown) {
  const inPath = new Set([...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name));
  const pick = (is: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => is(name)));
  const rest = pick((name) => !inPath.has(name));
  const inQuery = BODILESS.has(method) || operation.document !== undefined;
  const isEmpty = Object.keys(rest).length === 0;
  return {
    ...(inPath.size === 0 ? {} : { path: pick((name) => inPath.has(name)) }),
    ...(inQuery && !isEmpty ? { query: rest } : {}),
    ...(document !== undefined ? { body: document } : inQuery || isEmpty ? {} : { body: rest }),
  };
}

/** Items of the back office as an administrator would add them. */
const THINGS: Readonly<Record<string, Json>> = {
  locations: { id: 'library', name: 'Library', timezone: 'Europe/Lisbon' },
  service_groups: { id: 'books', name: 'Books', location: 'town-hall' },
  server_services: { id: 'global-books', name: 'Books' },
  services: { id: 'loans', name: 'Loans', tag: 'Y', location: 'town-hall', schedule: 'Mo-Fr 09:00-16:00' },
  desks: { id: 'desk-9', name: 'Desk 9', tag: '9', location: 'town-hall' },
  users: {
    id: 'counter9',
    username: 'counter9',
    name: 'Counter 9',
    roles: ['acl_qmpad_access'],
    locations: ['town-hall'],
  },
  devices: { id: 'kiosk-9', name: 'Side entrance', type: 1, location: 'town-hall' },
  question_answer_types: { id: 'card-number', name: 'Number of the library card', type: 9 },
  forms: { id: 'books-form', name: 'Before a loan', questions: { before: [], during: [], end: [] } },
  webhooks: { id: 'statistics-hook', name: 'Statistics', url: 'https://example.org/queue', events: ['ticket.ended'] },
  report_keys: { id: 'spreadsheet', name: 'Spreadsheet' },
  role_sets: { id: 'desk-staff', name: 'Desk staff', roles: ['acl_qmpad_access'] },
  appointments: {
    id: 'visit-1',
    service: 'passports',
    location: 'town-hall',
    scheduled_to: '2026-11-20 15:00:00',
    client_name: 'Rita Reis',
    code: 'VISIT-0001',
    birthday: '1941-03-09',
    reference: 'P-0047',
  },
};

async function storeResetToken({ site, clock }: Town, id: string, token: string): Promise<void> {
  const hash = createHash('sha256').update(token).digest('base64url');
  const generation = site.credentials.user(id)?.generation ?? 0;
  const secret = writeResetTokens({ generation, tokens: [{ hash, until: clock.now() + RESET_TOKEN_MS }] });
  await site.credentials.write([{ kind: 'reset', id, secret }]);
}

export async function playExamples({ town }: ExampleWorld, send: Send): Promise<void> {
  const byName = new Map(OPERATIONS.map((operation) => [operation.name, operation]));
  const newId = uuidSource();

  /** Runs an operation; a refusal is an error of the example. */
  async function show(name: string, given: Readonly<Record<string, unknown>> = {}, more: More = {}): Promise<Json> {
    const operation = byName.get(name);
    if (operation === undefined) throw new Error(`No operation ${name}`);
    const method = more.method ?? [operation.method].flat()[0] ?? 'GET';
    const request = requestOf(operation, given, method, more.document);
    const answer = await send({ operation, method, key: more.key ?? '', ...request });
    if (answer?.success !== true) throw new Error(`${name} ${JSON.stringify(given)}: ${JSON.stringify(answer)}`);
    return answer;
  }
  /** For delayed results; not part of the examples. */
  const read = async (path: string): Promise<Json> => (await fetch(`${town.address}${path}`)).json();
  const pass = (minutes: number): void => town.clock.advance(minutes * 60_000);

  const seat = { desk_id: 'desk-1', user_id: 'counter1' };
  const passports = { service_id: 'passports' };
  const draw = async (more: object = {}): Promise<Json> => show('createticket', { ...passports, ...more });
  const call = async (ticket_id: string): Promise<Json> => (await show('callticket', { ...seat, ticket_id })).answer;

  // Keys.
  const admin = (await show('login', { user_id: 'admin', password: 'correct horse battery' })).authtoken;
  await show('session', {}, { key: admin });
  await show(
    'change_password',
    { password: 'correct horse battery', new_password: 'battery horse correct' },
    { key: admin },
  );
  const again = (await show('login', { user_id: 'admin', password: 'battery horse correct' })).authtoken;
  await show('end_session', {}, { key: again });
  await show('revoke_user', { id: 'counter2' });
  const { key: kiosk } = await show('create_device_key', { id: 'kiosk-1' });
  await show('create_device_key', { id: 'kiosk-2' });
  await show('revoke_device_key', { id: 'kiosk-2' });
  const secret = createHash('sha256').update('a screen of the examples').digest('base64url');
  const { code } = await show('begin_pairing', { secret });
  await show('pair_device', { id: 'display-1', code });
  await show('collect_pairing', { secret });

  // Lookups.
  await show('locations');
  await show('services');
  await show('serverservices');
  await show('users');
  await show('services_metadata');
  await show('displays');
  await show('display', { device_id: 'display-1' });
  await show('kiosk', { device_id: 'kiosk-1' });
  await show('device_lookup', { code: 'DEMO-CARD-0001' });

  // Visits.
  const { ticket: first } = await draw({ device_id: 'kiosk-1', client_name: 'Rita Reis', lang: 'en' });
  for (let ticket = 0; ticket < 8; ticket += 1) await draw();
  pass(6);
  await show('waitingticketslist', passports);
  await show('waitingticketscount');
  await show('waitingticketscount_location', { location_id: 'town-hall' });
  const { answer } = await show('callnextticket', seat);
  await show('recall', { answer_id: answer.id });
  await show('ticket_details', { id: first.id });
  await show('ticket_details_parameter', { id: first.id });
  pass(4);
  await show('endcall', { answer_id: answer.id });
  const [undo] = (await show('counter', { desk_id: 'desk-1' })).undo;
  await show('undo', { desk_id: 'desk-1', step_id: undo.step_id });
  await show('endcall', { answer_id: answer.id });
  await show('setoutcomes', { answer_id: answer.id, outcomes: [] });
  await show('ticket_outcomes', { ticket_id: first.id });
  const { answer: resumed } = await show('continuevisit', { ...seat, ticket_id: first.id });
  await show('endcall', { answer_id: resumed.id });

  const paused = (await draw()).ticket.id;
  await show('pausecall', { answer_id: (await call(paused)).id });
  await show('pausedticketslist', { desk_id: 'desk-1' });
  const back = (await show('callpausedticket', { ...seat, ticket_id: paused })).answer;
  await show('transfercall', { answer_id: back.id, dst_type: 'service', dst_id: 'local-taxes', desk_id: 'desk-1' });
  const { answer: open } = await show('callnextticket', seat);
  const { answer: after } = await show('no_show_and_next', { ...seat, current_answer: open.id });
  await show('put_back_call', { answer_id: after.id, desk_id: 'desk-1', places: 2 });
  const missed = (await draw()).ticket.id;
  await show('cancelcall', { answer_id: (await call(missed)).id });
  await show('cancellededticketslist', { desk_id: 'desk-1' });
  const found = (await show('callcancelledticket', { ...seat, ticket_id: missed })).answer;
  await show('endcall', { answer_id: found.id });
  await show('requeueticket', { ...seat, ticket_id: missed });
  await show('changeticket', { ...seat, ticket_id: missed, priority: 'yes', reason: 'cannot stand for long' });
  await show('removeticket', { ...seat, ticket_id: missed, reason: 'taken twice' });
  await show('counters');
  await show('counter', { desk_id: 'desk-1' });
  await show('counter_tickets', { desk_id: 'desk-1', list: 'next' });
  await show('counter_figures', { desk_id: 'desk-1', user_id: 'admin' });
  await show('find_tickets', { desk_id: 'desk-1', text: 'reis' });
  await show('served_tickets', { desk_id: 'desk-1' });
  await show('lasttickets', { location: 'town-hall' });
  await show('initialstate', { location_id: 'town-hall' });
  await show('setdesk', { ...seat, state: 'break', reason: 'lunch' });
  await show('setdesk', { ...seat, state: 'open' });
  await show('takeover', { desk_id: 'desk-1', user_id: 'admin' });
  await show('takeover', seat);

  // Answers, appointments, phones.
  const answered = (await draw({ device_id: 'kiosk-1' })).ticket.id;
  await show('ticket_answers', { ticket_id: answered });
  await show('save_ticket_answers', { ticket_id: answered, form_answers: {} });
  await show('admin_create_appointments', {}, { document: THINGS.appointments });
  await show('appointment_lookup', { code: 'VISIT-0001' });
  await show('appointment_find', { location_id: 'town-hall', visitor: 'P-0047', birthday: '1941-03-09' });
  await show('admin_hash_cards', { cards: ['0042'] });
  await show('card_lookup', { code: '0042', location_id: 'town-hall' });
  const phoneSecret = async (): Promise<string> => {
    const response = await fetch(`${town.address}/restapi/v2/queuemanagement/createticket?service_id=passports`, {
      method: 'POST',
    });
    return response.headers.get('ticket-page')?.split('/').at(-1) ?? '';
  };
  const phone = await phoneSecret();
  await show('phone_ticket', { secret: phone });
  await show('leave_queue', { secret: phone });
  await show('withdraw_ticket', passports);

  // A kiosk and remote actions.
  const asKiosk = { key: kiosk };
  const at = { device_id: 'kiosk-1' };
  await show('kiosk_status', { ...at, printer: 'ok', screen: 'choose', can: 'test-print shut reopen' }, asKiosk);
  await show('lease_numbers', { ...at, holder: 'kiosk-1', request: '1' }, asKiosk);
  await show(
    'sync_offline_tickets',
    { ...at, holder: 'kiosk-1', tickets: [{ id: newId(town.clock.now()), ...passports, number: 9001 }] },
    asKiosk,
  );
  await show('call_staff', at, asKiosk);
  await show('answerstaffcall', { ...seat, device_id: 'kiosk-1' });
  const { action } = await show('ask_device', { id: 'kiosk-1', action: 'test-print' });
  await show('device_actions', { id: 'kiosk-1' });
  await show('claim_device_action', { ...at, action_id: action.id }, asKiosk);
  await show('report_device_action', { ...at, action_id: action.id, ended: 'done' }, asKiosk);
  await show('device_action', { id: 'kiosk-1', action_id: action.id });
  const deed = { action: 'paper-changed', at: new Date(town.clock.now()).toISOString() };
  await show('report_local_action', { ...at, action_id: newId(town.clock.now()), ...deed }, asKiosk);
  await show('device_history', { id: 'kiosk-1' });

  // Forms.
  const { question_answer_types: types } = await show('qats');
  const question = { question: 'What is it about?', qat_id: types[0].id };
  const body = { name: 'Before the visit', selected: false, questions: { before: [question], during: [], end: [] } };
  const form_id = (await show('create_form', body)).id;
  await show('forms');
  const { role } = await show('form', { form_id });
  await show('delete_question', { form_id, question_id: role.questions.before['0'].id });
  await show('update_form', { form_id, ...body, name: 'At the desk' });
  await show('update_form', { form_id, ...body }, { method: 'PATCH' });
  await show('delete_form', { form_id });

  // Reports and alarms.
  pass(30);
  await show('report_today', { location: 'town-hall' });
  await show('report_period', { location: 'town-hall' });
  await show('report_tables', { locations: ['town-hall'], tables: ['desks'] });
  await show('report_file', { file: 'xlsx' });
  await show('report_forecast', { location: 'town-hall' });
  await show('report_locations');
  await show('report_comparison');
  const view = await show('put_report_view', { name: 'Last week', span: 'days7' }, { key: again });
  await show('report_views', {}, { key: again });
  await show('drop_report_view', { id: view.id }, { key: again });
  const limited = { collection: 'services', ids: ['passports'], fields: '{"limit_waiting":1}' };
  const { token } = await show('admin_bulk_edit', limited);
  await show('admin_bulk_edit', { ...limited, apply: true, token });
  const { changes } = await show('admin_undoable_changes');
  await show('admin_undo', { change_id: changes[0].change_id });
  await show('admin_bulk_edit', { ...limited, apply: true });
  await draw();
  await vi.waitUntil(
    async () => {
      pass(1);
      return (await read('/restapi/v2/limits/alarms')).alarms.length > 0;
    },
    { timeout: 30_000 },
  );
  const { alarms } = await show('limit_alarms');
  await show('acknowledge_limit_alarm', { location: 'town-hall', alarm: alarms[0].number }, { key: again });

  // The back office.
  await show('admin_search_site', { text: 'ana' });
  await show('admin_settings');
  await show('admin_setting_overrides');
  for (const [collection, thing] of Object.entries(THINGS)) {
    const { id } = thing;
    if (collection !== 'appointments') await show(`admin_create_${collection}`, {}, { document: thing });
    await show(`admin_list_${collection}`, collection === 'appointments' ? { location: 'town-hall' } : {});
    await show(`admin_read_${collection}`, { id });
    await show(`admin_replace_${collection}`, { id }, { document: { ...thing, name: thing.name } });
    if (collection === 'appointments') {
      await show('admin_search_appointments', { text: 'reis' });
      await show('admin_appointment_references', { service: 'passports' });
      await show('admin_appointment_times', { service: 'building-permits', day: '2026-11-23' });
    }
    await show(`admin_delete_${collection}`, { id });
  }
  await show('admin_audit', { limit: 1 });
  await show('check_audit');
  await show('admin_retention_preview', { days: 365 });
  await show('admin_export_site', { appointments: false });
  const document = { desks: [{ id: 'desk-2', name: 'Desk 2', tag: '2', location: 'town-hall' }] };
  await show('admin_preview_site', {}, { document });
  await show('admin_import_site', {}, { document });
  await show('admin_order', {
    collection: 'service_groups',
    location: 'town-hall',
    ids: ['family', 'documents', 'home'],
  });
  await show('admin_copy_location', { location: 'town-hall', id: 'town-hall-south', name: 'Town hall south' });
  const copy = { location: 'town-hall', id: 'annex', name: 'Annex', follow: true };
  const looked = await show('admin_copy_location', copy);
  await show('admin_copy_location', { ...copy, apply: true, token: looked.token });
  await show('admin_reset_to_parent', { location: 'annex', collection: 'locations', id: 'annex' });
  await show('admin_change_item', {
    collection: 'desks',
    id: 'desk-2',
    item: '{"name":"Desk 2","tag":"2","location":"town-hall"}',
  });
  await show('admin_import_csv', { collection: 'desks', location: 'town-hall', table: 'name,tag\nDesk 8,8\n' });
  await show('preview_opening_hours', { schedule: 'Mo-Fr 09:00-16:00' });
  await show('preview_opening_hours', { schedule: 'Mo-Fr 09:00-16:00' }, { method: 'POST' });
  await show('public_holidays', { country: 'PT', year: 2027 });
  await show('preview_ticket', passports, { document: {} });
  await show('preview_form', { form_id: '01900000-0000-7000-8000-000000000001' }, { document: {} });

  // Webhooks.
  const hook = { id: 'messages' };
  await show('webhook_status');
  await show('test_webhook', hook);
  const log = '/restapi/v2/admin/webhooks/messages/deliveries';
  await vi.waitUntil(async () => (await read(log)).deliveries.length > 0, { timeout: 30_000 });
  const [{ delivery }] = (await show('webhook_deliveries', hook)).deliveries;
  await show('retry_webhook_delivery', { ...hook, delivery });
  await show('resume_webhook', hook);
  await show('create_webhook_secret', hook);
  await show('try_mail', { address: 'ana@example.org' });
  await show('admin_mail');

  // A forgotten password. Mailed tokens are random, so this one is stored directly.
  await show('password_reset');
  await show('request_password_reset', { name: 'maria.lopes' });
  await show('mail_password_reset', { id: 'counter2' });
  const mailed = createHash('sha256').update('a mailed link of the examples').digest('base64url');
  await storeResetToken(town, 'counter2', mailed);
  await show('complete_password_reset', { token: mailed, new_password: 'orbit lantern walnut' });

  await show('create_report_key', { id: 'statistics' });
  await show('report_key_state', { id: 'statistics' });
  await show('end_report_key', { id: 'statistics' });

  // One person's data.
  await show('find_personal_data', { text: 'Rita Reis' });
  await show('export_personal_data', { text: 'Rita Reis' });
  await show('erase_personal_data', { ticket_ids: [first.id] });

  // The rest of the settings gets its defaults.
  const settings = { api_authentication: false, default_lang: 'en', languages: ['en', 'pt_PT'] };
  await show('admin_put_settings', {}, { document: settings });
}
