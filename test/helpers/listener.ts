/** Client of a location's events, like an external program. */
import { WebSocket } from 'ws';
import type { EventMessage, StateMessage } from '../../main/events/contract/events.ts';
import { type RefusedSocket, refusalOf } from './refused-socket.ts';

export interface ListenOptions {
  readonly since?: number;
  readonly view?: string;
  readonly device?: string;
  /** Key in the header, as programs send it. */
  readonly key?: string;
  readonly headers?: Record<string, string>;
  /** Subprotocols, as browsers must send the key. */
  readonly protocols?: readonly string[];
}

export interface Listener {
  readonly socket: WebSocket;
  /** All messages except heartbeats. */
  readonly heard: EventMessage[];
  /** The first matching message, received or future. */
  until(isIt: (message: EventMessage) => boolean): Promise<EventMessage>;
  /** The latest state. */
  state(): StateMessage['state'];
  /** Resolves with the close code of the connection. */
  readonly ended: Promise<number>;
  close(): Promise<void>;
}

const DEADLINE_MS = 30_000;

function open(address: string, location: string, options: ListenOptions): WebSocket {
  const url = new URL('/restapi/v2/events', address);
  url.protocol = 'ws:';
  url.searchParams.set('location', location);
  for (const name of ['since', 'view', 'device'] as const) {
    const value = options[name];
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers = { ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }) };
  return new WebSocket(url, [...(options.protocols ?? [])], { headers: { ...headers, ...options.headers } });
}

/** Resolves with the first message; rejects when the connection is refused. */
export async function listen(address: string, location: string, options: ListenOptions = {}): Promise<Listener> {
  const socket = open(address, location, options);
  const heard: EventMessage[] = [];
  const waiting = new Set<() => void>();
  let begun = false;
  const ended = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as EventMessage;
    begun = true;
    if (message.type !== 'alive') heard.push(message);
    for (const look of [...waiting]) look();
  });

  async function wait<T>(what: () => T | undefined, name: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const done = (): void => {
        waiting.delete(look);
        clearTimeout(deadline);
      };
      const look = (): void => {
        const found = what();
        if (found === undefined) return;
        done();
        resolve(found);
      };
      const deadline = setTimeout(() => {
        done();
        reject(new Error(`${name} did not come; heard ${heard.map(({ type }) => type).join(', ') || 'nothing'}`));
      }, DEADLINE_MS);
      waiting.add(look);
      look();
    });
  }

  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  await wait(() => (begun ? true : undefined), 'A first message');
  return {
    socket,
    heard,
    ended,
    until: (isIt) => wait(() => heard.find(isIt), 'What was waited for'),
    state() {
      const last = heard.findLast((message) => message.type === 'state');
      if (last?.type !== 'state') throw new Error('No state was heard');
      return last.state;
    },
    async close() {
      socket.close();
      await ended;
    },
  };
}

/** The server's answer to a refused connection. */
export function refusedListening(
  address: string,
  location: string,
  options: ListenOptions = {},
): Promise<RefusedSocket> {
  return refusalOf(open(address, location, options));
}
