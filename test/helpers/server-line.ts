/** The line between a kiosk and its server, which a test can cut in every way in which lines and servers fail. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What becomes of a request. `lost-answer`: the server does what it was asked, and the line falls before it can say so. `stopped`: it
 * does it only when the state is another, and then nobody hears the answer. `web-page`, `empty-answer`, `busy`: something else answers.
 */
export type LineState =
  | 'open'
  | 'refused'
  | 'silent'
  | 'stopped'
  | 'slow'
  | 'lost-answer'
  | 'cut-in-answer'
  | keyof typeof ANSWERS;

const answer = (status: string, type: string, body: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
const JSON_TYPE = 'application/json';
const ANSWERS = {
  busy: answer(
    '503 Service Unavailable',
    JSON_TYPE,
    '{"success":false,"errno":131,"error":"The database cannot be reached."}',
  ),
  'web-page': answer('200 OK', 'text/html', '<!doctype html><title>Sign in to this network</title>'),
  'empty-answer': answer('200 OK', JSON_TYPE, '{"success":true}'),
} as const;
const isAnswered = (how: LineState): how is keyof typeof ANSWERS => Object.hasOwn(ANSWERS, how);
const HEAD = /^[A-Z]+ (\S+) HTTP\/1\.1\r\n/;
/** Real time, well within what a client waits for. */
const SLOW_MS = 200;
/** Head and a few letters of the body. */
const TORN_AT = 250;

export interface ServerLine {
  readonly address: string;
  /** From now on; requests that are on their way feel it too. Only requests whose address has `only` in it, if that is given. */
  set(state: LineState, only?: string): void;
  /** Beside what `set` has said. */
  also(state: LineState, only: string): void;
  /** How many requests have felt what was said of this address, since `set`. */
  met(only: string): number;
  /** Another server stands at its end from now on. */
  leadTo(address: string): void;
  close(): Promise<void>;
}

export async function openServerLine(to: string): Promise<ServerLine> {
  let target = new URL(to);
  let rules: { readonly state: LineState; readonly only: string; met: number }[] = [];
  const sockets = new Set<Socket>();
  /** By the line on which they came: to be done when the server goes on. */
  const held = new Map<Socket, Buffer[]>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const toServer = (): Socket => connect(Number(target.port), target.hostname);

  /** What becomes of one packet of a request. */
  function pass(near: Socket, far: Socket, packet: Buffer, how: LineState): void {
    if (how === 'refused') near.destroy();
    else if (isAnswered(how)) near.end(ANSWERS[how]);
    else if (how === 'stopped') held.set(near, [...(held.get(near) ?? []), packet]);
    else if (how === 'slow') setTimeout(() => far.writable && far.write(packet), SLOW_MS);
    else if (how !== 'silent') far.write(packet);
  }

  /** What becomes of the answer. */
  function tear(near: Socket, far: Socket, how: LineState): void {
    if (how !== 'lost-answer' && how !== 'cut-in-answer') return;
    far.unpipe(near);
    far.once('data', (answer: Buffer) => {
      if (how === 'cut-in-answer') near.write(answer.subarray(0, TORN_AT), () => near.destroy());
      else near.destroy();
    });
    // What is led nowhere stands still.
    far.resume();
  }

  /** The server goes on with what it was asked before it stood still; whoever asked has hung up. */
  function letGo(): void {
    for (const packets of held.values()) {
      const far = toServer().on('error', () => {});
      far.write(Buffer.concat(packets));
      far.once('data', () => far.end());
    }
    held.clear();
  }

  const server = createServer((near) => {
    keep(near);
    const far = keep(toServer());
    far.pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    let how: LineState = 'open';
    near.on('data', (packet: Buffer) => {
      const [, path] = HEAD.exec(packet.toString('latin1')) ?? [];
      // The rest of a request goes the way of its head.
      if (path !== undefined) {
        const rule = rules.find(({ only }) => path.includes(only));
        how = rule?.state ?? 'open';
        if (rule !== undefined) rule.met += 1;
        tear(near, far, how);
      }
      pass(near, far, packet, how);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(state, only = '') {
      rules = [{ state, only, met: 0 }];
      if (state !== 'stopped') letGo();
      // Requests come on new lines from now on; whoever sends one at this moment finds that its line is gone.
      if (state !== 'slow') for (const socket of sockets) socket.destroy();
    },
    also(state, only) {
      rules.push({ state, only, met: 0 });
    },
    met: (only) => rules.find((rule) => rule.only === only)?.met ?? 0,
    leadTo(address) {
      target = new URL(address);
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
