/** The AsyncAPI description: valid by the official schema, served, and true of recorded events and webhooks. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../helpers/listener.ts';
import { Receiver } from '../helpers/receiver.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into freely
type Json = any;

const SCHEMA = createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json');

let town: Town;
let receiver: Receiver;
let api: Json;
beforeAll(async () => {
  receiver = await new Receiver().open();
  const site = townSite();
  const hook = { id: 'ears', name: 'Ears', url: receiver.url, secret: 'a secret of more than twenty-four' };
  town = await openTown({
    webhooks: true,
    site: { ...site, settings: { ...(site.settings as object), webhook_networks: ['127.0.0.0/8'] }, webhooks: [hook] },
  });
  api = await (await fetch(`${town.address}/asyncapi.json`)).json();
});
afterAll(async () => {
  await town.close();
  await receiver.close();
});

/** A check of the payload of a message. */
function checkOf(channel: string, message: string): (value: unknown) => readonly string[] {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'api', components: api.components });
  const { payload } = api.channels[channel].messages[message];
  const check = ajv.compile(JSON.parse(JSON.stringify(payload).replaceAll('"#/components', '"api#/components')));
  return (value) => (check(value) ? [] : [ajv.errorsText(check.errors)]);
}

it('is valid by the official schema of AsyncAPI 3.0', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, schemaId: '$id' } as never);
  const official = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  const check = ajv.compile(official);
  expect([check(api), check.errors]).toEqual([true, null]);
  expect(check({ ...api, asyncapi: '2.0.0' })).toBe(false);
  expect(check({ ...api, operations: { send: { action: 'shout' } } })).toBe(false);
});

it('refers to parts that exist, and has no others', () => {
  const used = new Set<string>();
  const visit = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    if (typeof value.$ref === 'string') used.add(value.$ref);
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(api);
  for (const ref of used) {
    const found = ref
      .slice(2)
      .split('/')
      .reduce((at: Json, part) => at?.[part], api);
    expect(found, ref).toBeTypeOf('object');
  }
  const schemas = Object.keys(api.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect(schemas.filter((name) => !used.has(name))).toEqual([]);
});

describe('recorded messages', () => {
  it('are of the described shapes, over the WebSocket and at a webhook', async () => {
    const events = await listen(town.address, 'hall');
    const { ticket } = await town.createTicket('Taxes', { client_name: 'Rita' });
    const call = await town.call('Desk 1', ticket.id);
    await town.conclude('recall', call.id);
    await town.conclude('pausecall', call.id);
    const seat = { desk_id: 'desk-1', user_id: 'ana' };
    const back = (await town.post('callpausedticket', { ...seat, ticket_id: ticket.id })).body.answer;
    await town.post('transfercall', {
      answer_id: back.id,
      dst_type: 'service',
      dst_id: 'passports',
      desk_id: 'desk-1',
    });
    const again = await town.call('Desk 1', ticket.id);
    await town.conclude('cancelcall', again.id);
    await town.post('setdesk', { ...seat, state: 'break' });
    const last = ({ type }: { type: string }): boolean => type === 'desk.changed';
    await events.until(() => events.heard.some(last));
    const wanted = [
      'state',
      ...['created', 'called', 'recalled', 'paused', 'transferred', 'cancelled'].map((one) => `ticket.${one}`),
    ];
    expect(events.heard.map(({ type }) => type)).toEqual(expect.arrayContaining([...wanted, 'desk.changed']));

    const faults = checkOf('events', 'event');
    expect(events.heard.flatMap(faults)).toEqual([]);
    const [state, change] = [events.heard[0], events.heard.find(({ type }) => type === 'ticket.called')];
    expect(faults({ ...state, state: undefined })).not.toEqual([]);
    expect(faults({ ...change, seq: 'one' })).not.toEqual([]);
    await events.close();

    const arrived = await receiver.until(9);
    const ofWebhook = checkOf('webhooks', 'webhook');
    expect(arrived.flatMap(({ body }) => ofWebhook(body))).toEqual([]);
    expect(ofWebhook({ ...arrived[0]?.body, sequence: 'one' })).not.toEqual([]);
    const headers = api.channels.webhooks.messages.webhook.headers.required;
    for (const name of headers) expect(arrived[0]?.headers).toHaveProperty(name);
  });
});
