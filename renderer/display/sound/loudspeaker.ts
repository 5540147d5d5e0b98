/** Chime and recorded words through the page's one audio output, which a browser may hold back until the first touch. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { CHIME_SECONDS, playChime } from './chime.ts';

export interface Loudspeaker {
  /** False while the browser wants a touch first. */
  readonly isOpen: ReadonlySignal<boolean>;
  /** After a touch. */
  open(): void;
  /** Both resolve when the last of it has been heard, or cannot be. */
  chime(volume: number): Promise<void>;
  /** False when a word of them cannot be played: then none is. */
  play(addresses: readonly string[], volume: number): Promise<boolean>;
}

/** Between two words. */
const GAP_SECONDS = 0.06;
/** What the sound may come later than it should; a device that has gone plays on for ever. */
const PATIENCE_SECONDS = 5;
const SHORTEST_WAIT_SECONDS = 0.02;
/** A house records some dozens of words a language. */
const MAX_KEPT = 300;

export function openLoudspeaker(): Loudspeaker {
  const context = new AudioContext();
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
    const response = await fetch(address);
    if (!response.ok) throw new Error('There is no such recording.');
    return context.decodeAudioData(await response.arrayBuffer());
  }

  function wordAt(address: string): Promise<AudioBuffer> {
    const found = recorded.get(address) ?? fetched(address);
    if (recorded.size >= MAX_KEPT) recorded.clear();
    recorded.set(address, found);
    // Tried again with the next call.
    found.catch(() => recorded.delete(address));
    return found;
  }

  /** By the clock of the sound: on a busy computer it is behind the other one, and nothing may speak over a word. */
  async function passed(at: number): Promise<void> {
    const deadline = performance.now() + (at - context.currentTime + PATIENCE_SECONDS) * 1000;
    while (context.state === 'running' && context.currentTime < at && performance.now() < deadline) {
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
    async play(addresses, volume) {
      if (context.state !== 'running') return false;
      const words = await Promise.all(addresses.map(wordAt)).catch(() => null);
      if (words === null) return false;
      const speaker = out(volume);
      let at = context.currentTime + GAP_SECONDS;
      for (const word of words) {
        const source = context.createBufferSource();
        source.buffer = word;
        source.connect(speaker);
        source.start(at);
        at += word.duration + GAP_SECONDS;
      }
      await passed(at);
      return true;
    },
  };
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, seconds * 1000));
}
