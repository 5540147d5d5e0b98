/** Whatever cannot be understood gets a clear failure, changes nothing, and is never a fault of the server. */
import { connect } from 'node:net';
import { XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../helpers/operations.ts';
import { openTown, type Posted, type Town } from '../helpers/town.ts';

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(async () => {
  // None of all this left a ticket, or a fault in the log.
  expect(await town.waiting('Passports')).toEqual([]);
  expect(town.logged.filter(({ event }) => event === 'http.unexpected-error')).toEqual([]);
  await town.close();
});

const CREATE = '/restapi/v2/queuemanagement/createticket';
const JSON_TYPE = { 'content-type': 'application/json' };

async function ask(path: string, init: RequestInit = {}): Promise<Posted & { readonly headers: Headers }> {
  const response = await fetch(town.address + path, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** Bytes on a bare connection, and all that comes back. */
function sendRaw(bytes: string | Buffer): Promise<string> {
  const { port } = new URL(town.address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('bodies', () => {
  it.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number, string]>([
    ['broken JSON', '{"service_id":', JSON_TYPE, 5, 'body'],
    ['a JSON list', '["passports"]', JSON_TYPE, 5, 'body'],
    ['a JSON text', '"passports"', JSON_TYPE, 5, 'body'],
    ['JSON null', 'null', JSON_TYPE, 5, 'body'],
    ['empty JSON', '', JSON_TYPE, 5, 'service_id'],
    ['JSON nested too deep', `{"service_id":"passports","x":${deep(25)}}`, JSON_TYPE, 5, 'body'],
    ['JSON nested too deeply', '['.repeat(100_000), JSON_TYPE, 5, 'body'],
    ['JSON that is not UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), JSON_TYPE, 5, 'body'],
    [
      'another charset',
      '{"service_id":"passports"}',
      { 'content-type': 'application/json; charset=utf-16' },
      5,
      'body',
    ],
    ['an unknown type', 'service_id=passports', { 'content-type': 'text/plain' }, 5, 'body'],
    [
      'XML with an external entity',
      '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><service_id>&y;</service_id>',
      { 'content-type': 'application/xml' },
      5,
      'body',
    ],
    ['no readable type', 'service_id=passports', { 'content-type': '///' }, 5, 'body'],
    ['a compressed body', new Uint8Array([0x1f, 0x8b, 8, 0]), JSON_TYPE, 5, 'body'],
    [
      'a form with invalid percent encoding',
      'service_id=%zz',
      { 'content-type': 'application/x-www-form-urlencoded' },
      5,
      'body',
    ],
    [
      'a form that is not UTF-8',
      'service_id=%ff%fe',
      { 'content-type': 'application/x-www-form-urlencoded' },
      5,
      'body',
    ],
    [
      'a form with too many fields',
      'a=1&'.repeat(5000),
      { 'content-type': 'application/x-www-form-urlencoded' },
      5,
      'body',
    ],
    ['multipart without a boundary', 'x', { 'content-type': 'multipart/form-data' }, 5, 'body'],
    ['broken multipart', '--b\r\nnonsense', { 'content-type': 'multipart/form-data; boundary=b' }, 5, 'body'],
    ['a prototype as JSON', '{"__proto__":{"service_id":"passports"}}', JSON_TYPE, 5, 'service_id'],
    ['a constructor as JSON', '{"constructor":{"prototype":{"service_id":"passports"}}}', JSON_TYPE, 5, 'service_id'],
    [
      'a prototype as a form',
      '__proto__[service_id]=passports',
      { 'content-type': 'application/x-www-form-urlencoded' },
      5,
      'service_id',
    ],
  ])('%s', async (_what, body, headers, errno, parameter) => {
    const answer = await ask(CREATE, { method: 'POST', body, headers });
    expect(answer.body).toMatchObject({ success: false, errno, parameter });
    expect(answer.status).toBe(400);
  });

  it.each(['gzip', 'br', 'Deflate', 'gzip, identity'])(
    'refuses a body compressed with %s, with an error',
    async (coding) => {
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
        const headers = { 'content-type': type, 'content-encoding': coding };
        const { status, body } = await ask(CREATE, { method: 'POST', body: '{"service_id":"passports"}', headers });
        expect([status, body]).toEqual([
          400,
          {
            success: false,
            errno: 5,
            code: 'invalid_parameter',
            parameter: 'body',
            error: 'The body must be sent without Content-Encoding.',
          },
        ]);
      }
    },
  );

  it('takes a body whose coding is none, and no body at all', async () => {
    const identity = { ...JSON_TYPE, 'content-encoding': 'identity' };
    const answer = await ask(CREATE, { method: 'POST', body: '{"service_id":"nowhere"}', headers: identity });
    expect(answer.body.errno).toBe(6);
    const empty = { method: 'POST', headers: { 'content-encoding': 'gzip' } };
    expect((await ask(`${CREATE}?service_id=nowhere`, empty)).body.errno).toBe(6);
  });

  it('refuses a file among the fields', async () => {
    const form = new FormData();
    form.append('service_id', 'passports');
    form.append('photo', new Blob(['x']), 'x.png');
    expect((await ask(CREATE, { method: 'POST', body: form })).body).toMatchObject({ errno: 5, parameter: 'body' });
  });

  it('refuses more than 256 KiB', async () => {
    const body = JSON.stringify({ service_id: 'passports', note: 'x'.repeat(256 * 1024) });
    const answer = await ask(CREATE, { method: 'POST', body, headers: JSON_TYPE });
    expect([answer.status, answer.body.errno]).toEqual([413, 130]);
  });
});

describe('parameters', () => {
  it.each<[string, object, string]>([
    ['missing', {}, 'service_id'],
    ['empty', { service_id: '' }, 'service_id'],
    ['null', { service_id: null }, 'service_id'],
    ['an object', { service_id: { id: 'passports' } }, 'service_id'],
    ['a list', { service_id: ['passports'] }, 'service_id'],
    ['over-long', { service_id: 'x'.repeat(201) }, 'service_id'],
    ['with the character zero', { service_id: 'pass\u0000ports' }, 'service_id'],
    ['over-long text', { service_id: 'passports', client_name: 'x'.repeat(4001) }, 'client_name'],
    ['half a character', { service_id: 'passports', client_name: 'a\ud800' }, 'client_name'],
    ['no boolean', { service_id: 'passports', priority: 'maybe' }, 'priority'],
    ['no boolean but two', { service_id: 'passports', priority: 2 }, 'priority'],
    ['an impossible date', { service_id: 'passports', scheduled_to: '2026-02-30 10:00:00' }, 'scheduled_to'],
    ['a date of another form', { service_id: 'passports', scheduled_to: '20/11/2026' }, 'scheduled_to'],
    ['a time that summer time skips', { service_id: 'passports', scheduled_to: '2027-03-28 01:30:00' }, 'scheduled_to'],
  ])('%s', async (_what, parameters, parameter) => {
    const { status, body } = await town.post('createticket', parameters);
    expect(body).toMatchObject({ success: false, errno: 5, parameter });
    expect(status).toBe(400);
  });

  it.each<[string, object, string]>([
    ['a list that is none', { services: '["passports"' }, 'services'],
    ['an object for a list', { services: { a: 1 } }, 'services'],
    ['an object in a text for a list', { services: '{"a":1}' }, 'services'],
    ['a JSON text for a list', { services: '"passports"' }, 'services'],
    ['a list of objects', { services: [{}] }, 'services'],
    ['too many ids', { services: Array.from({ length: 501 }, () => 'passports') }, 'services'],
  ])('of callnextticket: %s', async (_what, parameters, parameter) => {
    const { body } = await town.post('callnextticket', { desk_id: 'desk-1', user_id: 'ana', ...parameters });
    expect(body).toMatchObject({ errno: 5, parameter });
  });

  it.each([
    ['filter=x', 'filter'],
    ['filter[ids][a][b]=x', 'filter[ids]'],
    [`filter[text]=${'x'.repeat(4001)}`, 'filter[text]'],
    [Array.from({ length: 501 }, () => 'filter[ids]=a').join('&'), 'filter[ids]'],
  ])('of a filter: %.30s', async (query, parameter) => {
    expect((await ask(`/restapi/services?${query}`)).body).toMatchObject({ errno: 5, parameter });
  });

  it.each([{ number: 'x' }, { number: 1.5 }, { number: -1 }, { number: '1e3' }])(
    'of a quantity: %j',
    async ({ number }) => {
      const { body } = await town.post('initialstate', { location_id: 'hall', quantity_by_desk: number });
      expect(body).toMatchObject({ errno: 5, parameter: 'quantity_by_desk' });
    },
  );

  it('a number that is a list with a part that has no text', async () => {
    const query = 'location_id=hall&quantity_by_desk[]=1&quantity_by_desk[a]=1';
    const { status, body } = await ask(`/restapi/v2/queuemanagement/initialstate?${query}`, { method: 'POST' });
    expect([status, body.errno, body.parameter]).toEqual([400, 5, 'quantity_by_desk']);
  });

  it('an over-long idempotency key', async () => {
    const { body } = await town.post(
      'createticket',
      { service_id: 'passports' },
      { 'idempotency-key': 'k'.repeat(201) },
    );
    expect(body).toMatchObject({ errno: 5, parameter: 'Idempotency-Key' });
  });
});

describe('addresses', () => {
  it.each([
    ['/restapi', 'GET', 400, 1],
    ['/restapi/', 'POST', 400, 1],
    ['/restapi/v2', 'GET', 400, 1],
    ['/restapi/v2/queuemanagement/', 'POST', 400, 1],
    ['/restapi/v2/queuemanagement/createtickets', 'POST', 404, 3],
    ['/restapi/nothing', 'GET', 404, 3],
    ['/nothing', 'GET', 404, 3],
    ['/restapi/v2/queuemanagement/createticket/more', 'POST', 404, 3],
    [CREATE, 'GET', 405, 2],
    [CREATE, 'DELETE', 405, 2],
    ['/restapi/locations', 'POST', 405, 2],
    ['/restapi/locations?format=yaml', 'GET', 400, 4],
    ['/restapi/locations?format=xml&format=json', 'GET', 400, 4],
    ['/restapi/nothing?format=yaml', 'GET', 400, 4],
    ['/restapi/locations?filter[text]=%zz', 'GET', 400, 5],
    ['/restapi/locations?filter[text]=%ff', 'GET', 400, 5],
    ['/restapi/%zz', 'GET', 400, 5],
    ['/restapi/v2/queuemanagement/waitingticketscount/nowhere', 'GET', 404, 6],
    ['/restapi/v2/kiosks/nowhere', 'GET', 404, 6],
    ['/restapi/v2/kiosks/__proto__', 'GET', 404, 6],
    [`/restapi/v2/kiosks/${'x'.repeat(201)}`, 'GET', 400, 5],
    [`/restapi/locations?x=${'y'.repeat(9000)}`, 'GET', 413, 130],
  ])('%.60s by %s is %d, errno %d', async (path, method, status, errno) => {
    const answer = await ask(path, { method });
    expect([answer.status, answer.body.errno]).toEqual([status, errno]);
    expect(answer.body.error).toMatch(/^[A-Z].*\.$/);
  });

  it('says in JSON that it does not know a format, and everything else in the format asked for', async () => {
    const response = await fetch(`${town.address}/restapi/nothing?format=xml`);
    const text = await response.text();
    expect(response.status).toBe(404);
    expect(XMLValidator.validate(text)).toBe(true);
    expect(text).toContain('<success>false</success><errno>3</errno>');
  });

  it('lists the allowed methods of an address', async () => {
    expect((await ask(CREATE)).headers.get('allow')).toBe('OPTIONS, POST');
    const options = await fetch(`${town.address}/restapi/locations`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(options.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('answers HEAD like GET without a body', async () => {
    const head = await fetch(`${town.address}/restapi/locations`, { method: 'HEAD' });
    const get = await fetch(`${town.address}/restapi/locations`);
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect(await head.text()).toBe('');
    expect((await fetch(town.address + CREATE, { method: 'HEAD' })).status).toBe(405);
  });
});

describe('what is hardly HTTP', () => {
  it.each([
    ['nonsense', 'hello\r\n\r\n', '400', '"errno":5'],
    ['an unknown method', `UPSERT ${CREATE} HTTP/1.1\r\nhost: localhost\r\n\r\n`, '405', '"errno":2'],
    ['an unknown method of an unknown address', 'UPSERT /x HTTP/1.1\r\nhost: localhost\r\n\r\n', '404', '"errno":3'],
    [
      'a header over 16 KiB',
      `GET /restapi/locations HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      '413',
      '"errno":130',
    ],
    [
      'an invalid length',
      `POST ${CREATE} HTTP/1.1\r\nhost: localhost\r\ncontent-length: x\r\n\r\n`,
      '400',
      '"errno":5',
    ],
    [
      'a tunnel through an address',
      'CONNECT /restapi/locations HTTP/1.1\r\nhost: localhost\r\n\r\n',
      '405',
      'allow: GET, HEAD, OPTIONS\r\n',
    ],
    ['a tunnel elsewhere', 'CONNECT town.example:443 HTTP/1.1\r\nhost: localhost\r\n\r\nhello', '405', '"errno":2'],
    ['a tunnel to everything', 'CONNECT * HTTP/1.1\r\nhost: localhost\r\n\r\n', '405', '"errno":2'],
    ['a tunnel to nothing', 'CONNECT /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n', '404', '"errno":3'],
    [
      'a tunnel as XML',
      'CONNECT /restapi/locations?format=xml HTTP/1.1\r\nhost: localhost\r\n\r\n',
      '405',
      '<errno>2</errno>',
    ],
    ['a tunnel without a host', 'CONNECT /restapi/locations HTTP/1.1\r\n\r\n', '400', '"parameter":"host"'],
    ['options of the server', 'OPTIONS * HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', '204', 'allow: '],
  ])('%s', async (_what, bytes, status, part) => {
    const answer = await sendRaw(bytes);
    expect(answer.slice(9, 12)).toBe(status);
    expect(answer).toContain(part);
  });
});

describe('a tunnel', () => {
  const get = 'GET /restapi/locations HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const update = 'UPDATE /restapi/locations HTTP/1.1\r\nhost: localhost\r\n\r\n';

  it('is refused after the requests before it have their answers', async () => {
    const answer = await sendRaw(`${get}${update}${get}CONNECT x:443 HTTP/1.1\r\nhost: localhost\r\n\r\n${get}`);
    expect(answer.match(/HTTP\/1\.1 \d{3}/g)?.map((line) => line.slice(9))).toEqual(['200', '405', '200', '405']);
  });

  it('whose client goes away is no fault', async () => {
    const { port } = new URL(town.address);
    for (let round = 0; round < 10; round += 1) {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(`${get}CONNECT x:443 HTTP/1.1\r\nhost: localhost\r\n\r\n`);
        if (round % 2 === 0) socket.resetAndDestroy();
        else socket.once('data', () => socket.resetAndDestroy());
      });
      await new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    }
    expect((await ask('/restapi/locations')).status).toBe(200);
  });
});

describe('a request that does not say, or says twice, which host it means', () => {
  const form = 'connection: close\r\ncontent-length: 0\r\n\r\n';

  it.each([
    [
      'none',
      'GET /restapi/locations',
      'HTTP/1.1',
      '',
      '400',
      '"errno":5,"code":"host_header_invalid","error":"HTTP/1.1 needs one header Host',
    ],
    ['none, as UPDATE', 'UPDATE /restapi/v2/forms/x', 'HTTP/1.1', '', '400', '"errno":5'],
    ['none, for XML', 'GET /restapi/locations?format=xml', 'HTTP/1.1', '', '400', '<parameter>host</parameter>'],
    ['two', 'GET /restapi/locations', 'HTTP/1.1', 'host: a\r\nHost: b\r\n', '400', '"parameter":"host"'],
    ['twice the same', 'POST /restapi/locations', 'HTTP/1.1', 'host: a\r\nhost: a\r\n', '400', '"parameter":"host"'],
    ['two, as UPDATE', 'UPDATE /x', 'HTTP/1.1', 'host: a\r\nhost: b\r\n', '400', '"parameter":"host"'],
    ['two, by HTTP/1.0', 'GET /restapi/locations', 'HTTP/1.0', 'host: a\r\nhost: b\r\n', '400', '"parameter":"host"'],
    ['none, by HTTP/1.0', 'GET /restapi/locations', 'HTTP/1.0', '', '200', '"success":true'],
    ['an empty one', 'GET /restapi/locations', 'HTTP/1.1', 'host:\r\n', '200', '"success":true'],
  ])('%s: %s %s', async (_what, line, version, host, status, part) => {
    const answer = await sendRaw(`${line} ${version}\r\n${host}${form}`);
    expect(answer.slice(9, 12)).toBe(status);
    expect(answer).toContain(part);
  });

  it.each(['', ',,,', 'a, a'])('a WebSocket whose protocol is %j: told in our own way', async (protocol) => {
    const answer = await sendRaw(
      'GET /restapi/v2/events?location=hall HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
        `sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: ${protocol}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*content-type: application\/json.*"errno":5,.*"parameter":"upgrade"/s);
  });

  it('none, for a WebSocket', async () => {
    const answer = await sendRaw(
      'GET /restapi/v2/events?location=hall HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"parameter":"host"/s);
  });
});

describe('a parameter of a fixed form', () => {
  const shaped = OPERATIONS.flatMap(({ name, method, path, parameters }) =>
    Object.entries(parameters.properties)
      .filter(([, schema]) => (schema as { readonly pattern?: string }).pattern !== undefined)
      .map(([parameter]) => ({
        name,
        method: [method].flat()[0] ?? '',
        path,
        parameter,
        properties: Object.keys(parameters.properties),
      })),
  );

  it.each(shaped)(
    '$parameter of $name: no other format is accepted',
    async ({ method, path, parameter, properties }) => {
      const others = Object.fromEntries(properties.map((each) => [each, 'x']));
      const given = { ...others, [parameter]: ' ' };
      const address = path.replace(/:\w+/g, 'x');
      const { status, body } = await (method === 'GET'
        ? ask(`${address}?${new URLSearchParams(given)}`)
        : ask(address, { method, headers: JSON_TYPE, body: JSON.stringify(given) }));
      expect([status, body]).toMatchObject([400, { errno: 5 }]);
    },
  );

  it('is there', () => {
    expect(shaped.map(({ parameter }) => parameter)).toContain('like');
  });
});
