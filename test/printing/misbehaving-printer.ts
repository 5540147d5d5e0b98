/**
 * A printer on a real socket that can be made to misbehave in what it says. It knows just enough commands to answer, and
 * shares nothing with the program's own encoder or virtual printer: it looks for a few byte sequences, and takes all
 * else for paper.
 */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Manners {
  /** GS ( H: the number is repeated. */
  processId: boolean;
  /** GS r is answered. */
  transmitted: boolean;
  /** DLE EOT n that are answered. */
  status: readonly number[];
  /** DLE DC4 8 is answered. */
  clears: boolean;
  /** What it says it is under GS I 67; null: it does not know the question and prints it. */
  model: string | null;
  /** Says everything so often. */
  times: number;
  delayMs: number;
  /** Bits that status answers lack. */
  lacks: number;
  /** Further bits of the answer to DLE EOT 1, such as an open drawer. */
  drawer: number;
}

const GOOD: Manners = {
  processId: true,
  transmitted: true,
  status: [1, 2, 3, 4],
  clears: true,
  model: 'TM-T20III',
  times: 1,
  delayMs: 0,
  lacks: 0,
  drawer: 0,
};

export interface Misbehaving {
  readonly url: string;
  readonly manners: Manners;
  /** Number, mark and all bytes of each piece of paper that was cut and bears a number. */
  readonly papers: { readonly number: string; readonly isCopy: boolean; readonly bytes: string }[];
  /** Questions so far. */
  questions(): number;
  connections(): number;
  /** Whether something that is no command for it came out on paper. */
  printed(text: string): boolean;
  /** Whether it was asked to throw away what it held, and did. */
  cleared(): boolean;
  say(...bytes: readonly number[]): void;
  outOfPaper(): void;
  /** The paper ends behind the next cut, or after so many bytes of paper. */
  paperEndsBehindCut(): void;
  paperEndsAfter(bytes: number): void;
  loadPaper(): void;
  /** Takes bytes, and says and prints nothing: the power is off and the line stays. */
  powerOff(): void;
  powerOn(): void;
  reset(): void;
}

export async function misbehavingPrinter(manners: Partial<Manners> = {}): Promise<Misbehaving> {
  const like: Manners = { ...GOOD, ...manners };
  const papers: { number: string; isCopy: boolean; bytes: string }[] = [];
  let socket: Socket | null = null;
  let pending = Buffer.alloc(0);
  let paper = '';
  let everything = '';
  let hasPaper = true;
  let hasPower = true;
  let endsBehindCut = false;
  let endsAfter = Number.POSITIVE_INFINITY;
  let questions = 0;
  let hasCleared = false;
  let connections = 0;

  function say(...bytes: readonly number[]): void {
    const send = (): void => void (hasPower && socket?.writable && socket.write(Buffer.from(bytes)));
    for (let time = 0; time < like.times; time++) {
      if (like.delayMs === 0) send();
      else setTimeout(send, like.delayMs).unref();
    }
  }

  function status(n: number): void {
    questions++;
    if (!like.status.includes(n)) return;
    const offline = hasPaper ? 0 : 0x08;
    const byte =
      n === 1
        ? 0x12 | offline | like.drawer
        : n === 2
          ? 0x12 | (hasPaper ? 0 : 0x20)
          : n === 3
            ? 0x12
            : 0x12 | (hasPaper ? 0 : 0x60);
    say(byte & ~like.lacks);
  }

  function cut(): void {
    const number = /[A-Z]\d{3}/.exec(paper)?.[0];
    if (number !== undefined) papers.push({ number, isCopy: paper.includes('COPY'), bytes: paper });
    paper = '';
    if (!endsBehindCut) return;
    endsBehindCut = false;
    hasPaper = false;
  }

  /** Obeyed when they arrive, whatever waits before them. */
  function realTime(): void {
    for (let at = 0; at + 2 < pending.length; at++) {
      if (pending[at] !== 0x10) continue;
      if (pending[at + 1] === 0x04) {
        const n = pending[at + 2] ?? 0;
        pending = Buffer.concat([pending.subarray(0, at), pending.subarray(at + 3)]);
        status(n);
        at--;
      } else if (pending[at + 1] === 0x14 && pending[at + 2] === 0x08) {
        pending = Buffer.from(pending.subarray(at + 10));
        if (like.clears) {
          paper = '';
          hasCleared = true;
          say(0x37, 0x25, 0x00);
        }
        at = -1;
      }
    }
  }

  /** How many bytes the command at the start takes; 0 while some of it is missing. */
  function obey(): number {
    const [first = 0, second = 0, third = 0] = pending;
    if (first !== 0x1d) {
      paper += String.fromCharCode(first);
      everything += String.fromCharCode(first);
      endsAfter--;
      if (endsAfter <= 0) hasPaper = false;
      return 1;
    }
    if (pending.length < 3) return 0;
    if (second === 0x72) {
      questions++;
      if (like.transmitted) say(0);
      return 3;
    }
    if (second === 0x61) return 3;
    if (second === 0x49) {
      questions++;
      if (like.model === null) everything += `GS I ${third}`;
      else say(0x5f, ...Buffer.from(third === 67 ? like.model : 'EPSON', 'latin1'), 0);
      return 3;
    }
    if (second === 0x56) {
      if (third === 66 && pending.length < 4) return 0;
      cut();
      return third === 66 ? 4 : 3;
    }
    if (second === 0x28 && third === 0x48) {
      if (pending.length < 11) return 0;
      questions++;
      if (like.processId) say(0x37, 0x22, ...pending.subarray(7, 11), 0);
      return 11;
    }
    return 1;
  }

  function work(): void {
    realTime();
    while (hasPower && hasPaper && pending.length > 0) {
      const taken = obey();
      if (taken === 0) return;
      pending = Buffer.from(pending.subarray(taken));
    }
  }

  const server = createServer((opened) => {
    connections++;
    socket = opened;
    opened.setNoDelay(true);
    opened.on('error', () => {});
    opened.on('data', (bytes) => {
      if (!hasPower) return;
      pending = Buffer.concat([pending, bytes]);
      work();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  onTestFinished(() => {
    socket?.destroy();
    server.close();
  });
  return {
    url: `tcp://127.0.0.1:${port}`,
    manners: like,
    papers,
    questions: () => questions,
    connections: () => connections,
    printed: (text) => everything.includes(text),
    cleared: () => hasCleared,
    say,
    outOfPaper() {
      hasPaper = false;
    },
    paperEndsBehindCut() {
      endsBehindCut = true;
    },
    paperEndsAfter(bytes) {
      endsAfter = bytes;
    },
    loadPaper() {
      hasPaper = true;
      endsAfter = Number.POSITIVE_INFINITY;
      work();
    },
    powerOff() {
      hasPower = false;
      pending = Buffer.alloc(0);
      paper = '';
    },
    powerOn() {
      hasPower = true;
    },
    reset: () => void socket?.resetAndDestroy(),
  };
}
