/** Records the speech of a kiosk with a simulated system voice that is silent. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

export interface Said {
  readonly text: string;
  readonly lang: string;
  readonly volume: number;
  readonly rate: number;
  /** Whether the utterance was interrupted. */
  wasCut: boolean;
}

interface Ears {
  readonly heard: Said[];
  /** Sets the audio outputs; each new name counts as a plugged-in headset. `usual` becomes the system default. */
  plug(outputs: readonly string[], usual: string): void;
  /**
   * Presses the key for the next passage inside the page, which is much faster than from outside. Returns the speech.
   */
  goOn(): Promise<string>;
}

/**
 * Installs the voices for all future pages of the context.
 *
 * @param languages of the voices, as BCP 47 tags
 * @param lingers an utterance lasts until it is interrupted; otherwise it ends at once
 */
export async function giveVoices(
  context: BrowserContext,
  languages: readonly string[],
  lingers = false,
): Promise<void> {
  await context.addInitScript(EARS, [languages, lingers] as const);
}

const EARS = ([languages, lingers]: readonly [readonly string[], boolean]): void => {
  const heard: Said[] = [];
  const output = (deviceId: string, groupId = deviceId) => ({
    kind: 'audiooutput',
    deviceId,
    groupId,
    label: deviceId,
  });
  let outputs = [output('default', 'Speakers'), output('Speakers')];
  class Utterance {
    text: string;
    lang = '';
    volume = 1;
    rate = 1;
    voice: unknown = null;
    onstart: (() => void) | null = null;
    onend: (() => void) | null = null;
    onerror: (() => void) | null = null;
    constructor(text: string) {
      this.text = text;
    }
  }
  let saying: Utterance | null = null;
  const synthesis = {
    getVoices: () =>
      languages.map((lang) => ({ lang, localService: true, default: false, name: lang, voiceURI: lang })),
    speak(words: Utterance) {
      if (saying !== null) throw new Error('Two voices at once.');
      saying = words;
      heard.push({ text: words.text, lang: words.lang, volume: words.volume, rate: words.rate, wasCut: false });
      queueMicrotask(() => {
        words.onstart?.();
        if (lingers) return;
        queueMicrotask(() => {
          if (saying !== words) return;
          saying = null;
          words.onend?.();
        });
      });
    },
    cancel() {
      const last = heard.at(-1);
      if (saying !== null && last !== undefined) last.wasCut = true;
      saying = null;
    },
  };
  Object.defineProperty(window, 'speechSynthesis', { value: synthesis, configurable: true });
  const media = Object.assign(new EventTarget(), {
    enumerateDevices: () => Promise.resolve(outputs),
  });
  Object.defineProperty(navigator, 'mediaDevices', { value: media, configurable: true });
  const ears: Ears = {
    heard,
    plug(names, usual) {
      outputs = [output('default', usual), ...names.map((name) => output(name))];
      media.dispatchEvent(new Event('devicechange'));
    },
    async goOn() {
      const { length } = heard;
      const key = { code: 'ArrowRight', key: 'ArrowRight', bubbles: true };
      document.body.dispatchEvent(new KeyboardEvent('keydown', key));
      for (let wait = 0; heard.length === length && wait < 2_000; wait += 1)
        await new Promise((next) => setTimeout(next));
      // A passage may consist of several utterances.
      for (let last = -1; last !== heard.length; ) {
        last = heard.length;
        await new Promise((next) => setTimeout(next));
      }
      return heard
        .slice(length)
        .map(({ text }) => text)
        .join(' | ');
    },
  };
  Object.assign(window, { SpeechSynthesisUtterance: Utterance, ears });
};

const KEY_NAMES = new Set(['Backspace']);

/**
 * Records what future pages play: duration, level relative to full scale, and audio output.
 *
 * @param refuses outputs that reject sound
 */
export async function recordSound(context: BrowserContext, refuses: readonly string[] = []): Promise<void> {
  await context.addInitScript((refused) => {
    const played: Played[] = [];
    Object.assign(window, { played });
    const sinks = new WeakMap<BaseAudioContext, string>();
    Object.defineProperty(AudioContext.prototype, 'sinkId', {
      get(this: AudioContext) {
        return sinks.get(this) ?? '';
      },
    });
    Object.assign(AudioContext.prototype, {
      setSinkId(this: AudioContext, id: string) {
        if (refused.includes(id)) return Promise.reject(new DOMException('There is no such output.', 'NotFoundError'));
        sinks.set(this, id);
        return Promise.resolve();
      },
    });
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function play(this: AudioBufferSourceNode, ...when: [number?]) {
      const samples = this.buffer?.getChannelData(0) ?? new Float32Array();
      const squares = samples.reduce((sum, sample) => sum + sample * sample, 0);
      played.push({
        seconds: this.buffer?.duration ?? 0,
        loudness: Math.sqrt(squares / samples.length),
        sinkId: sinks.get(this.context) ?? '',
      });
      start.apply(this, when);
      // Sentences end at once here.
      this.stop();
    };
  }, refuses);
}

export interface Played {
  readonly seconds: number;
  readonly loudness: number;
  /** Id of the audio output; empty for the default. */
  readonly sinkId: string;
}

export function playedOn(page: Page): Promise<readonly Played[]> {
  return page.evaluate(() => (window as unknown as { played: Played[] }).played);
}

/** A visitor who cannot see: listens and presses keys. */
export class Listener {
  readonly page: Page;
  #from = 0;

  constructor(page: Page) {
    this.page = page;
  }

  /** @param isUsual whether the system then plays through the headset, as most do */
  async plugsIn({ isUsual = true }: { readonly isUsual?: boolean } = {}): Promise<void> {
    await this.#plug(['Speakers', 'USB Headset'], isUsual ? 'USB Headset' : 'Speakers');
  }

  async unplugs(): Promise<void> {
    await this.#plug(['Speakers'], 'Speakers');
  }

  async #plug(outputs: readonly string[], usual: string): Promise<void> {
    await this.page.evaluate(([names, name]) => (window as unknown as { ears: Ears }).ears.plug(names, name), [
      outputs,
      usual,
    ] as const);
  }

  /** All utterances from the start. */
  whole(): Promise<readonly Said[]> {
    return this.page.evaluate(() => (window as unknown as { ears: Ears }).ears.heard);
  }

  /** Waits for matching utterances after those already returned. Returns all new ones. */
  async hears(...wanted: readonly RegExp[]): Promise<string> {
    const said = async (): Promise<string> => (await this.#said()).map(({ text }) => text).join(' | ');
    for (const each of wanted) await expect.poll(said, { timeout: 30_000, interval: 20 }).toMatch(each);
    const heard = await this.#said();
    this.#from += heard.length;
    return heard.map(({ text }) => text).join(' | ');
  }

  #said(): Promise<readonly Said[]> {
    return this.page.evaluate((from) => (window as unknown as { ears: Ears }).ears.heard.slice(from), this.#from);
  }

  async presses(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types on a physical keyboard: key names, and texts letter by letter. Waits until each is said. */
  async types(...texts: readonly string[]): Promise<void> {
    const keys = texts.flatMap((text) => (KEY_NAMES.has(text) ? [text] : [...text]));
    for (const key of keys) {
      const before = await this.#count();
      await this.presses(key);
      await this.#moreThan(before);
    }
  }

  /** Types with the on-screen keys: moves to each key by name and chooses it. */
  async spells(...names: readonly RegExp[]): Promise<void> {
    for (const name of names) {
      await this.finds(name);
      const before = await this.#count();
      await this.presses('Enter');
      await this.#moreThan(before);
    }
  }

  #count(): Promise<number> {
    return this.page.evaluate(() => (window as unknown as { ears: Ears }).ears.heard.length);
  }

  async #moreThan(count: number): Promise<void> {
    const isMore = (least: number): boolean => (window as unknown as { ears: Ears }).ears.heard.length > least;
    await this.page.waitForFunction(isMore, count, { timeout: 30_000 });
  }

  /** Moves on key by key until this is said. */
  async finds(name: RegExp, limit = 90): Promise<void> {
    const { found, heard } = await this.page.evaluate(
      async ([source, flags, most]) => {
        const { ears } = window as unknown as { ears: Ears };
        const from = ears.heard.length;
        for (let step = 0; step < most; step += 1) {
          const last = await ears.goOn();
          if (new RegExp(source, flags).test(last)) return { found: true, heard: [] };
        }
        return { found: false, heard: ears.heard.slice(from).map(({ text }) => text) };
      },
      [name.source, name.flags, limit] as const,
    );
    if (!found) throw new Error(`Nothing like ${name} was said, but: ${heard.join(' | ')}`);
    this.#from = await this.#count();
  }

  async chooses(name: RegExp): Promise<void> {
    await this.finds(name);
    await this.presses('Enter');
  }

  /** Returns everything said since the last call, once the page is quiet. */
  async sinceLast(): Promise<readonly string[]> {
    await this.page.evaluate(async () => {
      const { ears } = window as unknown as { ears: Ears };
      for (let last = -1; last !== ears.heard.length; ) {
        last = ears.heard.length;
        for (let turn = 0; turn < 3; turn += 1) await new Promise((later) => setTimeout(later));
      }
    });
    const said = await this.#said();
    this.#from += said.length;
    return said.map(({ text }) => text);
  }

  /** Moves through the whole page once. Returns everything that was said. */
  async walksAround(): Promise<readonly string[]> {
    const heard = await this.page.evaluate(async () => {
      const { ears } = window as unknown as { ears: Ears };
      const from = ears.heard.length;
      // A timer would be clamped, which makes each step twenty times slower.
      const { port1, port2 } = new MessageChannel();
      const soon = (): Promise<void> =>
        new Promise((later) => {
          port1.onmessage = () => later();
          port2.postMessage(null);
        });
      const first = document.querySelector('[data-heard]');
      if (first === null) throw new Error('The visitor stands nowhere.');
      do {
        const before = ears.heard.length;
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { code: 'ArrowRight', key: 'ArrowRight', bubbles: true }),
        );
        while (ears.heard.length === before) await soon();
      } while (!first.hasAttribute('data-heard'));
      return ears.heard.slice(from).map(({ text }) => text);
    });
    this.#from = await this.#count();
    return heard;
  }
}
