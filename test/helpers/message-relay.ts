/**
 * Proxy between a server and its PostgreSQL that counts the server's messages and cuts the connection at a given one.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Cut {
  /** Number of the message, from 1. */
  readonly at: number;
  /** Counts only messages of this kind. */
  readonly kind?: string;
  /**
   * `before`: the database does not receive the message. `half`: it receives half of it. `behind`: it executes the
   * message, but its answer is lost.
   */
  readonly how: 'before' | 'half' | 'behind';
}

export interface MessageRelay {
  /** URL of the database through this proxy. */
  readonly url: string;
  /** Restarts the count over all connections; null cuts nothing. */
  arm(cut: Cut | null): void;
  /** Kinds of the messages since then, such as `Query COMMIT`. */
  messages(): readonly string[];
  /** Message at which a connection was cut since then; null if none was. */
  met(): string | null;
  close(): Promise<void>;
}

const SOCKET = '.s.PGSQL.5432';
/**
 * The first message of a connection has no type byte, all others have. The length has four bytes and includes itself.
 */
const LENGTH_BYTES = 4;
const LETTERS = 24;
/** A pipelined message is answered together with the last one. */
const ANSWER_MS = 50;
const KINDS: Readonly<Record<string, string>> = {
  ...{
    Q: 'Query',
    P: 'Parse',
    B: 'Bind',
    D: 'Describe',
    E: 'Execute',
    S: 'Sync',
    C: 'Close',
    X: 'Terminate',
    p: 'Password',
  },
};

/** Type of the message, with its statement if it names one. */
function kindOf(message: Buffer, isFirst: boolean): string {
  if (isFirst) return 'Startup';
  const letter = String.fromCharCode(message[0] ?? 0);
  const text = message.toString('latin1', 1 + LENGTH_BYTES).replace(/^\0+/, '');
  const words = 'QPB'.includes(letter) ? ` ${text.split('\0', 1)[0]?.slice(0, LETTERS).trim()}` : '';
  return `${KINDS[letter] ?? letter}${words}`;
}

/** @param url of a PostgreSQL with a Unix socket */
export async function openMessageRelay(url: string): Promise<MessageRelay> {
  const there = new URL(url);
  const target = join(there.searchParams.get('host') ?? '', SOCKET);
  const folder = mkdtempSync(join(tmpdir(), 'relay-'));
  const sockets = new Set<Socket>();
  let cut: Cut | null = null;
  let seen: string[] = [];
  let met: string | null = null;

  /** Whether the last message is the one to cut at. */
  const isAt = ({ at, kind }: Cut): boolean =>
    kind === undefined
      ? seen.length === at
      : seen.at(-1) === kind && seen.filter((each) => each === kind).length === at;

  function relay(near: Socket): void {
    const far = connect(target);
    let rest: Buffer = Buffer.alloc(0);
    let isFirst = true;
    let isCut = false;
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end).once('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    far.on('data', (answer) => {
      if (!isCut && near.writable) near.write(answer);
    });

    function pass(message: Buffer): void {
      const kind = kindOf(message, isFirst);
      isFirst = false;
      seen.push(kind);
      if (cut === null || met !== null || !isAt(cut)) {
        far.write(message);
        return;
      }
      met = kind;
      isCut = true;
      if (cut.how === 'before') end();
      else if (cut.how === 'half') far.write(message.subarray(0, Math.floor(message.length / 2)), end);
      else {
        far.once('data', end);
        far.write(message, () => setTimeout(end, ANSWER_MS));
      }
    }

    near.on('data', (packet: Buffer) => {
      rest = Buffer.concat([rest, packet]);
      for (;;) {
        const head = isFirst ? 0 : 1;
        if (isCut || rest.length < head + LENGTH_BYTES) return;
        const size = head + rest.readUInt32BE(head);
        if (rest.length < size) return;
        const message = rest.subarray(0, size);
        rest = rest.subarray(size);
        pass(message);
      }
    });
  }

  const server = createServer(relay);
  server.listen(join(folder, SOCKET));
  await once(server, 'listening');
  there.searchParams.set('host', folder);
  return {
    url: there.href,
    arm(next) {
      cut = next;
      seen = [];
      met = null;
    },
    messages: () => seen,
    met: () => met,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
