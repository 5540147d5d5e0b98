/**
 * What a ticket costs at least: a bare fastify with the same schemas, that checks the same parameters and writes the
 * same answer, always the same one. Prints `ready …` like the program. With `--accept-update` it takes the method
 * UPDATE as the program does.
 */
import Fastify from 'fastify';
import { CreateTicketAnswer } from '../main/queue/contract/rest/queue-answers.ts';
import { CreateTicketParameters } from '../main/queue/contract/rest/queue-parameters.ts';
import { tendConnections } from '../main/rest/connections.ts';

const service = { id: 'passports', name: 'Passports and identity cards', tag: 'A' };
const nobody = { id: '', display_name: '', username: '' };
const ANSWER: CreateTicketAnswer = {
  success: true,
  ticket: {
    id: '019aa3b0-0000-7000-8000-000000000000',
    number: '43',
    date: '2026-11-20 10:00:00',
    cancelled: 'false',
    transferred: 'false',
    state: '1',
    note: '',
    lang: 'en',
    custom_field: '',
    client_name: '',
    flags: '0',
    app_displayname: '',
    app_id: '',
    scheduled_to: '',
    ticket_service: service,
    dst_service: service,
    dst_desk: { id: '', name: '', tag: '' },
    dst_user: nobody,
    device: { id: 'kiosk-1', type: '1', name: 'Entrance' },
    number_of_waiting_tickets: '12',
    avg_waiting_time: '00:08:20',
  },
  ticket_strings: {
    people_waiting: 'People before you: 11',
    waiting_time: '500',
    date_text: '20 November 2026 at 10:00',
    prioritary_ticket: '',
    extra_text: 'Please have your identity card ready.',
    footer_text: 'Thank you for your visit.',
  },
};

const server = Fastify({ ajv: { customOptions: { coerceTypes: true, formats: { 'local-date-time': true } } } });
server.post(
  '/restapi/v2/queuemanagement/createticket',
  { schema: { body: CreateTicketParameters, response: { 200: CreateTicketAnswer } } },
  async () => ANSWER,
);
if (process.argv.includes('--accept-update')) {
  const book = { methodsOf: () => [], takesWebSocket: () => false, isPage: () => false };
  const { isUpdate, onClientError } = tendConnections(server.server, book, () => false);
  server.server.removeAllListeners('clientError').on('clientError', onClientError);
  server.addHook('onRequest', (request, _reply, done) => {
    void isUpdate(request.raw);
    done();
  });
} else {
  server.addHook('onRequest', (_request, _reply, done) => done());
}
process.once('SIGTERM', () => void server.close());
process.stdout.write(`ready ${await server.listen({ host: '127.0.0.1', port: 0 })}\n`);
