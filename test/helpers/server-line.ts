/** Proxy between a kiosk and its server that simulates connection and server failures. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Treatment of requests. `lost-answer`: the server executes the request, but the connection ends before the answer.
 * `stopped`: the server gets the request only after the next change of state, and the answer is lost. `web-page`,
 * `empty-answer`,
 * `busy`: something else answers.
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
/** Real time, well below the client's timeout. */
const SLOW_MS = 200;
/** Headers and the start of the body. */
const TORN_AT = 250;

export interface ServerLine {
  readonly address: string;
  /** Applies from now on, also to pending requests. With `only`, it applies to requests whose path contains it. */
  set(state: LineState, only?: string): void;
  /** Adds a rule to that of `set`. */
  also(state: LineState, only: string): void;
  /** Number of requests that matched this rule since `set`. */
  met(only: string): number;
  /** Switches to another server. */
  leadTo(address: string): void;
  close(): Promise<void>;
}

export async function openServerLine(to: string): Promise<ServerLine> {
  let target = new URL(to);
  let rules: { readonly state: LineState; readonly only: string; met: number }[] = [];
  const sockets = new Set<Socket>();
  /** Held requests by connection, to be sent when the server continues. */
  const held = new Map<Socket, Buffer[]>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const toServer = (): Socket => connect(Number(target.port), target.hostname);

  /** Treats one packet of a request. */
  function pass(near: Socket, far: Socket, packet: Buffer, how: LineState): void {
    if (how === 'refused') near.destroy();
    else if (isAnswered(how)) near.end(ANSWERS[how]);
    else if (how === 'stopped') held.set(near, [...(held.get(near) ?? []), packet]);
    else if (how === 'slow') setTimeout(() => far.writable && far.write(packet), SLOW_MS);
    else if (how !== 'silent') far.write(packet);
  }

  /** Treats the answer. */
  function tear(near: Socket, far: Socket, how: LineState): void {
    if (how !== 'lost-answer' && how !== 'cut-in-answer') return;
    far.unpipe(near);
    far.once('data', (answer: Buffer) => {
      if (how === 'cut-in-answer') near.write(answer.subarray(0, TORN_AT), () => near.destroy());
      else near.destroy();
    });
    // A stream without a consumer must be drained.
    far.resume();
  }

  /** Sends the held requests to the server; their clients have disconnected. */
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
      // The body of a request follows the rule of its head.
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
      // Existing connections are closed, so that further requests use new ones.
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
