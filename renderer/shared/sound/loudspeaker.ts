/** Audio output of a page: chime and recorded words. */
import { type ReadonlySignal, signal } from '@preact/signals';

/** Frequency in Hz (E5, A5, C♯6: the upward half of an A major chord), and when it begins, in seconds. */
const NOTES: readonly (readonly [number, number])[] = [
  [659.26, 0],
  [880, 0.16],
  [1108.73, 0.32],
];

const RING_SECONDS = 0.55;
const ATTACK_SECONDS = 0.012;
const PEAK = 0.32;

/**
 * The chime before a call: three soft notes, rising, made by code. Each is a sine with a little of its octave.
 * Under a second.
 */
const CHIME_SECONDS = 0.32 + RING_SECONDS;

export interface Loudspeaker {
  /** False while the browser wants a touch first. */
  readonly isOpen: ReadonlySignal<boolean>;
  /** After a touch. */
  open(): void;
  /** Both resolve when the last of it has been heard, or cannot be. */
  chime(volume: number): Promise<void>;
  /** False when a word of them cannot be played: then none is. `signal` silences them. */
  play(addresses: readonly string[], volume: number, signal: AbortSignal): Promise<boolean>;
}

/** For a word to come: a second is much in a house, and a call that waits for its words holds up all behind it. */
const WORD_PATIENCE_MS = 4_000;
/** For so long a word that did not come is not asked for again. */
const WORD_REST_MS = 30_000;
/** Between two words. */
const GAP_SECONDS = 0.06;
/** What the sound may come later than it should; a device that has gone plays on for ever. */
const PATIENCE_SECONDS = 5;
const SHORTEST_WAIT_SECONDS = 0.02;
/** A house records some dozens of words a language. */
const MAX_KEPT = 300;

/** @param context whose output it is heard at */
export function openLoudspeaker(context = new AudioContext()): Loudspeaker {
  const isOpen = signal(context.state === 'running');
  const recorded = new Map<string, Promise<AudioBuffer>>();
  context.addEventListener('statechange', () => {
    isOpen.value = context.state === 'running';
  });

  function out(volume: number): AudioNode {
    const gain = context.createGain();
    gain.gain.value = volume;
    gain.connect(context.destination);
    return gain;
  }

  async function fetched(address: string): Promise<AudioBuffer> {
    const response = await fetch(address, { signal: AbortSignal.timeout(WORD_PATIENCE_MS) });
    if (!response.ok) throw new Error('There is no such recording.');
    return context.decodeAudioData(await response.arrayBuffer());
  }

  function wordAt(address: string): Promise<AudioBuffer> {
    const known = recorded.get(address);
    if (known !== undefined) return known;
    const found = fetched(address);
    if (recorded.size >= MAX_KEPT) recorded.clear();
    recorded.set(address, found);
    found.catch(() => window.setTimeout(() => recorded.delete(address), WORD_REST_MS));
    return found;
  }

  /** By the clock of the sound: on a busy computer it is behind the other one, and nothing may speak over a word. */
  async function passed(at: number, isOver = (): boolean => false): Promise<void> {
    const deadline = performance.now() + (at - context.currentTime + PATIENCE_SECONDS) * 1000;
    while (context.state === 'running' && context.currentTime < at && performance.now() < deadline && !isOver()) {
      await wait(Math.max(SHORTEST_WAIT_SECONDS, at - context.currentTime));
    }
  }

  return {
    isOpen,
    open() {
      void context.resume();
    },
    async chime(volume) {
      if (context.state !== 'running') return;
      playChime(context, out(volume));
      await passed(context.currentTime + CHIME_SECONDS);
    },
    async play(addresses, volume, signal) {
      if (context.state !== 'running') return false;
      const words = await Promise.all(addresses.map(wordAt)).catch(() => null);
      if (words === null || signal.aborted) return false;
      const speaker = out(volume);
      const silence = (): void => speaker.disconnect();
      signal.addEventListener('abort', silence);
      let at = context.currentTime + GAP_SECONDS;
      for (const word of words) {
        const source = context.createBufferSource();
        source.buffer = word;
        source.connect(speaker);
        source.start(at);
        at += word.duration + GAP_SECONDS;
      }
      await passed(at, () => signal.aborted);
      signal.removeEventListener('abort', silence);
      // A device that lags behind has words left, and the next call must not have to speak over them.
      silence();
      return true;
    },
  };
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, seconds * 1000));
}

/** Plays it on `out` from now on. */
function playChime(context: BaseAudioContext, out: AudioNode): void {
  const start = context.currentTime + 0.02;
  for (const [frequency, after] of NOTES) {
    for (const [times, share] of [
      [1, 1],
      [2, 0.18],
    ] as const) {
      const at = start + after;
      const tone = context.createOscillator();
      const envelope = context.createGain();
      tone.frequency.value = frequency * times;
      envelope.gain.setValueAtTime(0, at);
      envelope.gain.linearRampToValueAtTime(PEAK * share, at + ATTACK_SECONDS);
      envelope.gain.exponentialRampToValueAtTime(0.0001, at + RING_SECONDS);
      tone.connect(envelope).connect(out);
      tone.start(at);
      tone.stop(at + RING_SECONDS);
    }
  }
}
