/**
 * Every operation of the interface once, through the client that orval generated from the description.
 *
 * Compiled and run in a temporary folder that holds the generated `api.ts`: node visits.ts USER PASSWORD. Prints as JSON
 * what the server answered, and the `Content-Type` of each request by operation.
 */
import * as api from './api.ts';

const [, , user_id = '', password = ''] = process.argv;

const contentTypes: Record<string, string> = {};
const send = globalThis.fetch;
let key = '';
globalThis.fetch = (input, init) => {
  const { pathname } = new URL(String(input));
  const headers = new Headers(init?.headers);
  const type = headers.get('content-type');
  if (type !== null) contentTypes[`${init?.method} ${pathname.split('/').slice(0, 5).at(-1)}`] = type;
  if (key !== '') headers.set('authorization', `Bearer ${key}`);
  return send(input, { ...init, headers });
};

interface Received<Body> {
  readonly status: number;
  readonly data: Body;
}
type Good<Answer> = Answer extends { status: 200; data: infer Body } ? Body : never;

function good<Answer extends Received<unknown>>(answer: Answer): Good<Answer> {
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.data)}`);
  return answer.data as Good<Answer>;
}

key = good(await api.login({ user_id, password })).authtoken;

const { locations } = good(await api.locations({ 'filter[locations][]': ['hall'] }));
const { services } = good(await api.services({ 'filter[locations][]': ['hall'] }));
const { services: general } = good(await api.serverservices({}));
const { users } = good(await api.users({ 'filter[text]': 'Silva' }));
const { services: described } = good(await api.servicesMetadata({}));
// orval writes an object of parameters as text; sent one by one they work.
const asText = await api.servicesMetadata({ pairs: { floor: '1' } });
const pair: object = { floor: '1' };
const { services: onFloor } = good(await api.servicesMetadata(pair));
const { services: counts } = good(await api.waitingticketscount({}));
const { services: countsHere } = good(await api.waitingticketscountLocation('hall'));

const passports = services.find(({ name }) => name === 'Passports');
if (passports === undefined) throw new Error('Passports are not listed');
const drawn: string[] = [];
for (const client_name of ['Rita', 'Hugo', 'Zoë', 'Ida', 'Ben']) {
  const { ticket } = good(await api.createticket({ service_id: passports.id, client_name }));
  drawn.push(ticket.id);
}
const [, second = '', third = ''] = drawn;
const { tickets: waiting } = good(await api.waitingticketslist({ service_id: passports.id }));

const seat = { desk_id: 'desk-1', user_id };
const first = good(await api.callnextticket({ ...seat, services: [passports.id] })).answer;
good(await api.recall({ answer_id: first.id }));
good(await api.endcall({ answer_id: first.id }));

const chosen = good(await api.callticket({ ...seat, ticket_id: second })).answer;
good(await api.pausecall({ answer_id: chosen.id }));
const { tickets: paused } = good(await api.pausedticketslist({ desk_id: seat.desk_id }));
const resumed = good(await api.callpausedticket({ ...seat, ticket_id: second })).answer;
good(
  await api.transfercall({
    answer_id: resumed.id,
    dst_type: 'service',
    dst_id: 'taxes',
    desk_id: seat.desk_id,
    note: 'Form 3',
    priority: true,
  }),
);

const missed = good(await api.callticket({ ...seat, ticket_id: third })).answer;
good(await api.cancelcall({ answer_id: missed.id }));
const { tickets: cancelled } = good(await api.cancellededticketslist({ desk_id: seat.desk_id }));
const back = good(await api.callcancelledticket({ ...seat, ticket_id: third })).answer;
good(await api.endcall({ answer_id: back.id }));

const { ticket: details } = good(await api.ticketDetails(second));
const { lastTickets } = good(await api.lasttickets({ location: 'hall', number: 2 }));
const { player_info } = good(await api.initialstate({ location_id: 'hall', all_desks: true }));

const { question_answer_types: types } = good(await api.qats());
const made = good(
  await api.createForm({
    name: 'Before the visit',
    selected: true,
    questions: { before: [{ question: 'What for?', qat_id: types[0]?.id ?? '' }], during: [], end: [] },
  }),
);
const { role } = good(await api.form(made.id));
good(await api.deleteQuestion(made.id, role.questions.before['0']?.id ?? ''));
good(await api.updateForm(made.id, { name: 'At the desk', questions: { before: [], during: [], end: [] } }));
const { forms } = good(await api.forms());
good(await api.deleteForm(made.id));

const refused = await api.endcall({ answer_id: first.id });

process.stdout.write(
  JSON.stringify({
    locations: locations.map(({ name }) => name),
    general: general.map(({ id }) => id),
    users: users.map(({ id }) => id),
    described: described.length,
    asText: asText.status === 400 && asText.data.parameter,
    onFloor: onFloor.map(({ id }) => id),
    counts: [counts.length, countsHere.length],
    waiting: waiting.map(({ client_name }) => client_name),
    called: [first, chosen, missed].map(({ ticket }) => ticket.client_name),
    desk: first.ticket.dst_desk.name,
    paused: paused.map(({ id }) => id === second),
    cancelled: cancelled.map(({ id }) => id === third),
    sentOnTo: [details.dst_service.id, details.note],
    lastTickets: lastTickets.flatMap((one) =>
      Object.entries(one).map(([service, { ticketNumber }]) => [service, ticketNumber]),
    ),
    desks: player_info.byDesk?.length,
    forms: forms.map(({ name }) => name),
    refused: [refused.status, 'errno' in refused.data ? refused.data.errno : 0],
    contentTypes,
  }),
);
