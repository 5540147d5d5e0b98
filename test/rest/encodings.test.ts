/** Every operation, with its parameters in every place where they may stand, answered as JSON and as XML. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

type Parameters = Readonly<Record<string, string>>;

interface Case {
  readonly operation: string;
  /** Prepares the town and gives the parameters. */
  readonly parameters: () => Promise<Parameters>;
  /** The keys of a good answer. */
  readonly keys: readonly string[];
}

const desk1 = { desk_id: 'desk-1', user_id: 'ana' };

async function called(): Promise<Parameters> {
  await town.createTicket('Passports');
  return { answer_id: (await town.callNext('Desk 1')).id };
}

async function setAside(operation: string): Promise<Parameters> {
  const { ticket } = await town.createTicket('Passports');
  await town.conclude(operation, (await town.call('Desk 1', ticket.id)).id);
  return { ...desk1, ticket_id: ticket.id };
}

const CASES: readonly Case[] = [
  {
    operation: 'createticket',
    parameters: async () => ({
      service_id: 'passports',
      device_id: 'kiosk-1',
      lang: 'pt-PT',
      priority: '1',
      client_name: 'Zé & Cº',
    }),
    keys: ['success', 'ticket', 'ticket_strings'],
  },
  {
    operation: 'callticket',
    parameters: async () => ({ ...desk1, ticket_id: (await town.createTicket('Passports')).ticket.id }),
    keys: ['success', 'answer'],
  },
  {
    operation: 'callnextticket',
    parameters: async () => {
      await town.createTicket('Passports');
      return { ...desk1, services: '["passports","taxes"]' };
    },
    keys: ['success', 'answer'],
  },
  { operation: 'callpausedticket', parameters: () => setAside('pausecall'), keys: ['success', 'answer'] },
  { operation: 'callcancelledticket', parameters: () => setAside('cancelcall'), keys: ['success', 'answer'] },
  { operation: 'recall', parameters: called, keys: ['success'] },
  { operation: 'endcall', parameters: called, keys: ['success'] },
  { operation: 'pausecall', parameters: called, keys: ['success'] },
  { operation: 'cancelcall', parameters: called, keys: ['success'] },
  {
    operation: 'transfercall',
    parameters: async () => ({
      ...(await called()),
      dst_type: 'service',
      dst_id: 'taxes',
      priority: 'true',
      desk_id: 'desk-1',
    }),
    keys: ['success'],
  },
  {
    operation: 'waitingticketslist',
    parameters: async () => ({ service_id: 'passports' }),
    keys: ['success', 'tickets'],
  },
  { operation: 'pausedticketslist', parameters: async () => ({ desk_id: 'desk-1' }), keys: ['success', 'tickets'] },
  {
    operation: 'cancellededticketslist',
    parameters: async () => ({ desk_id: 'desk-1' }),
    keys: ['success', 'tickets'],
  },
  {
    operation: 'initialstate',
    parameters: async () => ({ location_id: 'hall', all_desks: 'true' }),
    keys: ['success', 'player_info'],
  },
];

const ENCODINGS: Readonly<
  Record<string, (parameters: Parameters) => { query?: string; body?: BodyInit; type?: string }>
> = {
  query: (parameters) => ({ query: new URLSearchParams(parameters).toString() }),
  form: (parameters) => ({ body: new URLSearchParams(parameters) }),
  multipart: (parameters) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(parameters)) form.append(name, value);
    return { body: form };
  },
  JSON: (parameters) => ({ body: JSON.stringify(parameters), type: 'application/json' }),
};

async function send(operation: string, encoding: string, parameters: Parameters, format = ''): Promise<Response> {
  const { query = '', body, type } = ENCODINGS[encoding]!(parameters);
  return fetch(
    `${town.address}/restapi/v2/queuemanagement/${operation}?${query}${format === '' ? '' : `&format=${format}`}`,
    {
      method: 'POST',
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      ...(body === undefined ? {} : { body }),
    },
  );
}

describe.each(CASES)('$operation', ({ operation, parameters, keys }) => {
  it.each(Object.keys(ENCODINGS))('takes its parameters by %s', async (encoding) => {
    const response = await send(operation, encoding, await parameters());
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const answer = (await response.json()) as Record<string, unknown>;
    expect(answer).toMatchObject({ success: true });
    expect(Object.keys(answer)).toEqual(keys);
    expect(JSON.stringify(answer)).not.toContain('null');
    expect(response.status).toBe(200);
  });

  it('answers the same as XML', async () => {
    const response = await send(operation, 'form', await parameters(), 'xml');
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(XMLValidator.validate(text)).toBe(true);
    const { response: answer } = new XMLParser().parse(text) as { response: Record<string, unknown> };
    expect(Object.keys(answer)).toEqual(keys);
    expect(answer.success).toBe(true);
  });

  it('names the first parameter that is missing', async () => {
    const [name] = Object.keys(await parameters());
    const { status, body } = await town.post(operation, {});
    expect([status, body.errno]).toEqual([400, 5]);
    expect(typeof body.parameter).toBe('string');
    if (operation !== 'transfercall') expect(body.parameter).toBe(name);
  });
});

describe('parameters', () => {
  it('in the body take precedence over those of the address', async () => {
    const response = await fetch(`${town.address}/restapi/v2/queuemanagement/createticket?service_id=taxes`, {
      method: 'POST',
      body: new URLSearchParams({ service_id: 'passports' }),
    });
    expect(await response.json()).toMatchObject({ ticket: { ticket_service: { id: 'passports' } } });
  });

  it.each([
    [{ priority: true }, '1'],
    [{ priority: 'true' }, '1'],
    [{ priority: 1 }, '1'],
    [{ priority: '1' }, '1'],
    [{ priority: false }, '0'],
    [{ priority: '' }, '0'],
    [{ priority: null }, '0'],
    [{ from_virtualticket: '0' }, '0'],
    [{ from_virtualticket: false }, '0'],
    [{ device_id: 'pad-1' }, '32'],
    [{ device_id: 'reader-1' }, '8'],
    [{ scheduled_to: '2026-11-20 15:00:00', priority: 1 }, '3'],
  ])('%j give the flags %s', async (more, flags) => {
    const { body } = await town.post('createticket', { service_id: 'passports', ...more });
    expect(body.ticket.flags).toBe(flags);
  });

  it('mark a virtual ticket where the service gives such, and are refused where it does not', async () => {
    const draw = async () =>
      (await town.post('createticket', { service_id: 'weddings', from_virtualticket: 'yes' })).body;
    expect(await draw()).toMatchObject({ errno: 111, parameter: 'from_virtualticket' });
    const { services } = town.site.current().file;
    await town.site.load({
      services: services.filter(({ id }) => id === 'weddings').map((one) => ({ ...one, virtual_ticket_enabled: true })),
    });
    expect((await draw()).ticket.flags).toBe('4');
  });

  it('accept numbers and booleans as texts', async () => {
    const { body } = await town.post('createticket', { service_id: 'passports', custom_field: 42, client_name: true });
    expect(body.ticket).toMatchObject({ custom_field: '42', client_name: 'true' });
  });

  it.each([
    ['a list', { services: ['taxes'] }],
    ['a list in a text', { services: '["taxes"]' }],
    ['one id', { services: 'taxes' }],
  ])('take services as %s', async (_how, services) => {
    await town.createTicket('Passports');
    await town.createTicket('Taxes');
    const { body } = await town.post('callnextticket', { ...desk1, ...services });
    expect(body.answer.ticket.ticket_service.id).toBe('taxes');
  });

  it('take services as repeated form fields', async () => {
    await town.createTicket('Taxes');
    const response = await fetch(`${town.address}/restapi/v2/queuemanagement/callnextticket`, {
      method: 'POST',
      body: new URLSearchParams([...Object.entries(desk1), ['services', 'taxes'], ['services', 'passports']]),
    });
    expect(await response.json()).toMatchObject({ success: true });
  });

  it.each([
    'filter[ids][]=taxes&filter[ids][]=blood',
    'filter[ids][0]=taxes&filter[ids][1]=blood',
    'filter%5Bids%5D%5B%5D=taxes&filter%5Bids%5D%5B%5D=blood',
  ])('read the filter %s', async (query) => {
    const answer = (await (await fetch(`${town.address}/restapi/services?${query}`)).json()) as {
      services: { id: string }[];
    };
    expect(answer.services.map(({ id }) => id)).toEqual(['blood', 'taxes']);
  });
});
