/**
 * A morning at the town hall, by a client that knows nothing but the description: openapi-fetch over the types that
 * openapi-typescript made. Compiled and run in a folder of its own, where `schema.d.ts` has been written beside it.
 *
 * node morning.ts ADDRESS USER PASSWORD; prints what it saw as JSON.
 */
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

const [, , address = '', user_id = '', password = ''] = process.argv;
const client = createClient<paths>({ baseUrl: address });

interface Told<Answer> {
  readonly data?: Answer;
  readonly error?: components['schemas']['Failure'];
}

function good<Answer>({ data, error }: Told<Answer>): Answer {
  if (data === undefined) throw new Error(`Refused: ${error?.errno} ${error?.error}`);
  return data;
}

const { authtoken } = good(await client.POST('/restapi/v2/queuemanagement/login', { body: { user_id, password } }));
client.use({
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${authtoken}`);
  },
});

const { locations } = good(await client.GET('/restapi/locations', {}));
const { services } = good(await client.GET('/restapi/services', {}));
const passports = services.find(({ name }) => name === 'Passports');
if (passports === undefined) throw new Error('No passports here');

const numbers: string[] = [];
for (const client_name of ['Rita', 'Hugo']) {
  const { ticket } = good(
    await client.POST('/restapi/v2/queuemanagement/createticket', {
      body: { service_id: passports.id, client_name },
      params: { header: { 'Idempotency-Key': client_name } },
    }),
  );
  numbers.push(ticket.number);
}

const here = { desk_id: 'desk-1', user_id };
const { answer } = good(await client.POST('/restapi/v2/queuemanagement/callnextticket', { body: here }));
good(await client.POST('/restapi/v2/queuemanagement/recall', { body: { answer_id: answer.id } }));
good(
  await client.POST('/restapi/v2/queuemanagement/transfercall', {
    body: { answer_id: answer.id, dst_type: 'service', dst_id: 'taxes', desk_id: here.desk_id },
  }),
);
const second = good(
  await client.POST('/restapi/v2/queuemanagement/callnextticket', { body: { ...here, services: [passports.id] } }),
);
good(await client.POST('/restapi/v2/queuemanagement/endcall', { body: { answer_id: second.answer.id } }));

const counts = good(
  await client.GET('/restapi/v2/queuemanagement/waitingticketscount/{location_id}', {
    params: { path: { location_id: passports.location } },
  }),
);
const { ticket: details } = good(
  await client.GET('/restapi/ticket/details/{id}', { params: { path: { id: answer.ticket.id } } }),
);

const form = good(
  await client.POST('/restapi/v2/forms', {
    body: { name: 'Before the visit', questions: { before: [], during: [], end: [] } },
  }),
);
good(await client.DELETE('/restapi/v2/forms/{form_id}', { params: { path: { form_id: form.id } } }));

// Three fields, as a person would send them: the others have their defaults.
const added = await client.POST('/restapi/v2/admin/locations', {
  body: { id: 'annex', name: 'Annex', timezone: 'Europe/Lisbon' },
});
const report = good(
  await client.GET('/restapi/v2/reports/period', { params: { query: { location: passports.location } } }),
);
// It could have been asked for as CSV too.
if (typeof report === 'string') throw new Error('No table was asked for');
const refused = await client.POST('/restapi/v2/queuemanagement/endcall', { body: { answer_id: 'nobody' } });

process.stdout.write(
  JSON.stringify({
    locations: locations.map(({ id }) => id),
    numbers,
    called: [answer.ticket.client_name, second.answer.ticket.client_name],
    waiting: Object.fromEntries(
      counts.services.map(({ id, number_of_waiting_tickets }) => [id, number_of_waiting_tickets]),
    ),
    sentOnTo: details.dst_service.id,
    added: added.data?.success,
    issued: report.total.issued,
    served: report.total.served,
    errno: refused.error?.errno,
  }),
);
