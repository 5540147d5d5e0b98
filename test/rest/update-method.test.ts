/** The method UPDATE, really sent: by clients of all kinds, in any pieces, beside other requests on one connection. */
import { execFile } from 'node:child_process';
import { connect, Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';

const run = promisify(execFile);
/** A form of the town; its name is what the tests update. */
let form: string;
let town: Town;

/** The server's ends of the connections. */
const theirs = new Set<Socket>();
const theirEnd = (ours: Socket): Socket | undefined =>
  [...theirs].find(({ remotePort }) => remotePort === ours.localPort);

beforeAll(async () => {
  town = await openTown();
  town.server.server.on('connection', (socket: unknown) => {
    if (!(socket instanceof Socket)) return;
    theirs.add(socket);
    socket.once('close', () => theirs.delete(socket));
  });
  const response = await fetch(`${town.address}/restapi/v2/forms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: template('first'),
  });
  form = `/restapi/v2/forms/${(await response.json()).id}`;
});
afterAll(() => town.close());

function template(name: string): string {
  return JSON.stringify({ name, selected: false, questions: { before: [], during: [], end: [] } });
}

async function formName(): Promise<string> {
  const response = await fetch(town.address + form);
  return (await response.json()).role.name;
}

function request(method: string, path: string, body = '', headers: readonly string[] = []): string {
  const length = body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`, 'content-type: application/json'];
  return [`${method} ${path} HTTP/1.1`, 'host: localhost', ...length, ...headers, '', body].join('\r\n');
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any;
}

interface Line {
  readonly socket: Socket;
  send(bytes: string | Buffer): void;
  /** Resolves when the server has read this, before anything that is sent later. */
  sendAlone(bytes: string | Buffer): Promise<void>;
  /** The next whole answer. */
  answer(): Promise<Answer>;
  /** Resolves with what came when the other end has closed. */
  closed(): Promise<string>;
}

function open(): Line {
  const socket = connect(Number(new URL(town.address).port), '127.0.0.1').setNoDelay(true);
  let received = '';
  let ended = false;
  let wake = (): void => {};
  const note = (): void => wake();
  socket.on('data', (data) => {
    received += data.toString('latin1');
    note();
  });
  socket.on('error', note);
  socket.on('close', () => {
    ended = true;
    note();
  });
  const more = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    async sendAlone(bytes) {
      if (bytes.length === 0) return;
      await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
      await expect.poll(() => theirEnd(socket)?.bytesRead, { timeout: 30_000, interval: 1 }).toBe(socket.bytesWritten);
    },
    async answer() {
      for (;;) {
        const end = received.indexOf('\r\n\r\n');
        const head = received.slice(0, Math.max(0, end));
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (end >= 0 && received.length >= end + 4 + length) {
          const text = received.slice(end + 4, end + 4 + length);
          received = received.slice(end + 4 + length);
          return { status: Number(head.slice(9, 12)), body: text === '' ? null : JSON.parse(text) };
        }
        if (ended) throw new Error(`closed after: ${received}`);
        await more();
      }
    },
    async closed() {
      while (!ended) await more();
      return received;
    },
  };
}

/** What answers to these bytes were, by status and what they did. */
async function statuses(bytes: string, count: number): Promise<number[]> {
  const line = open();
  line.send(bytes);
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await line.answer()).status);
  line.socket.destroy();
  return found;
}

describe('clients that send UPDATE', () => {
  it('curl', async () => {
    const args = ['-s', '-X', 'UPDATE', '-H', 'content-type: application/json', '-d', template('by curl')];
    const { stdout } = await run('curl', [...args, town.address + form]);
    expect(JSON.parse(stdout)).toEqual({ success: true, id: form.split('/').at(-1) });
    expect(await formName()).toBe('by curl');
  });

  it('curl that offers HTTP/2, with a body', async () => {
    const args = ['-s', '--http2', '-H', 'content-type: application/json', '-d', template('by curl, upgraded')];
    for (const method of ['UPDATE', 'PUT']) {
      const { stdout } = await run('curl', [...args, '-X', method, town.address + form]);
      expect(JSON.parse(stdout)).toMatchObject({ success: true });
    }
    expect(await formName()).toBe('by curl, upgraded');
  });

  it('fetch', async () => {
    for (const name of ['by fetch', 'by fetch again']) {
      const response = await fetch(town.address + form, {
        method: 'UPDATE',
        headers: { 'content-type': 'application/json' },
        body: template(name),
      });
      expect(await response.json()).toMatchObject({ success: true });
      expect(await formName()).toBe(name);
    }
  });

  it('urllib of Python', async () => {
    const script = `import sys, urllib.request as r
print(r.urlopen(r.Request(sys.argv[1], sys.argv[2].encode(), {'content-type': 'application/json'}, method='UPDATE')).read().decode())`;
    const { stdout } = await run('python3', ['-c', script, town.address + form, template('by urllib')]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true });
    expect(await formName()).toBe('by urllib');
  });
});

describe('one connection', () => {
  it('carries UPDATEs and other methods by turns', async () => {
    const line = open();
    const methods = ['UPDATE', 'GET', 'UPDATE', 'UPDATE', 'PUT', 'DELETE', 'GET', 'PATCH', 'UPDATE', 'GET'];
    for (const [index, method] of methods.entries()) {
      const at = method === 'DELETE' ? '/restapi/v2/forms/nothing' : form;
      line.send(request(method, at, ['GET', 'DELETE'].includes(method) ? '' : template(`turn ${index}`)));
      expect((await line.answer()).status).toBe(method === 'DELETE' ? 404 : 200);
    }
    line.socket.destroy();
    expect(await formName()).toBe('turn 8');
  });

  it('carries very many UPDATEs', async () => {
    const line = open();
    const warned: Error[] = [];
    const warn = (warning: Error): number => warned.push(warning);
    process.on('warning', warn);
    for (let index = 0; index < 40; index += 1) {
      line.send(request('UPDATE', form, template(`number ${index}`)));
      expect((await line.answer()).status).toBe(200);
    }
    process.off('warning', warn);
    line.socket.destroy();
    expect(warned).toEqual([]);
  });

  it('answers pipelined requests in their order', async () => {
    const sent = [
      request('GET', '/restapi/locations'),
      request('UPDATE', form, template('piped')),
      request('GET', form),
      request('GET', '/restapi/nothing'),
      request('UPDATE', '/restapi/v2/forms/nothing', template('piped')),
      request('UPDATE', form, template('piped last')),
      request('DELETE', '/restapi/locations'),
    ].join('');
    const expected = [200, 200, 200, 404, 404, 200, 405];
    expect(await statuses(sent, expected.length)).toEqual(expected);
    expect(await formName()).toBe('piped last');
  });

  it('takes the requests byte by byte', async () => {
    const line = open();
    const sent = request('GET', form) + request('UPDATE', form, template('in bytes')) + request('GET', form);
    for (const byte of Buffer.from(sent)) {
      line.send(Buffer.of(byte));
      // Lets the server read this byte by itself.
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (let index = 0; index < 3; index += 1) expect((await line.answer()).body.success).toBe(true);
    line.socket.destroy();
    expect(await formName()).toBe('in bytes');
  });

  it.each([1, 2, 3, 6, 7, 8, 30, 70])('takes an UPDATE in two pieces, cut after %d bytes', async (cut) => {
    const line = open();
    line.send(request('GET', form));
    await line.answer();
    const sent = request('UPDATE', form, template(`cut ${cut}`));
    await line.sendAlone(sent.slice(0, cut));
    line.send(sent.slice(cut));
    expect((await line.answer()).status).toBe(200);
    line.socket.destroy();
    expect(await formName()).toBe(`cut ${cut}`);
  });

  it('leaves bodies alone that hold the word', async () => {
    const name = `UPDATE ${form} HTTP/1.1\r\n\r\nUPDATE `;
    const body = template(name);
    const half = Math.floor(body.length / 2);
    const chunked = [body.slice(0, half), body.slice(half), '']
      .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
      .join('');
    const head = request('UPDATE', form, '', ['transfer-encoding: chunked', 'content-type: application/json']);
    expect(await statuses(request('UPDATE', form, body) + request('PUT', form, body), 2)).toEqual([200, 200]);
    expect(await statuses(head + chunked + request('UPDATE', form, template('after chunks')), 2)).toEqual([200, 200]);
    expect(await formName()).toBe('after chunks');
    expect(await statuses(head + chunked + request('GET', form), 2)).toEqual([200, 200]);
    expect(await formName()).toBe(name);
  });

  it('gets 100 Continue if it asks before it sends the body', async () => {
    const line = open();
    const body = template('expected');
    const headers = ['expect: 100-continue', `content-length: ${body.length}`, 'content-type: application/json'];
    line.send(request('UPDATE', form, '', headers));
    expect((await line.answer()).status).toBe(100);
    line.send(body);
    expect((await line.answer()).status).toBe(200);
    line.socket.destroy();
  });

  it('is closed when the client asks for it, and by HTTP/1.0', async () => {
    for (const sent of [
      request('UPDATE', form, template('closing'), ['connection: close']),
      request('UPDATE', form, template('old')).replace('HTTP/1.1', 'HTTP/1.0'),
    ]) {
      const line = open();
      line.send(sent);
      expect((await line.answer()).status).toBe(200);
      expect(await line.closed()).toBe('');
    }
  });

  it('can still become a WebSocket, or refuse to', async () => {
    const line = open();
    line.send(request('UPDATE', form, template('before a socket')));
    await line.answer();
    line.send(request('GET', '/restapi/locations', '', ['connection: upgrade', 'upgrade: websocket']));
    expect((await line.answer()).status).toBe(200);
    line.socket.destroy();
  });
});

describe('where UPDATE is refused', () => {
  it('names the methods of an address, and UPDATE where it applies', async () => {
    const ask = async (method: string, path: string) => {
      const response = await fetch(town.address + path, { method });
      return [response.status, (await response.json()).errno, response.headers.get('allow')];
    };
    expect(await ask('UPDATE', '/restapi/locations')).toEqual([405, 2, 'GET, HEAD, OPTIONS']);
    expect(await ask('UPDATE', '/restapi/nothing')).toEqual([404, 3, null]);
    expect(await ask('UPDATE', '/restapi/v2')).toEqual([400, 1, null]);
    expect((await ask('POST', form))[2]).toBe('DELETE, GET, HEAD, OPTIONS, PATCH, PUT, UPDATE');
  });

  it.each([
    ['two lengths', ['content-length: 3', 'content-length: 4']],
    ['a length and chunks', ['content-length: 3', 'transfer-encoding: chunked']],
    ['chunks and a length', ['transfer-encoding: chunked', 'content-length: 3']],
    ['chunks that are not the last coding', ['transfer-encoding: chunked, gzip']],
    ['a length with a sign', ['content-length: +3']],
  ])('a body of %s', async (_what, headers) => {
    const line = open();
    line.send(`${request('UPDATE', form, '', headers)}abc${request('UPDATE', form, template('smuggled'))}`);
    expect((await line.answer()).status).toBe(400);
    expect(await line.closed()).toBe('');
    expect(await formName()).not.toBe('smuggled');
  });

  it.each(['UPDATED', 'UPSERT', 'UPDAT', 'UP', 'update', 'PDATE'])('the method %s', async (method) => {
    const whole = open();
    whole.send(request(method, form));
    const refused = await whole.answer();
    expect(refused.body).toMatchObject({ success: false });
    expect([400, 405]).toContain(refused.status);
    await whole.closed();
    const inPieces = open();
    for (const byte of request(method, form)) {
      inPieces.send(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await inPieces.answer()).body).toMatchObject({ success: false });
    await inPieces.closed();
  });

  // Letters before PDATE that Node's parser takes for the beginning of another method.
  it.each([
    ['P', 'PDATE'],
    ['', 'PUPDATE'],
    ['PU', 'PDATE'],
    ['P', 'UPDATE'],
    ['P', 'U', 'PDATE'],
    ['M', 'PDATE'],
    ['UN', 'PDATE'],
    ['SOU', 'PDATE'],
    ['', 'CHECKOUPDATE'],
    ['\r\n', 'P', 'PDATE'],
  ])('a method that only ends like it, after anything: %j %j %j', async (...pieces) => {
    const method = pieces.filter((piece) => typeof piece === 'string');
    const last = method.pop() ?? '';
    const sent = request(last, form, template('taken for another'));
    for (const before of ['', request('GET', form), request('UPDATE', form, template('before'))]) {
      for (const isPiped of [true, false]) {
        const line = open();
        let prefix = before;
        if (!isPiped && before !== '') {
          line.send(before);
          expect((await line.answer()).status).toBe(200);
          prefix = '';
        }
        for (const piece of method) {
          await line.sendAlone(prefix + piece);
          prefix = '';
        }
        line.send(prefix + sent);
        if (isPiped && before !== '') expect((await line.answer()).status).toBe(200);
        const refused = await line.answer();
        expect(refused.body).toMatchObject({ success: false });
        expect([400, 405]).toContain(refused.status);
        await line.closed();
        expect(await formName()).not.toBe('taken for another');
      }
    }
  });

  it('outlives clients that go away at any moment', async () => {
    const uncaught: Error[] = [];
    const note = (error: Error): number => uncaught.push(error);
    process.on('uncaughtException', note);
    const sent = `${request('GET', form)}${request('UPDATE', form, template('gone'))}${request('UPDATE', form)}UPD`;
    for (let round = 0; round < 60; round += 1) {
      const line = open();
      line.send(sent.slice(0, sent.length - (round % 4) * 40));
      await new Promise((resolve) => line.socket.once(round % 3 === 0 ? 'data' : 'connect', resolve));
      for (let turn = 0; turn < round % 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      line.socket.resetAndDestroy();
      await line.closed();
    }
    expect(await formName()).not.toBe('');
    process.off('uncaughtException', note);
    expect(uncaught).toEqual([]);
  });

  it('responds to earlier requests, then to the unreadable one', async () => {
    const line = open();
    line.send(`${request('GET', form)}${request('UPDATE', form, template('x'))}${request('UPSERT', form)}`);
    expect((await line.answer()).status).toBe(200);
    expect((await line.answer()).status).toBe(200);
    expect((await line.answer()).status).toBe(405);
    await line.closed();
  });
});
