/** The line between a kiosk and its server, which a test can cut in every way in which lines and servers fail. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What becomes of a request. `lost-answer`: the server does what it was asked, and the line falls before it can say so. */
export type LineState = 'open' | 'refused' | 'silent' | 'lost-answer' | 'cut-in-answer' | 'busy';

const BUSY_BODY = '{"success":false,"errno":131,"error":"The database cannot be reached."}';
const BUSY = `HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 1\r\ncontent-length: ${BUSY_BODY.length}\r\nconnection: close\r\n\r\n${BUSY_BODY}`;
/** Head and a few letters of the body. */
const TORN_AT = 250;

export interface ServerLine {
  readonly address: string;
  /** From now on; requests that are on their way feel it too. Only requests whose address has `only` in it, if that is given. */
  set(state: LineState, only?: string): void;
  /** Another server stands at its end from now on. */
  leadTo(address: string): void;
  close(): Promise<void>;
}

export async function openServerLine(to: string): Promise<ServerLine> {
  let target = new URL(to);
  let state: LineState = 'open';
  let only = '';
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };

  /** What becomes of one request, which is as long as one packet or two. */
  function pass(near: Socket, far: Socket, request: Buffer, how: LineState): void {
    if (how === 'refused') near.destroy();
    else if (how === 'busy') near.end(BUSY);
    else if (how !== 'silent') far.write(request);
    if (how !== 'lost-answer' && how !== 'cut-in-answer') return;
    far.unpipe(near);
    far.once('data', (answer: Buffer) => {
      if (how === 'cut-in-answer') near.write(answer.subarray(0, TORN_AT), () => near.destroy());
      else near.destroy();
    });
  }

  const server = createServer((near) => {
    keep(near);
    const far = keep(connect(Number(target.port), target.hostname));
    far.pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.on('data', (packet: Buffer) => {
      const [line = ''] = String(packet.subarray(0, 300)).split('\r\n');
      pass(near, far, packet, only === '' || line.includes(only) ? state : 'open');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next, which = '') {
      state = next;
      only = which;
      // Requests come on new lines from now on.
      for (const socket of sockets) socket.destroy();
    },
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
