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
  play(addresses: readonly string[], volume: number): Promise<void>;
}

/** Between two words. */
const GAP_SECONDS = 0.06;
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

  return {
    isOpen,
    open() {
      void context.resume();
    },
    async chime(volume) {
      if (context.state !== 'running') return;
      playChime(context, out(volume));
      await wait(CHIME_SECONDS);
    },
    async play(addresses, volume) {
      if (context.state !== 'running') return;
      const words = await Promise.all(addresses.map(wordAt)).catch(() => []);
      const speaker = out(volume);
      let at = context.currentTime + GAP_SECONDS;
      for (const word of words) {
        const source = context.createBufferSource();
        source.buffer = word;
        source.connect(speaker);
        source.start(at);
        at += word.duration + GAP_SECONDS;
      }
      await wait(at - context.currentTime);
    },
  };
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, Math.max(0, seconds * 1000)));
}
