/** Recorded words on the audio output of a page: late, missing, and in time. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLoudspeaker } from '../../../renderer/shared/sound/loudspeaker.ts';

/** More than a call waits for its words. */
const TOO_LONG_MS = 4_100;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** An output whose clock is that of the test, and downloads that the test answers. */
function open() {
  const downloads = new Map<string, PromiseWithResolvers<Pick<Response, 'ok' | 'arrayBuffer'>>>();
  vi.stubGlobal('fetch', (address: string) => {
    const download = Promise.withResolvers<Pick<Response, 'ok' | 'arrayBuffer'>>();
    downloads.set(address, download);
    return download.promise;
  });
  const node = { connect: () => node, disconnect: () => undefined, gain: { value: 0 } };
  let started = 0;
  const context = Object.assign(new EventTarget(), {
    state: 'running',
    createGain: () => node,
    createBufferSource: () => ({
      connect: () => undefined,
      start: () => {
        started += 1;
      },
    }),
    decodeAudioData: () => Promise.resolve({ duration: 0.5 }),
  });
  Object.defineProperty(context, 'currentTime', { get: () => performance.now() / 1_000 });
  const loudspeaker = openLoudspeaker(context as unknown as AudioContext);
  return {
    downloads,
    play: (...words: readonly string[]) => loudspeaker.play(words, 1, new AbortController().signal),
    async arrives(word: string, ok = true): Promise<void> {
      downloads.get(word)?.resolve({ ok, arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) });
      await vi.advanceTimersByTimeAsync(0);
    },
    started: () => started,
  };
}

describe('recorded words', () => {
  it('are played as soon as all of them are there', async () => {
    const { play, arrives, started } = open();
    const played = play('ticket', 'a');
    await arrives('ticket');
    await vi.advanceTimersByTimeAsync(100);
    expect(started()).toBe(0);
    await arrives('a');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await played).toBe(true);
    expect(started()).toBe(2);
  });

  it('that arrive too late for one call are there for a later one', async () => {
    const { play, arrives, downloads } = open();
    const first = play('ticket');
    await vi.advanceTimersByTimeAsync(TOO_LONG_MS);
    expect(await first).toBe(false);
    await arrives('ticket');
    const second = play('ticket');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await second).toBe(true);
    expect(downloads.size).toBe(1);
  });

  it('delay only the first call that waits for them', async () => {
    const { play } = open();
    const first = play('ticket');
    await vi.advanceTimersByTimeAsync(TOO_LONG_MS);
    expect(await first).toBe(false);
    expect(await play('ticket', 'a')).toBe(false);
  });

  it('that the server does not have delay no call', async () => {
    const { play, arrives } = open();
    const first = play('ticket', 'a');
    await arrives('a', false);
    expect(await first).toBe(false);
    expect(await play('ticket', 'a')).toBe(false);
  });
});
