/** Audio output of a page: chime and recorded words. */
import { type ReadonlySignal, signal } from '@preact/signals';

/** Frequency in Hz (E5, A5, C♯6: part of an A major chord), and start in seconds. */
const NOTES: readonly (readonly [number, number])[] = [
  [659.26, 0],
  [880, 0.16],
  [1108.73, 0.32],
];

const RING_SECONDS = 0.55;
const ATTACK_SECONDS = 0.012;
const PEAK = 0.32;

/**
 * Chime before a call: three soft rising notes, synthesised. Each is a sine with some octave. Shorter than a second.
 */
const CHIME_SECONDS = 0.32 + RING_SECONDS;

export interface Loudspeaker {
  /** False while the browser requires a touch. */
  readonly isOpen: ReadonlySignal<boolean>;
  /** Call it after a touch. */
  open(): void;
  /** Both resolve when the sound has ended or failed. */
  chime(volume: number): Promise<void>;
  /** False if a word cannot be played: then none is. `signal` aborts it. */
  play(addresses: readonly string[], volume: number, signal: AbortSignal): Promise<boolean>;
}

/** A call that waits for its words delays all later ones. */
const WORD_PATIENCE_SECONDS = 4;
/** A slow download continues meanwhile, so that later calls have the word. */
const WORD_TIMEOUT_MS = 30_000;
/** A missing word is not requested again for this time. */
const WORD_REST_MS = 30_000;
/** Pause between words. */
const GAP_SECONDS = 0.06;
/** Maximum delay of the sound; a disconnected device never finishes. */
const PATIENCE_SECONDS = 5;
const SHORTEST_WAIT_SECONDS = 0.02;
/** An organisation records some dozens of words per language. */
const MAX_KEPT = 300;

interface Word {
  readonly sound: Promise<AudioBuffer>;
  isThere: boolean;
  /** A call has waited for it in vain: until it is there, no other call waits. */
  isLate: boolean;
}

/** @param context audio context of the output */
export function openLoudspeaker(context = new AudioContext()): Loudspeaker {
  const isOpen = signal(context.state === 'running');
  const recorded = new Map<string, Word>();
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
    const response = await fetch(address, { signal: AbortSignal.timeout(WORD_TIMEOUT_MS) });
    if (!response.ok) throw new Error('There is no such recording.');
    return context.decodeAudioData(await response.arrayBuffer());
  }

  function wordAt(address: string): Word {
    const known = recorded.get(address);
    if (known !== undefined) return known;
    const word: Word = { sound: fetched(address), isThere: false, isLate: false };
    if (recorded.size >= MAX_KEPT) recorded.clear();
    recorded.set(address, word);
    word.sound.then(
      () => {
        word.isThere = true;
      },
      () => window.setTimeout(() => recorded.delete(address), WORD_REST_MS),
    );
    return word;
  }

  /** All words; null if one is missing, or does not arrive in time. */
  async function wordsAt(addresses: readonly string[]): Promise<readonly AudioBuffer[] | null> {
    const words = addresses.map(wordAt);
    const sounds = Promise.all(words.map(({ sound }) => sound)).catch(() => null);
    const missing = words.filter(({ isThere }) => !isThere);
    if (missing.some(({ isLate }) => isLate)) return null;
    const inTime = await Promise.race([sounds, wait(WORD_PATIENCE_SECONDS)]);
    if (inTime === undefined) for (const word of missing) word.isLate = true;
    return inTime ?? null;
  }

  /** Waits by the audio clock, which lags on a busy computer, so that sounds do not overlap. */
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
      const words = await wordsAt(addresses);
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
      // Drop the rest on a lagging device, so that the next call does not overlap.
      silence();
      return true;
    },
  };
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, seconds * 1000));
}

/** Plays the chime on `out`. */
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
