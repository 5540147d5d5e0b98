/** The connection that all pages keep: over sockets that a test opens and closes, by a clock that it turns. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  openReconnectingSocket,
  type ReconnectingOptions,
  type ReconnectingSocket,
} from '../../main/lib/reconnecting-socket.ts';
import { type TurnedClock, turnedClock } from '../helpers/turned-clock.ts';

const SILENCE_MS = 5_000;
const FIRST_SILENCE_MS = 8_000;
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 4_000];

/** As a browser's, but it does only what the test says. */
class PlayedSocket extends EventTarget {
  readonly OPEN = 1;
  readyState = 0;
  readonly sent: string[] = [];

  opens(): void {
    this.readyState = this.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  says(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  ends(code = 1006): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
  send(text: string): void {
    this.sent.push(text);
  }
  /** Its end is told later, as in a browser: by `ends`. */
  close(): void {
    this.readyState = 2;
  }
}

let clock: TurnedClock;
let sockets: PlayedSocket[];
let told: string[];
let line: ReconnectingSocket;

function openLine(change: Partial<ReconnectingOptions> = {}): void {
  clock = turnedClock('2026-11-23T08:00:00Z');
  sockets = [];
  told = [];
  line = openReconnectingSocket(
    {
      connect() {
        const socket = new PlayedSocket();
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      silenceMs: SILENCE_MS,
      firstSilenceMs: FIRST_SILENCE_MS,
      retryFirstMs: 500,
      retryLastMs: 4_000,
      onOpen: () => void told.push('open'),
      onMessage: (message) => void told.push(JSON.stringify(message)),
      onLost: (why, code) => void told.push(`${why} ${code}`),
      ...change,
    },
    {
      setTimeout: (callback, ms) => clock.after(ms, callback),
      clearTimeout: (stop) => (stop as (() => void) | null)?.(),
    },
  );
}

function newest(): PlayedSocket {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('Nothing was opened');
  return socket;
}

/** How many connections were begun within the time. */
function openedWithin(ms: number): number {
  const before = sockets.length;
  clock.advance(ms);
  return sockets.length - before;
}

/** Exactly so long is waited for the next connection. */
function expectPause(ms: number): void {
  expect([openedWithin(ms - 1), openedWithin(1)], `a pause of ${ms} ms`).toEqual([0, 1]);
}

beforeEach(() => openLine());

describe('what is lost', () => {
  it('is opened again after pauses that grow up to the longest', () => {
    for (const pause of PAUSES_MS) {
      newest().ends();
      expectPause(pause);
    }
  });

  it.each([
    { random: 0, pause: 250 },
    { random: 1, pause: 750 },
  ])('comes back by chance earlier or later where that is wanted: after $pause ms', ({ random, pause }) => {
    openLine({ random: () => random });
    newest().ends();
    expectPause(pause);
  });

  it('has the shortest pause again only after its owner found the connection good', () => {
    newest().ends();
    expectPause(500);
    newest().opens();
    newest().says('{"type":"alive"}');
    newest().ends();
    expectPause(1_000);
    line.resetBackoff();
    newest().ends();
    expectPause(500);
  });

  it('reconnects at once on request, and then starts with the shortest delay', () => {
    newest().ends();
    expectPause(500);
    newest().ends();
    line.renew();
    expect(openedWithin(0)).toBe(1);
    newest().ends();
    expectPause(500);
  });

  it('is reported with its reason and code', () => {
    newest().ends();
    clock.advance(500);
    newest().opens();
    newest().ends(4404);
    clock.advance(1_000);
    line.giveUp();
    expect(told).toEqual(['refused 1006', 'open', 'closed 4404', 'given-up 0']);
    expectPause(2_000);
  });

  it('may be retried later, or only on request', () => {
    openLine({ onLost: () => line.retryIn(30_000) });
    newest().ends();
    expectPause(30_000);
    openLine({ onLost: () => line.retryIn(null) });
    newest().ends();
    expect(openedWithin(3_600_000)).toBe(0);
    line.renew();
    expect(openedWithin(0)).toBe(1);
  });
});

describe('a connection that says nothing', () => {
  it('is given up, also while it is still being opened', () => {
    clock.advance(FIRST_SILENCE_MS - 1);
    expect(told).toEqual([]);
    clock.advance(1);
    expect(told).toEqual(['silent 0']);
    expect(newest().readyState).toBe(2);
    expectPause(500);
  });

  it('is given up after its last word, and every word puts that off', () => {
    newest().opens();
    for (let word = 0; word < 3; word++) {
      newest().says('{"type":"alive"}');
      clock.advance(SILENCE_MS - 1);
    }
    expect(told).not.toContain('silent 0');
    clock.advance(1);
    expect(told.at(-1)).toBe('silent 0');
  });

  it.each(['rubbish', '7', 'null', new ArrayBuffer(2)])('is one that says %s', (data) => {
    newest().opens();
    newest().says('{"type":"alive"}');
    clock.advance(SILENCE_MS - 1);
    newest().says(data);
    clock.advance(1);
    expect(told).toEqual(['open', '{"type":"alive"}', 'silent 0']);
  });

  it('has the same timeout for its first message as for others by default', () => {
    openLine({ firstSilenceMs: undefined as never });
    clock.advance(SILENCE_MS);
    expect(told).toEqual(['silent 0']);
  });
});

describe('one socket at a time', () => {
  it('also when a new one is wanted again and again', () => {
    newest().opens();
    line.renew();
    line.renew();
    line.retryIn(0);
    expect(openedWithin(10)).toBe(1);
    line.retryIn(0);
    expect(openedWithin(10)).toBe(0);
    expect(sockets.filter(({ readyState }) => readyState < 2)).toHaveLength(1);
  });

  it('and nothing counts that the one before says, or that it has ended', () => {
    const [before] = sockets;
    line.renew();
    clock.advance(0);
    before?.opens();
    before?.says('{"type":"state"}');
    before?.ends();
    expect(told).toEqual(['given-up 0']);
    expect(line.isWaiting()).toBe(false);
  });

  it('which sends while it is open', () => {
    expect(line.send('early')).toBe(false);
    newest().opens();
    expect(line.send('hello')).toBe(true);
    newest().close();
    expect(line.send('late')).toBe(false);
    newest().ends();
    expect(line.isWaiting()).toBe(true);
    expect(line.send('later')).toBe(false);
    expect(newest().sent).toEqual(['hello']);
  });
});

describe('after closing', () => {
  it.each([
    { when: 'while it is being opened', before: () => {} },
    { when: 'while it is open', before: () => newest().opens() },
    { when: 'in a pause', before: () => newest().ends() },
  ])('$when nothing is opened and nothing told', ({ before }) => {
    before();
    const known = [...told];
    line.close();
    newest().says('{"type":"state"}');
    newest().ends();
    line.renew();
    line.retryIn(0);
    line.giveUp();
    expect(openedWithin(3_600_000)).toBe(0);
    expect(told).toEqual(known);
    expect(newest().readyState).toBeGreaterThan(1);
    expect(line.send('late')).toBe(false);
  });
});
