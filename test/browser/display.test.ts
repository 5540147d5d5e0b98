/** Who is called, on a screen in the waiting room: the real server, the real page. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LANGUAGES } from '../../main/lib/languages.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { Display, type Hall, openHall } from '../helpers/display-page.ts';
import { launchChromium, launchWholeChromium } from '../helpers/kiosk-page.ts';
import { openPageCable } from '../helpers/page-cable.ts';
import { toneOf } from '../helpers/tone.ts';
import { chosenOf, IS_WHOLE, itInProofs } from '../helpers/whole.ts';

/** So short that a test can wait for it, as short as a site may have it. */
const SHORT = { call_seconds: 3, chime: false, voice: false };

const VISITOR = 'Maria Conceição';

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

/** As an administrator changes what the first display is to show. */
async function sets(hall: Hall, display: object, device: object = {}): Promise<void> {
  const address = `${hall.program.address}/restapi/v2/admin/devices/display-1`;
  const { item } = (await (await fetch(address)).json()) as { item: { display: object } };
  const body = JSON.stringify({ ...item, ...device, display: { ...item.display, ...display } });
  const changed = await fetch(address, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  expect(changed.status).toBe(200);
}

/** As an administrator gives a desk its name. */
async function renames(hall: Hall, desk: string, name: string): Promise<void> {
  const address = `${hall.program.address}/restapi/v2/admin/desks/${desk}`;
  const { item } = (await (await fetch(address)).json()) as { item: object };
  const body = JSON.stringify({ ...item, name });
  const changed = await fetch(address, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  expect(changed.status).toBe(200);
}

describe('a display', () => {
  it('shows who is called and where to, large, again when that is repeated, then quietly, and in the list of calls before', async () => {
    const hall = await openHall({ display: SHORT });
    const display = await Display.at(hall, browser);
    await display.sees('idle');
    const list = display.page.locator('.list');
    expect(await list.count()).toBe(0);
    const { answerId } = await hall.call('Passports', 'Desk 4', { client_name: VISITOR });
    await display.shows('A042', 'Desk 4');
    expect(await list.count()).toBe(0);
    await display.announces('A042');
    await display.isQuiet();
    await display.shows('A042', 'Desk 4');
    await hall.recall(answerId);
    await display.announces('A042');
    // Names are on no display unless the site allows it.
    expect(await display.page.content()).not.toContain(VISITOR);
    await display.isQuiet();
    await hall.call('Taxes', 'Desk 1');
    await display.shows('B001', 'Desk 1');
    await display.lists('A042 Desk 4');
    await renames(hall, 'desk-1', 'Window');
    await display.shows('B001', 'Window');
    expect(display.faults).toEqual([]);
  });

  it('shows calls of the same second one after another, and all of them at once in the list', async () => {
    const hall = await openHall({ display: { ...SHORT, call_seconds: 8 } });
    const display = await Display.at(hall, browser, { isHeld: true });
    await display.comesToLife();
    await Promise.all([hall.call('Passports', 'Desk 4'), hall.call('Taxes', 'Desk 1')]);
    await display.page.locator('.line[data-new="true"]').waitFor();
    const [second = ''] = await display.lines();
    const first = second === '!B001 Desk 1' ? 'A042' : 'B001';
    await display.announces(first);
    await display.page.clock.runFor(7_900);
    await display.announces(first);
    await display.lists(second);
    await display.page.clock.runFor(200);
    await display.announces(second.slice(1, 5));
    await display.lists(first === 'A042' ? 'A042 Desk 4' : 'B001 Desk 1');
    await display.page.clock.runFor(8_000);
    await display.isQuiet();
  });

  it('announces a call that was ended before its turn came', async () => {
    const hall = await openHall({ display: SHORT });
    const display = await Display.at(hall, browser);
    await display.sees('idle');
    await hall.call('Passports', 'Desk 4');
    const { answerId } = await hall.call('Taxes', 'Desk 1');
    await hall.end(answerId);
    await display.announces('A042');
    await display.announces('B001');
    await display.isQuiet();
    await display.shows('A042', 'Desk 4');
    await display.lists('B001 Desk 1');
  });

  it('takes down a call that was undone, and announces nobody for it', async () => {
    const hall = await openHall({ display: { ...SHORT, call_seconds: 60 } });
    const display = await Display.at(hall, browser);
    await display.sees('idle');
    await hall.call('Passports', 'Desk 4');
    await display.announces('A042');
    await hall.call('Taxes', 'Desk 1');
    await display.lists('!B001 Desk 1');
    await hall.undo('Desk 1');
    await display.lists();
    // The one that is in the large place for a minute yet.
    await hall.undo('Desk 4');
    await display.sees('idle');
    expect(display.faults).toEqual([]);
  });

  it('announces nothing that was called before it was switched on', async () => {
    const hall = await openHall({ display: { call_seconds: 8 } });
    await hall.call('Taxes', 'Desk 1');
    await hall.call('Passports', 'Desk 4');
    const display = await Display.at(hall, browser, { voices: ['en-GB'] });
    await display.shows('A042', 'Desk 4');
    await display.lists('B001 Desk 1');
    await display.isQuiet();
    expect(await display.heard()).toEqual([]);
  });

  it('asks which display it is where there are several, and shows the calls of its group of services alone', async () => {
    const hall = await openHall();
    const display = await Display.at(hall, browser, { device: '' });
    await display.sees('choosing');
    await display.page.getByRole('link', { name: 'First floor' }).click();
    await display.sees('idle');
    expect(new URL(display.page.url()).searchParams.get('device')).toBe('display-2');
    await hall.call('Passports', 'Desk 4');
    await hall.call('Taxes', 'Desk 1');
    await display.shows('B001', 'Desk 1');
    await display.lists();
  });

  it('says at once that the line is lost, and announces afterwards what was called a moment ago', async () => {
    const hall = await openHall({ display: SHORT });
    const cable = await openPageCable(hall);
    const display = await Display.at(cable, browser);
    await display.sees('idle');
    cable.pull();
    await display.isStale(true);
    expect(await display.page.locator('.stale').textContent()).toContain('There is no connection');
    await hall.call('Passports', 'Desk 4');
    cable.plug();
    await display.announces('A042');
    await display.isStale(false);
    expect(await display.page.locator('.stale').count()).toBe(0);
  });

  // In every run in `display-looks.test.ts`.
  itInProofs('says at once that the server has gone', async () => {
    const hall = await openHall({ display: SHORT });
    const display = await Display.at(hall, browser);
    await display.sees('idle');
    // It comes back behind another port, where this page does not look for it.
    await hall.restart('another');
    await display.isStale(true);
  });
});

describe('a display in Persian', () => {
  it('runs from right to left, though the words of the page are not there in that language', async () => {
    const hall = await openHall({ display: SHORT, languages: ['fa'], settings: { languages: ['en', 'fa'] } });
    const display = await Display.at(hall, browser);
    await display.sees('idle');
    await hall.call('Passports', 'Desk 4', { lang: 'fa' });
    await display.shows('A042', 'Desk 4');
    expect(await display.page.locator('html').getAttribute('dir')).toBe('rtl');
  });
});

describe('names', () => {
  it('stand below the number where the site allows it', async () => {
    const hall = await openHall({ display: SHORT, settings: { names_on_displays: true } });
    const display = await Display.at(hall, browser);
    await display.sees('idle');
    await hall.call('Passports', 'Desk 4', { client_name: VISITOR });
    await display.page.locator('.focus-name', { hasText: VISITOR }).waitFor();
  });
});

describe('the sound of a display', () => {
  const LOUD = { call_seconds: 3, voice_languages: ['pt_PT'] };
  const autoplay = ['--autoplay-policy=no-user-gesture-required'];
  let loud: Browser;

  beforeAll(async () => {
    loud = await launchChromium(autoplay);
  });
  afterAll(() => loud?.close());

  it('is a chime, then the visitor’s language, then the site’s; and nothing speaks over it', async () => {
    const hall = await openHall({ display: LOUD });
    const display = await Display.at(hall, loud, { voices: ['en-GB', 'ar-EG', 'pt-PT'] });
    await display.sees('idle');
    await hall.call('Passports', 'Desk 4', { lang: 'ar' });
    const first = [
      { kind: 'chime' },
      { kind: 'say', lang: 'ar-EG', text: 'الرقم A, 42، تفضلوا إلى الشباك 4.', volume: 0.8 },
    ] as const;
    await display.hears(...first);
    await hall.call('Taxes', 'Desk 1');
    await display.lists('!B001 Desk 1');
    await display.endsSpeaking();
    const second = { kind: 'say', lang: 'pt-PT', text: 'Senha A, 42. Dirija-se a: Balcão 4.' } as const;
    await display.hears(...first, second);
    await display.announces('A042');
    await display.endsSpeaking();
    await display.announces('B001');
    await display.hears(...first, second, { kind: 'chime' }, { kind: 'say', lang: 'en-GB' });
  });

  it('never comes from a voice that would have to be asked for over the network', async () => {
    const hall = await openHall({ display: { ...LOUD, voice_languages: ['en'] } });
    const display = await Display.at(hall, loud, { voices: ['xx-remote', 'en-GB'] });
    await display.sees('idle');
    await hall.call('Passports', 'Desk 4', { lang: 'xx' });
    await display.hears({ kind: 'chime' }, { kind: 'say', lang: 'en-GB' });
  });

  // In every run with words that change: below.
  itInProofs('is made of recorded words where this computer has no voice', async () => {
    const hall = await openHall({ display: { ...LOUD, voice_languages: ['en'] } });
    const folder = join(hall.dataDir, 'voice', 'en');
    await mkdir(folder, { recursive: true });
    const lengths = { ticket: 110, a: 120, '0': 130, '4': 140, '2': 150, desk: 160 };
    for (const [word, ms] of Object.entries(lengths)) await writeFile(join(folder, `${word}.wav`), toneOf(ms));
    const display = await Display.at(hall, loud);
    await display.sees('idle');
    await hall.call('Passports', 'Desk 4');
    const words = [110, 120, 130, 140, 150, 160, 140].map((ms) => ({ kind: 'word', text: String(ms) }) as const);
    await display.hears({ kind: 'chime' }, ...words);
    await display.isQuiet();
    expect(display.faults).toEqual([]);
  });

  const words = (folder: string, all: string, kind = 'mp3'): string[] =>
    all.split(' ').map((word) => `/voice/${folder}/${word}.${kind}`);

  it('is made of the words that come with the program, with nothing set up: the visitor’s language, then the site’s', async () => {
    const hall = await openHall({ display: { ...LOUD, voice_languages: ['en'] } });
    const display = await Display.at(hall, loud);
    await display.sees('idle');
    await hall.call('Passports', 'Desk 4', { lang: 'ar' });
    await hall.call('Taxes', 'Desk 1');
    const first = [
      ...words('shipped/ar', 'ticket a 2 and-40 please-go-to desk 4'),
      ...words('shipped/en', 'ticket a 0 4 2 please-go-to desk 4'),
    ];
    await display.hearsWords(...first);
    await display.hearsWords(...first, ...words('shipped/en', 'ticket b 0 0 1 please-go-to desk 1'));
    const heard = await display.heard();
    expect(heard.filter(({ kind }) => kind === 'chime')).toHaveLength(2);
    const spoken = heard.filter(({ kind }) => kind === 'word');
    for (const [at, word] of spoken.slice(1).entries()) expect(word.from).toBeGreaterThanOrEqual(spoken[at]!.until!);
    await display.isQuiet();
    expect(display.faults).toEqual([]);
  });

  itInProofs('is of one voice in each call: the house’s where it can say it, else the program’s', async () => {
    const hall = await openHall({ display: { ...LOUD, voice_languages: ['en'] } });
    const folder = join(hall.dataDir, 'voice', 'en');
    await mkdir(folder, { recursive: true });
    for (const word of [...'a01234', 'ticket', 'desk']) await writeFile(join(folder, `${word}.wav`), toneOf(100));
    const display = await Display.at(hall, loud);
    await display.sees('idle');
    const first = words('en', 'ticket a 0 4 2 desk 4', 'wav');
    await hall.call('Passports', 'Desk 4');
    await display.hearsWords(...first);
    // The house has recorded no B; then it has one that is no recording.
    await hall.call('Taxes', 'Desk 1');
    const second = words('shipped/en', 'ticket b 0 0 1 please-go-to desk 1');
    await display.hearsWords(...first, ...second);
    await writeFile(join(folder, 'b.wav'), 'buzz');
    await hall.call('Taxes', 'Desk 2');
    await display.hearsWords(...first, ...second, ...words('shipped/en', 'ticket b 0 0 2 please-go-to desk 2'));
  });

  it('has the words of the house as they are now, though it said others before', async () => {
    const hall = await openHall({ display: { ...LOUD, chime: false, voice_languages: ['en'] } });
    const folder = join(hall.dataDir, 'voice', 'en');
    await mkdir(folder, { recursive: true });
    for (const word of [...'a0234', 'ticket', 'desk']) await writeFile(join(folder, `${word}.wav`), toneOf(100));
    const display = await Display.at(hall, loud);
    await display.sees('idle');
    const of = (...lengths: number[]) => lengths.map((ms) => ({ kind: 'word', text: String(ms) }) as const);
    const first = of(100, 100, 100, 100, 100, 100, 100);
    await hall.call('Passports', 'Desk 4');
    await display.hears(...first);
    await writeFile(join(folder, 'ticket.wav'), toneOf(170));
    await hall.call('Passports', 'Desk 4');
    await display.hears(...first, ...of(170, 100, 100, 100, 100, 100, 100));
  });

  // In every run in `renderer/display/spoken.test.ts`.
  itInProofs.each(['Reception', '²'])('leaves out a desk whose tag it cannot say: %s', async (tag) => {
    const hall = await openHall({ display: { ...LOUD, voice_languages: ['en'] }, desk: { tag } });
    const display = await Display.at(hall, loud);
    await display.sees('idle');
    await hall.call('Passports', 'Desk 4');
    await display.hearsWords(...words('shipped/en', 'ticket a 0 4 2'));
    await display.isQuiet();
  });

  it('has words that a browser can play, none of them silent, cut short or dragging', async () => {
    const hall = await openHall();
    const display = await Display.at(hall, browser);
    // In every run one of twenty of each language, and all of them in the slow tests.
    const odd = await display.page.evaluate(
      async (step) => {
        const list = (await (await fetch('../voice/shipped/')).json()) as Record<
          string,
          { words: Record<string, string> }
        >;
        // At the rate of the recordings, so that none has to be made of another.
        const context = new OfflineAudioContext(1, 1, 16_000);
        const faults: string[] = [];
        for (const [language, { words: all }] of Object.entries(list)) {
          for (const [place, file] of Object.values(all).entries()) {
            if (place % step !== 0) continue;
            const response = await fetch(`../voice/shipped/${language}/${file}`);
            const sound = await context.decodeAudioData(await response.arrayBuffer());
            let peak = 0;
            for (const sample of sound.getChannelData(0)) peak = Math.max(peak, Math.abs(sample));
            const { duration } = sound;
            if (!file.includes('?v=')) faults.push(`${language}/${file}: stays as it was after an update`);
            if (duration < 0.1 || duration > 2 || peak < 0.2 || peak >= 1) {
              faults.push(`${language}/${file}: ${duration.toFixed(2)} s, peak ${peak.toFixed(2)}`);
            }
          }
        }
        return { languages: Object.keys(list), faults };
      },
      IS_WHOLE ? 1 : 20,
    );
    expect(odd).toEqual({ languages: LANGUAGES.toSorted(), faults: [] });
  });

  it('goes on with the next call while recorded words do not come, and does not ask for them again at once', async () => {
    const hall = await openHall({ display: { ...LOUD, voice_languages: ['en'] } });
    const display = await Display.at(hall, loud);
    await display.sees('idle');
    const asked: string[] = [];
    await display.page.route('**/voice/shipped/*/*.mp3*', (route) => {
      asked.push(basename(new URL(route.request().url()).pathname, '.mp3'));
    });
    await hall.call('Passports', 'Desk 4');
    await expect.poll(() => asked, { timeout: 30_000 }).toContain('ticket');
    await hall.call('Taxes', 'Desk 1');
    await display.shows('B001', 'Desk 1');
    await display.hears({ kind: 'chime' }, { kind: 'chime' });
    expect(asked.filter((word) => word === 'ticket')).toHaveLength(1);
  });

  it('goes on with the next call whatever hangs in this one', async () => {
    const hall = await openHall({ display: { ...LOUD, voice_languages: ['en'] } });
    const display = await Display.at(hall, loud);
    await display.sees('idle');
    await display.page.clock.install();
    // Neither answered nor aborted.
    await display.page.evaluate(() => {
      const { fetch } = window;
      window.fetch = (what, how) => (String(what).includes('/voice/') ? new Promise(() => {}) : fetch(what, how));
    });
    await hall.call('Passports', 'Desk 4');
    await display.shows('A042', 'Desk 4');
    await hall.call('Taxes', 'Desk 1');
    await display.page.clock.fastForward(20_000);
    await display.shows('B001', 'Desk 1');
  });

  itInProofs('needs no texts for recorded words, and waits for none that do not come', async () => {
    const hall = await openHall({ display: { ...LOUD, voice_languages: ['en'] } });
    const display = await Display.at(hall, loud, { voices: ['ar-EG'] });
    await display.sees('idle');
    await display.page.route('**/assets/*.js', () => undefined);
    await hall.call('Passports', 'Desk 4', { lang: 'ar' });
    const first = [
      ...words('shipped/ar', 'ticket a 2 and-40 please-go-to desk 4'),
      ...words('shipped/en', 'ticket a 0 4 2 please-go-to desk 4'),
    ];
    await display.hearsWords(...first);
    await display.isQuiet();
  });

  it.each(chosenOf<'fails' | 'hangs'>(['fails', 'hangs'], (engine) => engine === 'hangs'))(
    'comes from recorded words where the voice of the computer %s, which is then left alone',
    async (engine) => {
      const hall = await openHall({ display: { ...LOUD, voice_languages: ['en'] } });
      const display = await Display.at(hall, loud, { voices: ['en-GB'], engine });
      await display.sees('idle');
      await hall.call('Passports', 'Desk 4');
      const first = words('shipped/en', 'ticket a 0 4 2 please-go-to desk 4');
      await display.hearsWords(...first);
      await hall.call('Taxes', 'Desk 1');
      await display.hearsWords(...first, ...words('shipped/en', 'ticket b 0 0 1 please-go-to desk 1'));
      const said = (await display.heard()).filter(({ kind }) => kind === 'say');
      expect(said).toMatchObject([{ text: 'Ticket A, 0 4 2. Please go to Desk 4.' }]);
      expect(display.faults).toEqual([]);
    },
  );

  it('waits for a voice that does not end no longer than its words could take', async () => {
    const hall = await openHall({ display: { ...LOUD, chime: false, voice_languages: ['en'] } });
    const display = await Display.at(hall, loud, { voices: ['en-GB'], isHeld: true });
    await display.comesToLife();
    await hall.call('Passports', 'Desk 4');
    await display.hears({ kind: 'say', lang: 'en-GB' });
    await hall.call('Taxes', 'Desk 1');
    await display.page.locator('.line', { hasText: 'B001' }).waitFor();
    await display.page.clock.runFor(13_000);
    await display.shows('B001', 'Desk 1');
  });

  // In every run in a quiet place: below; when it is off, `renderer/display/spoken.test.ts`.
  itInProofs('is off where the volume is', async () => {
    const hall = await openHall({ display: { ...LOUD, volume_hours: [{ from: '00:00', to: '00:00', volume: 0 }] } });
    const display = await Display.at(hall, loud, { voices: ['en-GB'] });
    await display.sees('idle');
    await hall.call('Passports', 'Desk 4');
    await display.announces('A042');
    await display.isQuiet();
    expect(await display.heard()).toEqual([]);
  });

  it('never is in a quiet place, where no touch is asked for either, and staff read that', async () => {
    const hall = await openHall({ display: { ...LOUD, quiet: true, volume: 100 } });
    const display = await Display.at(hall, loud, { voices: ['en-GB', 'pt-PT'] });
    const heldBack = await Display.at(hall, browser);
    await heldBack.sees('idle');
    await display.sees('idle');
    await hall.call('Passports', 'Desk 4', { lang: 'pt_PT' });
    await display.announces('A042');
    await display.isQuiet();
    expect(await display.heard()).toEqual([]);
    expect(await heldBack.page.getByRole('button').count()).toBe(0);
    const admin = await Administrator.at(hall, browser, { address: '#/devices/display-1' });
    await admin.page.getByText('Never: text only').waitFor();
    await admin.page.getByText('Text only', { exact: true }).waitFor();
  });

  it('is heard in an induction loop too, in a quiet place there alone, and staff read when the loop is not fed', async () => {
    const outputs = await launchWholeChromium([...autoplay, '--use-fake-device-for-media-stream']);
    onTestFinished(() => outputs.close());
    const hall = await openHall({ display: { ...LOUD, quiet: true, loop_output: 'audio output 2' } });
    // A page learns the names of outputs only where it might listen.
    const display = await Display.at(hall, outputs, { voices: ['en-GB'], permissions: ['microphone'] });
    await display.sees('idle');
    const admin = await Administrator.at(hall, browser, { address: '#/devices/display-1' });
    await admin.page.getByText('Text only', { exact: true }).waitFor();
    const { answerId } = await hall.call('Passports', 'Desk 4');
    await display.shows('A042', 'Desk 4');
    // A busy machine may load the words too late for the first announcement; the next one has them.
    const wordsSaid = async (): Promise<number> => {
      const words = (await display.heard()).filter(({ kind }) => kind === 'word').length;
      const isQuiet = (await display.page.locator('.focus[data-now="true"]').count()) === 0;
      if (words === 0 && isQuiet) await hall.recall(answerId);
      return words;
    };
    await expect.poll(wordsSaid, { interval: 1_000, timeout: 60_000 }).toBeGreaterThan(2);
    const heard = await display.heard();
    const loop = await display.outputNamed('Fake Audio Output 2');
    expect(heard.map(({ kind, output }) => [kind, output])).toEqual(heard.map(({ kind }) => [kind, loop]));
    expect(heard[0]).toMatchObject({ kind: 'chime' });
    const rest = heard.filter(({ kind }) => kind !== 'chime');
    expect(rest.every(({ kind, file = '' }) => kind === 'word' && file.includes('/voice/shipped/en/'))).toBe(true);

    await admin.fill('Induction-loop audio output', 'Loop');
    await admin.save();
    await admin.page.getByText('The induction loop has no sound: there is no audio output “Loop”').waitFor();
  });

  it('needs one touch where the browser holds it back, and says so', async () => {
    const hall = await openHall({ display: { ...LOUD, voice: false } });
    const display = await Display.at(hall, browser);
    await display.sees('idle');
    const button = display.page.getByRole('button', { name: 'Touch once to switch the sound on' });
    await button.click();
    await button.waitFor({ state: 'detached' });
    await hall.call('Passports', 'Desk 4');
    await display.hears({ kind: 'chime' });
  });
});

describe('a display that needs a key', () => {
  const KEYS = {
    settings: { api_authentication: true },
    users: [{ id: 'chief', username: 'chief', password: 'chief-password', roles: ['admin_site'] }],
    display: SHORT,
  };

  it('shows calls with its own key, and without one a code, by which it gets one', async () => {
    const hall = await openHall(KEYS);
    const bare = await Display.at(hall, browser);
    await bare.sees('showing');
    const code = (await bare.page.textContent('.pair-code')) ?? '';
    expect(await barriersOf(bare.page)).toEqual([]);
    const login = await hall.post<{ authtoken: string }>('login', { user_id: 'chief', password: 'chief-password' });
    const authorization = `Bearer ${login.authtoken}`;
    const paired = await fetch(`${hall.program.address}/restapi/v2/admin/devices/display-1/pair`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    expect(paired.status).toBe(200);
    await bare.sees('idle');
    const key = new URLSearchParams(new URL(bare.page.url()).hash.slice(1)).get('key') ?? '';
    // After a restart the screen begins where it was sent to first, and finds its key.
    await bare.page.goto(`${hall.program.address}/pair`);
    await bare.sees('idle');
    // With its key it need not even say which display it is.
    const display = await Display.at(hall, browser, { device: '', key });
    await display.sees('idle');
    const other = await Display.at(hall, browser, { device: 'display-2', key });
    await other.sees('refused');
    expect(display.faults).toEqual([]);
  });
});

describe('calls in sign language', () => {
  /** A short film without a word, made by the browser itself. */
  const film = async (page: Page): Promise<Buffer> => {
    const bytes = await page.evaluate(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
      const pen = canvas.getContext('2d');
      const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' });
      const pieces: Blob[] = [];
      recorder.ondataavailable = ({ data }) => void pieces.push(data);
      const done = new Promise<void>((resolve) => {
        recorder.onstop = () => resolve();
      });
      recorder.start();
      for (let frame = 0; frame < 12; frame += 1) {
        pen?.fillRect(frame * 4, 0, 4, 64);
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
      recorder.stop();
      await done;
      return [...new Uint8Array(await new Blob(pieces).arrayBuffer())];
    });
    return Buffer.from(bytes);
  };
  const shown = (display: Display): Promise<string[]> =>
    display.page.evaluate(() => (window as unknown as { films?: string[] }).films ?? []);
  /** Keeps which films have been shown to their end, how high they were, and how far from the call. */
  const watch = (display: Display): Promise<void> =>
    display.page.evaluate(() => {
      const films: string[] = [];
      Object.assign(window, { films });
      document.addEventListener(
        'ended',
        ({ target }) => {
          films.push(new URL((target as HTMLVideoElement).src).pathname);
          const [signs, call] = ['.signed', '.focus'].map((part) =>
            document.querySelector(part)?.getBoundingClientRect(),
          );
          Object.assign(window, { signed: { height: signs?.height, apart: (signs?.left ?? 0) - (call?.right ?? 0) } });
        },
        true,
      );
    });

  it('are the house’s films, sign by sign beside the number, and the next call waits for their end', async () => {
    const hall = await openHall({ display: { ...SHORT, media: ['town-hall.png'] } });
    const display = await Display.at(hall, browser);
    await display.sees('idle');
    const folder = join(hall.dataDir, 'sign', 'gsg');
    await mkdir(folder, { recursive: true });
    for (const word of ['ticket', 'a', '0', '4', '2', 'desk'])
      await writeFile(join(folder, `${word}.webm`), await film(display.page));
    await watch(display);
    await hall.call('Passports', 'Desk 4');
    await display.page.locator('.signed video[data-now="true"]').waitFor();
    await hall.call('Taxes', 'Desk 1');
    const words = ['ticket', 'a', '0', '4', '2', 'desk', '4'].map((word) => `/sign/gsg/${word}.webm`);
    await expect.poll(() => shown(display), { timeout: 60_000 }).toEqual(words);
    // Large enough for hands to be seen across a hall, beside the number and its desk.
    const signed = await display.page.evaluate(
      () => (window as unknown as { signed: { height: number; apart: number } }).signed,
    );
    expect(signed.height).toBeGreaterThan(1080 / 2);
    expect(signed.apart).toBeGreaterThanOrEqual(0);
    // Nobody has filmed a B: half a call helps nobody, and the words on the screen are there.
    await display.announces('B001');
    await display.page.locator('.signed').waitFor({ state: 'detached' });
    await display.isQuiet();
    expect(await shown(display)).toEqual(words);
    expect(display.faults).toEqual([]);
  });

  it('end where a film cannot be shown, and the call stands as ever', async () => {
    const hall = await openHall({ display: SHORT });
    const folder = join(hall.dataDir, 'sign', 'gsg');
    await mkdir(folder, { recursive: true });
    for (const word of ['a', '0', '4', '2']) await writeFile(join(folder, `${word}.mp4`), 'no film');
    const display = await Display.at(hall, browser);
    await display.sees('idle');
    await hall.call('Passports', 'Desk 4');
    await display.announces('A042');
    await display.isQuiet();
    await display.shows('A042', 'Desk 4');
    expect(await display.page.locator('.signed').count()).toBe(0);
  });
});

describe('pictures of the house', () => {
  it('come only from its media folder', async () => {
    const hall = await openHall({ display: { ...SHORT, media: ['bridge.svg', 'missing.png'] } });
    await mkdir(join(hall.dataDir, 'media'), { recursive: true });
    await writeFile(
      join(hall.dataDir, 'media', 'bridge.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><rect width="16" height="9"/></svg>',
    );
    const display = await Display.at(hall, browser);
    await display.sees('idle');
    await expect
      .poll(() => display.page.locator('.media img').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBe(16);
    for (const path of ['/media/..%2ftake-a-number.db', '/media/secret.key', '/voice/en/..%2f..%2fsecret.key']) {
      expect((await fetch(`${hall.program.address}${path}`)).status, path).toBe(404);
    }
    // Nobody has said what it shows, until somebody does, in the language of the display.
    const picture = display.page.locator('.media img');
    expect(await picture.getAttribute('alt')).toBe('');
    await sets(hall, { media_texts: [{ text: 'The bridge', translations: { pt_PT: { text: 'A ponte' } } }] });
    await display.page.getByRole('img', { name: 'The bridge' }).waitFor();
    await sets(hall, { less_motion: true }, { languages: ['pt_PT'] });
    await display.page.getByRole('img', { name: 'A ponte' }).waitFor();
    expect(await picture.getAttribute('lang')).toBe('pt-PT');
    const drawing = await fetch(`${hall.program.address}/media/bridge.svg`);
    expect(drawing.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('may come from an origin that the site names', async () => {
    const hall = await openHall({ settings: { media_origins: ['https://pictures.example.org'] } });
    const page = await fetch(`${hall.program.address}/display/`);
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self' data: https://pictures.example.org;");
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const kiosk = await fetch(`${hall.program.address}/kiosk/`);
    // Nobody is looked at or listened to; who sends sound to a headset or a loop has to be let choose outputs.
    const denied = 'camera=(), microphone=(), geolocation=()';
    const permissions = async (name: string) =>
      (await fetch(`${hall.program.address}/${name}/`)).headers.get('permissions-policy');
    expect(await Promise.all(['counter', 'admin', 'pair'].map(permissions))).toEqual([denied, denied, denied]);
    expect(await permissions('kiosk')).toBe(denied.replace('microphone=()', 'microphone=(self)'));
    expect(kiosk.headers.get('content-security-policy')).not.toContain('pictures.example.org');
  });
});

/** Two pictures of one dot, red and then blue, a tenth of a second each, again and again. */
const WAVING = Buffer.from(
  [
    '4749463839610100010080000 0ff00000000ff'.replace(' ', ''),
    '21ff0b4e45545343415045322e300301000000',
    '21f904000a000000 2c00000000010001000002024401 00'.replaceAll(' ', ''),
    '21f904000a000000 2c0000000001000100000202 4c0100'.replaceAll(' ', ''),
    '3b',
  ].join(''),
  'hex',
);

describe('pictures and messages', () => {
  const CHANGING = {
    media: ['waving.gif', 'bridge.svg'],
    media_seconds: 15,
    ticker: 'Bring papers.\nWe close at noon.',
  };
  /** Longer than a picture and a message stand there. */
  const WHILE_MS = 16_000;

  /** The hall, and its display on which a test lets the time run. */
  async function changing(display: object, options: { readonly hasTouch?: boolean } = {}) {
    const hall = await openHall({ display: { ...SHORT, ...CHANGING, ...display } });
    await mkdir(join(hall.dataDir, 'media'), { recursive: true });
    await writeFile(join(hall.dataDir, 'media', 'waving.gif'), WAVING);
    await writeFile(
      join(hall.dataDir, 'media', 'bridge.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><rect width="16" height="9"/></svg>',
    );
    const shown = await Display.at(hall, browser, { isHeld: true, ...options });
    await shown.comesToLife();
    return { hall, display: shown };
  }

  const seen = async ({ page }: Display): Promise<string> => {
    const picture = await page.locator('.media img').getAttribute('src');
    return `${basename(picture ?? '')}, ${await page.locator('.ticker').textContent()}`;
  };
  /** Lets the held time run until it is so: what a page draws waits for it too. */
  const comesTo = <Value>({ page }: Display, value: () => Promise<Value>, wanted: Value): Promise<void> =>
    expect
      .poll(
        async () => {
          await page.clock.runFor(200);
          return value();
        },
        { timeout: 30_000 },
      )
      .toEqual(wanted);
  const sees = (display: Display, wanted: string): Promise<void> => comesTo(display, () => seen(display), wanted);
  const isTold = (display: Display, wanted: string): Promise<void> =>
    comesTo(display, () => display.page.locator('.foot [role=status]').textContent(), wanted);
  const FIRST = 'waving.gif, Bring papers.';
  const SECOND = 'bridge.svg, We close at noon.';

  async function afterAWhile(display: Display): Promise<string> {
    await display.page.clock.runFor(WHILE_MS);
    await display.comesToLife();
    return seen(display);
  }
  /** Colour of the dot that stands over a picture that moves. */
  const heldDot = ({ page }: Display): Promise<number[]> =>
    page
      .locator('.media canvas')
      .evaluateAll((all) =>
        all.flatMap((canvas) => [
          ...((canvas as HTMLCanvasElement).getContext('2d')?.getImageData(1, 1, 1, 1).data ?? []),
        ]),
      );

  it('change by themselves, stand still and change again with the space bar or a button, and calls go on', async () => {
    const { hall, display } = await changing({});
    const { page } = display;
    const button = page.getByRole('button');
    await sees(display, FIRST);
    expect(await page.locator('.media canvas').count()).toBe(0);
    await page.keyboard.press('Space');
    await isTold(display, 'Pictures and messages are paused.');
    await comesTo(display, () => heldDot(display), [255, 0, 0, 255]);
    expect(await page.locator('.media img').evaluate((img) => getComputedStyle(img).opacity)).toBe('0');
    expect(await afterAWhile(display)).toBe(FIRST);
    // While they stand still, everybody sees how they go on.
    expect(await button.evaluate((each) => getComputedStyle(each).opacity)).toBe('1');
    await button.focus();
    await page.keyboard.press('Space');
    await isTold(display, 'Pictures and messages have resumed.');
    expect(await afterAWhile(display)).not.toBe(FIRST);
    await page.keyboard.press('Space');
    await isTold(display, 'Pictures and messages are paused.');
    const held = await seen(display);
    await hall.call('Passports', 'Desk 4');
    await comesTo(display, () => page.locator('.focus[data-now="true"] .focus-number').allTextContents(), ['A042']);
    await display.shows('A042', 'Desk 4');
    expect(await seen(display)).toBe(held);
    expect(display.faults).toEqual([]);
  });

  it('are stopped by a touch on a button that the pointer or the first touch brings, and that is large', async () => {
    const { display } = await changing({}, { hasTouch: true });
    const { page } = display;
    const button = page.getByRole('button', { name: 'Pause pictures and messages' });
    const opacity = () => button.evaluate((each) => getComputedStyle(each).opacity);
    await sees(display, FIRST);
    expect(await opacity()).toBe('0');
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
    // What cannot be seen yet is not pressed by chance.
    const touch = () => page.touchscreen.tap(x + width / 2, y + height / 2);
    await touch();
    await comesTo(display, opacity, '1');
    await touch();
    await comesTo(display, () => page.getByRole('button').getAttribute('aria-label'), 'Resume pictures and messages');
    expect(await afterAWhile(display)).toBe(FIRST);
  });

  it('change with a call alone where the house or the computer wishes less motion', async () => {
    const { hall, display } = await changing({ less_motion: true });
    await sees(display, FIRST);
    await comesTo(display, () => heldDot(display), [255, 0, 0, 255]);
    expect(await afterAWhile(display)).toBe(FIRST);
    const { answerId } = await hall.call('Passports', 'Desk 4');
    await sees(display, SECOND);
    await display.shows('A042', 'Desk 4');
    expect(await display.page.locator('.focus').evaluate((focus) => getComputedStyle(focus).animationName)).toBe(
      'none',
    );
    await hall.end(answerId);
    await display.comesToLife();
    expect(await afterAWhile(display)).toBe(SECOND);
    await display.page.emulateMedia({ reducedMotion: 'reduce' });
    await sets(hall, { less_motion: false });
    await display.comesToLife();
    expect(await afterAWhile(display)).toBe(SECOND);
    await display.page.emulateMedia({ reducedMotion: 'no-preference' });
    // Until the display has heard of it, the house wishes it still.
    await comesTo(display, () => display.page.locator(':root[data-still]').count(), 0);
    expect(await afterAWhile(display)).not.toBe(SECOND);
    expect(display.faults).toEqual([]);
  });
});
