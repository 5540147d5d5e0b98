/**
 * Page object of a display: the real program with its own site, and the real page in Chromium. It records chimes,
 * speech and recorded words in order.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { CounterAnswer } from '../../main/queue/contract/rest/counters.ts';
import type { CallResponse, CreateTicketAnswer } from '../../main/queue/contract/rest/queue-answers.ts';
import { settled } from './kiosk-page.ts';
import { type Machine, openMachine } from './machine.ts';
import { faultsOf } from './page-faults.ts';

export interface HallOptions {
  /** Settings of the first display, as in the site file. */
  readonly display?: object;
  readonly languages?: readonly string[];
  readonly settings?: object;
  readonly users?: readonly object[];
  /** Opening hours of all services. */
  readonly schedule?: string;
  /** Further fields of the location. */
  readonly location?: object;
  readonly service?: object;
  /** Further services. */
  readonly services?: readonly object[];
  readonly desk?: object;
  /** Screen diagonal of the first display. */
  readonly inches?: number;
  /** Display that the program shows on a second screen. */
  readonly secondScreen?: string;
}

export interface Hall extends Machine {
  /** Issues a ticket and calls it to the desk. Returns the call. */
  call(service: string, desk: string, ticket?: object): Promise<{ readonly answerId: string }>;
  recall(answerId: string): Promise<void>;
  end(answerId: string): Promise<void>;
  /** Reverts the desk's last action. */
  undo(desk: string): Promise<void>;
}

const PATIENCE = { timeout: 30_000 };
const SERVICES = { Passports: 'passports', Taxes: 'taxes' } as const;

export function hallSite(options: HallOptions = {}): object {
  const { schedule = '' } = options;
  return {
    settings: { default_lang: 'en', languages: ['en', 'pt_PT', 'ar'], ...options.settings },
    locations: [{ id: 'hall', name: 'Town Hall', timezone: 'Europe/Lisbon', colour: '#0b5f70', ...options.location }],
    service_groups: [{ id: 'money', name: 'Money', location: 'hall' }],
    services: [
      {
        id: 'passports',
        name: 'Passports',
        tag: 'A',
        first_ticket_number: 42,
        schedule,
        translations: { pt_PT: { name: 'Passaportes' }, ar: { name: 'جوازات السفر' } },
        ...options.service,
      },
      { id: 'taxes', name: 'Taxes', tag: 'B', schedule, service_group: 'money' },
      ...(options.services ?? []),
    ],
    desks: [1, 2, 3, 4].map((desk) => ({
      id: `desk-${desk}`,
      name: `Desk ${desk}`,
      tag: String(desk),
      translations: { pt_PT: { name: `Balcão ${desk}` }, ar: { name: `الشباك ${desk}` } },
      ...options.desk,
    })),
    users: [1, 2, 3, 4]
      .map((user): object => ({ id: `user-${user}`, username: `user-${user}` }))
      .concat(options.users ?? []),
    devices: [
      {
        id: 'display-1',
        name: 'Waiting room',
        type: 9,
        location: 'hall',
        languages: options.languages ?? ['en'],
        screen_inches: options.inches ?? 0,
        ...(options.display === undefined ? {} : { display: options.display }),
      },
      { id: 'display-2', name: 'First floor', type: 9, location: 'hall', display: { service_groups: ['money'] } },
      { id: 'kiosk-1', name: 'Entrance', type: 1, location: 'hall' },
    ],
  };
}

export async function openHall(options: HallOptions = {}): Promise<Hall> {
  const folder = await mkdtemp(join(tmpdir(), 'hall-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const site = join(folder, 'site.json');
  await writeFile(site, JSON.stringify(hallSite(options)));
  const { secondScreen } = options;
  const machine = await openMachine({
    printer: 'none',
    site,
    ...(secondScreen === undefined ? {} : { secondScreen }),
  });

  async function done<T extends object>(operation: string, parameters: object): Promise<T> {
    const answer = await machine.post<T & { readonly success: boolean }>(operation, parameters);
    if (!answer.success) throw new Error(`${operation} was refused: ${JSON.stringify(answer)}`);
    return answer;
  }

  return Object.assign(Object.create(machine) as Machine, {
    async call(service: keyof typeof SERVICES, desk: string, ticket: object = {}) {
      const created = await done<CreateTicketAnswer>('createticket', {
        service_id: SERVICES[service],
        lang: 'en',
        ...ticket,
      });
      const number = desk.replace(/\D/g, '');
      const { answer } = await done<CallResponse>('callticket', {
        ticket_id: created.ticket.id,
        desk_id: `desk-${number}`,
        user_id: `user-${number}`,
      });
      return { answerId: answer.id };
    },
    recall: async (answerId: string) => void (await done('recall', { answer_id: answerId })),
    end: async (answerId: string) => void (await done('endcall', { answer_id: answerId })),
    async undo(desk: string) {
      const desk_id = `desk-${desk.replace(/\D/g, '')}`;
      const { undo } = await machine.get<CounterAnswer>(`/restapi/v2/counters/${desk_id}`);
      await done('undo', { desk_id, step_id: undo[0]?.step_id });
    },
  }) as Hall;
}

/** A sound or utterance that the page started. */
export interface Sound {
  readonly kind: 'chime' | 'say' | 'word';
  readonly text: string;
  readonly lang: string;
  readonly volume: number;
  /** For a recorded word: file on the server, and start and end in seconds. */
  readonly file?: string;
  /** Id of the audio output; empty for the default. */
  readonly output?: string;
  readonly from?: number;
  readonly until?: number;
}

/**
 * Simulated system voices in these languages. They speak until the test ends the utterance, fail at once, or never
 * start.
 */
export interface Voices {
  readonly languages: readonly string[];
  readonly engine: 'speaks' | 'fails' | 'hangs';
}

const EARS = ({ languages, engine }: Voices): void => {
  const heard: object[] = [];
  const saying: Utterance[] = [];
  Object.assign(window, {
    heard,
    endOfSpeech: () => {
      const [words] = saying.splice(0, 1);
      words?.onend?.();
      return words !== undefined;
    },
  });
  class Utterance {
    text: string;
    lang = '';
    volume = 1;
    rate = 1;
    voice: unknown = null;
    onstart: (() => void) | null = null;
    onend: (() => void) | null = null;
    onerror: ((event: { error: string }) => void) | null = null;
    constructor(text: string) {
      this.text = text;
    }
  }
  const synthesis = {
    getVoices: () =>
      languages.map((lang) => ({
        lang,
        localService: !lang.startsWith('xx'),
        default: false,
        name: lang,
        voiceURI: lang,
      })),
    speak(words: Utterance) {
      if (saying.length > 0) heard.push({ kind: 'say', text: 'TWO AT ONCE', lang: '', volume: 0 });
      heard.push({ kind: 'say', text: words.text, lang: words.lang, volume: words.volume });
      if (engine === 'fails') return queueMicrotask(() => words.onerror?.({ error: 'synthesis-failed' }));
      saying.push(words);
      if (engine === 'speaks') queueMicrotask(() => words.onstart?.());
    },
    cancel: () => void saying.splice(0),
  };
  Object.defineProperty(window, 'speechSynthesis', { value: synthesis, configurable: true });
  Object.assign(window, { SpeechSynthesisUtterance: Utterance });
  const tone = OscillatorNode.prototype.start;
  let last = -1;
  OscillatorNode.prototype.start = function start(this: OscillatorNode, when?: number) {
    // A chime has several tones; only the first counts.
    const { currentTime } = this.context;
    if (currentTime - last > 0.5 || last < 0) {
      const { sinkId: output } = this.context as AudioContext & { readonly sinkId?: string };
      heard.push({ kind: 'chime', text: '', lang: '', volume: 1, output });
    }
    last = currentTime;
    tone.call(this, when);
  };
  const files = new WeakMap<object, string>();
  const content = Response.prototype.arrayBuffer;
  Response.prototype.arrayBuffer = async function arrayBuffer(this: Response) {
    const bytes = await content.call(this);
    files.set(bytes, decodeURIComponent(new URL(this.url).pathname));
    return bytes;
  };
  const decode = AudioContext.prototype.decodeAudioData;
  AudioContext.prototype.decodeAudioData = async function decodeAudioData(this: AudioContext, bytes: ArrayBuffer) {
    const file = files.get(bytes) ?? '';
    const buffer = await decode.call(this, bytes);
    files.set(buffer, file);
    return buffer;
  };
  const word = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function start(this: AudioBufferSourceNode, when = 0) {
    const { buffer } = this;
    const seconds = buffer?.duration ?? 0;
    heard.push({
      kind: 'word',
      text: String(Math.round(seconds * 1000)),
      lang: '',
      volume: 1,
      file: buffer === null ? '' : files.get(buffer),
      output: (this.context as AudioContext & { readonly sinkId?: string }).sinkId,
      from: when,
      until: when + seconds,
    });
    word.call(this, when);
  };
};

export interface DisplayOptions extends BrowserContextOptions {
  /** Called before the page's scripts run. */
  readonly before?: (page: Page) => Promise<void>;
  readonly device?: string;
  /** Fragment of the address. */
  readonly key?: string;
  /** Start path, such as `/pair`; otherwise the display page of the device. */
  readonly begins?: string;
  /** Languages of the simulated voices. */
  readonly voices?: readonly string[];
  readonly engine?: Voices['engine'];
  /** The page's clock is frozen from the start and advances only on request. */
  readonly isHeld?: boolean;
}

/** A served program. */
type Served = { readonly program: Pick<Machine['program'], 'address'> };

/** A display page with its screen and sounds. */
export class Display {
  readonly page: Page;
  readonly faults: string[];

  private constructor(page: Page) {
    this.page = page;
    // Refused connections are expected in some tests.
    this.faults = faultsOf(page, /WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|status of 40[0-9]/);
  }

  static async at(hall: Served, browser: Browser, options: DisplayOptions = {}): Promise<Display> {
    const {
      device = 'display-1',
      key,
      begins,
      voices = [],
      engine = 'speaks',
      isHeld = false,
      before,
      ...rest
    } = options;
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, ...rest });
    onTestFinished(() => context.close());
    await context.addInitScript(EARS, { languages: voices, engine });
    const display = new Display(await context.newPage());
    if (isHeld) {
      const now = Date.now();
      // The clock can only be paused at a future instant.
      await display.page.clock.install({ time: now - 60_000 });
      await display.page.clock.pauseAt(now);
    }
    await before?.(display.page);
    await display.page.goto(begins === undefined ? addressOf(hall, device, key) : hall.program.address + begins);
    return display;
  }

  /** Waits for a screen: `calls`, `idle`, `closed`, `choosing`, `refused`. */
  async sees(screen: string): Promise<void> {
    await this.page.waitForSelector(`[data-screen="${screen}"]`);
    await settled(this.page);
  }

  /** Waits until the focus area shows this number and desk. */
  async shows(label: string, desk: string): Promise<void> {
    await this.page.waitForFunction(
      ([number, where]) =>
        document.querySelector('.focus-number')?.textContent === number &&
        document.querySelector('.focus-desk-name')?.textContent === where,
      [label, desk],
    );
  }

  /** Waits until the focused call is being announced. */
  async announces(label: string): Promise<void> {
    await this.page.locator('.focus[data-now="true"] .focus-number', { hasText: label }).waitFor();
  }

  async isQuiet(): Promise<void> {
    await this.page.locator('.focus[data-now="true"]').waitFor({ state: 'detached' });
  }

  /** Lines of the list, from the top: `A042 Desk 4`, with `!` before calls that are still to be announced. */
  lines(): Promise<string[]> {
    return this.page.locator('.line').evaluateAll((all) =>
      all.map((line) => {
        const text = (name: string): string => line.querySelector(name)?.textContent ?? '';
        return `${line.getAttribute('data-new') === 'true' ? '!' : ''}${text('.line-label')} ${text('.line-desk')}`;
      }),
    );
  }

  async lists(...lines: readonly string[]): Promise<void> {
    await expect.poll(() => this.lines(), PATIENCE).toEqual(lines);
  }

  async isStale(stale: boolean): Promise<void> {
    await this.page.waitForSelector(`[data-stale="${stale}"]`);
  }

  /** Advances the frozen clock in steps until the page shows the current idle screen. */
  async comesToLife(): Promise<void> {
    const idle = this.page.locator('[data-screen="idle"][data-stale="false"]');
    const isIdle = async (): Promise<number> => {
      await this.page.clock.runFor(300);
      return idle.count();
    };
    await expect.poll(isIdle, PATIENCE).toBe(1);
  }

  /** All sounds so far, oldest first. */
  heard(): Promise<Sound[]> {
    return this.page.evaluate(() => (window as unknown as { heard: Sound[] }).heard);
  }

  /** Id of the audio output with this label. */
  outputNamed(name: string): Promise<string> {
    return this.page.evaluate(async (label) => {
      const all = await navigator.mediaDevices.enumerateDevices();
      return all.find((each) => each.kind === 'audiooutput' && each.label === label)?.deviceId ?? '';
    }, name);
  }

  async hears(...sounds: readonly Partial<Sound>[]): Promise<void> {
    await expect.poll(() => this.heard(), PATIENCE).toMatchObject(sounds);
    expect(await this.heard()).toHaveLength(sounds.length);
  }

  /** Waits for these recorded words, by file path. */
  async hearsWords(...files: readonly string[]): Promise<void> {
    const words = async (): Promise<unknown[]> => (await this.heard()).flatMap(({ file }) => file ?? []);
    // A call in two languages takes ten seconds or more.
    await expect.poll(words, { timeout: 2 * PATIENCE.timeout }).toEqual(files);
  }

  /** Ends the current utterance. */
  async endsSpeaking(): Promise<void> {
    expect(await this.page.evaluate(() => (window as unknown as { endOfSpeech(): boolean }).endOfSpeech())).toBe(true);
  }
}

function addressOf(hall: Served, device: string, key: string | undefined): string {
  const query = device === '' ? '' : `?device=${device}`;
  return `${hall.program.address}/display/${query}${key === undefined ? '' : `#key=${key}`}`;
}
