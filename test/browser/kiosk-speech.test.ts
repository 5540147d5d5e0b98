/** Whoever does not see: what is heard is all there is, and keys are all that is pressed. */
import { existsSync } from 'node:fs';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { KioskScreen, KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { services, state as shown, ticket } from '../fixtures/kiosk-states.ts';
import { question } from '../forms/rules/form-site.ts';
import { giveVoices, Listener, playedOn, recordSound } from '../helpers/ears.ts';
import { handOn } from '../helpers/hand.ts';
import { launchChromium, startScriptedHost } from '../helpers/kiosk-page.ts';
import { entries, readTexts } from '../helpers/locale-texts.ts';
import { type MachineOptions, openMachine } from '../helpers/machine.ts';
import { faultsOf } from '../helpers/page-faults.ts';
import { siteFile } from '../helpers/site-file.ts';
import { chosenOf } from '../helpers/whole.ts';

const LANGUAGES = ['en', 'pt_PT', 'ar'] as const;
const MINUTE_MS = 60_000;

/** `yyyy-mm-dd hh:mm:ss` of the location, which lies in UTC. */
function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * MINUTE_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** As opening hours name the day of the week. */
function inDays(days: number): string {
  return ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'][(new Date().getUTCDay() + days) % 7] ?? '';
}

const SITE = {
  settings: { languages: LANGUAGES, default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC', t_checkin_before: 60, t_checkin_after: 60 }],
  services: [
    {
      id: 'permits',
      name: 'Permits',
      location: 'hall',
      tag: 'A',
      forms: ['permit'],
      priority_allowed: false,
      translations: { pt_PT: { name: 'Licenças' }, ar: { name: 'تصاريح' } },
    },
    {
      id: 'taxes',
      name: 'Taxes',
      location: 'hall',
      tag: 'B',
      max_waiting: 1,
      translations: { pt_PT: { name: 'Impostos' }, ar: { name: 'ضرائب' } },
    },
    {
      id: 'desk',
      name: 'Information',
      location: 'hall',
      tag: 'C',
      priority_allowed: false,
      translations: { pt_PT: { name: 'Informações' }, ar: { name: 'استعلامات' } },
    },
    {
      id: 'archive',
      name: 'Archive',
      location: 'hall',
      tag: 'D',
      schedule: `${inDays(3)} 09:00-12:00`,
      translations: { pt_PT: { name: 'Arquivo' }, ar: { name: 'أرشيف' } },
    },
  ],
  devices: [{ id: 'kiosk-1', name: 'Kiosk', type: 1, location: 'hall', less_motion: true }],
  appointments: LANGUAGES.map((lang) => ({
    id: lang,
    service: 'permits',
    scheduled_to: inMinutes(10),
    code: `K${lang.slice(0, 2).toUpperCase()}7`,
  })),
  forms: [
    {
      id: 'permit',
      name: 'Permit',
      questions: {
        before: [
          question('reason', 'one of', {
            required: true,
            config: {
              options: ['New', 'Running'],
              translations: {
                pt_PT: { question: 'Qual é o assunto?', options: ['Novo', 'Em curso'] },
                ar: { question: 'ما الموضوع؟', options: ['جديد', 'جارٍ'] },
              },
            },
          }),
          question('name', 'text', {}),
        ],
      },
    },
  ],
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function openHouse(options: MachineOptions) {
  const site = await siteFile(SITE);
  return { machine: await openMachine({ site, ...options }) };
}

async function arrive() {
  const { machine } = await openHouse({ printer: 'tcp' });
  await machine.until(({ printer }) => printer === 'ok');
  await machine.post('createticket', { service_id: 'taxes', lang: 'en' });
  const context = await browser.newContext({ viewport: { width: 1080, height: 1920 } });
  onTestFinished(() => context.close());
  await giveVoices(context, ['en-GB', 'pt-PT', 'ar']);
  const page = await context.newPage();
  const faults = faultsOf(page);
  await page.goto(`${machine.program.address}/kiosk`);
  await page.waitForSelector('[data-screen="choose"]');
  expect(await page.locator('html').getAttribute('data-still')).toBe('');
  const visitor = new Listener(page);
  /** A service closes, or opens again; the kiosk knows a moment later. */
  const opens = async (id: string, isOpen: boolean): Promise<void> => {
    const service = SITE.services.find((each) => each.id === id);
    const { status } = await fetch(`${machine.program.address}/restapi/v2/admin/services/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...service, ...(isOpen ? {} : { schedule: `${inDays(3)} 09:00-12:00` }) }),
    });
    expect(status).toBe(200);
  };
  /** How a service stands where visitors choose: pressed earlier, it is still closed to the kiosk. */
  const isOpen = (name: string): Promise<void> =>
    page.locator('.choice-main:not([aria-disabled="true"])', { hasText: name }).waitFor();
  return { machine, faults, visitor, opens, isOpen };
}

/** What is listened for, in the words of the program; what it is filled with may be anything. */
function words(language: string) {
  const texts = Object.fromEntries(['kiosk', 'panel', 'speech'].flatMap((file) => entries(readTexts(language, file))));
  return (key: string): RegExp => {
    const text = texts[key];
    if (text === undefined) throw new Error(`There is no text ${key} in ${language}.`);
    return new RegExp(
      text
        .split(/\{\{\w+\}\}/)
        .map(escaped)
        .join('.+'),
      'u',
    );
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const HOUSE = {
  en: {
    itself: /English/,
    permits: /^Permits/,
    taxes: /Taxes/,
    desk: /^Information/,
    archive: /^Archive/,
    reason: /reason\?/,
    running: /Running/,
  },
  pt: {
    itself: /Português/,
    permits: /^Licenças/,
    taxes: /Impostos/,
    desk: /^Informações/,
    archive: /^Arquivo/,
    reason: /Qual é o assunto/,
    running: /Em curso/,
  },
  ar: {
    itself: /العربية/,
    permits: /^تصاريح/,
    taxes: /ضرائب/,
    desk: /^استعلامات/,
    archive: /^أرشيف/,
    reason: /ما الموضوع/,
    running: /جارٍ/,
  },
} as const;

describe('a visitor who does not see, with a headset and keys', () => {
  const VISITS = chosenOf(['en', 'pt', 'ar'] as const, (language) => language !== 'pt');

  // In every run in two scripts, from left and from right.
  it(`takes a ticket, checks in and hears of everything that is wrong, in ${VISITS.length} languages`, async () => {
    const { machine, visitor, faults, opens, isOpen } = await arrive();
    const { printer } = machine;
    await visitor.plugsIn();
    await visitor.hears(words('en')('speech.welcome.plugged'), words('en')('question'));
    for (const language of VISITS) {
      const t = words(language);
      const house = HOUSE[language];
      // Each visit begins in the language of the house.
      const begins = async (): Promise<void> => {
        if (language === 'en') return;
        await visitor.chooses(/^Languages/);
        await visitor.chooses(house.itself);
        await visitor.hears(t('question'));
      };
      const ends = async (): Promise<void> => {
        await visitor.chooses(t('done'));
        await visitor.hears(words('en')('question'));
      };
      await begins();

      await visitor.chooses(house.taxes);
      await visitor.hears(t('full'), t('speech.unavailable'));

      await visitor.chooses(house.archive);
      await visitor.hears(t('opens.weekday'), t('speech.unavailable'));

      const answers = async (): Promise<void> => {
        await visitor.chooses(house.permits);
        await visitor.hears(house.reason);
        await visitor.page.locator('.option[aria-disabled="false"]').first().waitFor();
        await visitor.chooses(house.running);
        await visitor.hears(/name\?/, t('form.optional'));
      };
      // It closes while they answer: they are told, and begin anew.
      await answers();
      await opens('permits', false);
      await visitor.chooses(t('form.skip'));
      await visitor.hears(t('problem.service-closed.title'), t('problem.service-closed.text'));
      await opens('permits', true);
      await visitor.chooses(t('chooseAgain'));
      await visitor.hears(words('en')('question'));
      await isOpen('Permits');
      await begins();

      await answers();
      // In two scripts with the six keys alone, on the keyboard of the screen.
      if (language === 'en') await visitor.spells(/^capital A/, /^d$/, /^a$/);
      else if (language === 'ar') await visitor.spells(/^م$/, /^ن$/, /^ى$/);
      else await visitor.types('Ada');
      await visitor.finds(language === 'ar' ? /منى/ : /Ada/);
      await visitor.chooses(t('form.finish'));
      await visitor.hears(/A, 0, 0, \d/, t('speech.again'), t('take.title'));
      expect((await printer.nextTicket()).bigText).toMatch(/^A00\d$/);
      await ends();

      await begins();
      await visitor.chooses(t('checkIn.offer'));
      await visitor.hears(t('checkIn.title'), t('checkIn.hint'));
      await visitor.types('KXX9');
      await visitor.chooses(t('checkIn.go'));
      await visitor.hears(t('checkIn.fault.unknown'));
      await visitor.types('Backspace', 'Backspace', 'Backspace');
      await visitor.hears(words(language)('speech.deleted'));
      if (language === 'en') await visitor.spells(/^capital E/, /^capital N/, /^7$/);
      else await visitor.types(`${language.toUpperCase()}7`);
      await visitor.chooses(t('checkIn.go'));
      await visitor.hears(t('speech.again'), t('take.title'));
      await printer.nextTicket();
      await ends();

      await begins();
      printer.outOfPaper();
      await machine.until((state) => state.printer === 'no-paper');
      await visitor.chooses(house.desk);
      await visitor.hears(t('noted.title'), t('speech.again'), t('problem.no-paper.text'), t('noted.valid'));
      printer.loadPaper();
      await machine.until((state) => state.printer === 'ok');
      await ends();
    }
    expect(faults).toEqual([]);
  });
});

/** A page with a host that does as it is told: for what takes one state, not a whole visit. */
async function stand(
  first: Partial<KioskState>,
  { voices = ['en-GB'] as readonly string[], refuses = [] as readonly string[], lingers = false } = {},
) {
  const host = await startScriptedHost(state(IDLE, first));
  onTestFinished(() => host.close());
  const context = await browser.newContext({ viewport: { width: 1080, height: 1920 }, hasTouch: true });
  onTestFinished(() => context.close());
  await giveVoices(context, voices, lingers);
  await recordSound(context, refuses);
  // The voice of the program, of one language and a single sound.
  host.answerWith('voices', { ok: true, voices: voices.length === 0 ? ['en'] : [] });
  host.answerWith('speak', { ok: true, sound: BEEP });
  const page = await context.newPage();
  await page.goto(host.url);
  await page.waitForSelector('h1');
  return { host, page, visitor: new Listener(page) };
}

/** Eight samples of sound, as WAV. */
const BEEP = 'UklGRjQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YRAAAAAAQADAAEAAwABAAMAAQADA';

const CHOICES = services('en', 3);
const IDLE = { name: 'idle', choices: CHOICES } as const;
const CHOOSE = { ...IDLE, name: 'choose', group: null, card: false, late: false } as const;
const state = (screen: KioskScreen, change: Partial<KioskState> = {}): KioskState => shown(screen, 'en', change);
const ASKED = {
  name: 'form',
  serviceName: 'Permits',
  step: { index: 1, count: 1 },
  question: {
    id: 'name',
    text: 'Your name?',
    type: 1,
    required: false,
    options: [],
    ratingTo: 0,
    mask: 0,
    length: 0,
    example: '',
  },
  answer: ['Ada'],
  fault: '',
} as const;

it.skipIf(!existsSync('/usr/bin/espeak-ng'))(
  'speaks with the voice of its program, where the browser has none',
  async () => {
    const { machine } = await openHouse({ printer: 'none', speaks: true });
    const context = await browser.newContext({ viewport: { width: 1080, height: 1920 } });
    onTestFinished(() => context.close());
    await giveVoices(context, []);
    await recordSound(context);
    const page = await context.newPage();
    const faults = faultsOf(page);
    await page.goto(`${machine.program.address}/kiosk`);
    await page.waitForSelector('[data-screen="choose"]');
    // The browser lets nothing sound before the first key.
    await page.keyboard.press('F2');
    const visitor = new Listener(page);
    await visitor.plugsIn();
    await expect.poll(async () => (await playedOn(page)).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(7);
    const [welcome] = await playedOn(page);
    expect(welcome?.seconds).toBeGreaterThan(5);
    for (const { seconds, loudness } of await playedOn(page)) {
      expect(seconds).toBeGreaterThan(0.3);
      expect(loudness).toBeGreaterThan(0.02);
    }
    expect(new Set((await playedOn(page)).map(({ sinkId }) => sinkId))).toEqual(new Set(['USB Headset']));
    expect(await visitor.whole()).toEqual([]);
    expect(machine.log.lines.join('\n')).not.toMatch(/How can we help/);
    expect(faults).toEqual([]);
  },
);

describe('speech', () => {
  const t = words('en');

  it('begins as loud for each visitor, at the pace of whoever listens, and ends with the headset', async () => {
    const { host, page, visitor } = await stand({});
    await visitor.plugsIn();
    await visitor.hears(t('speech.welcome.plugged'));
    const [first] = await visitor.whole();
    await visitor.presses('F4', 'F4', 'F6');
    await visitor.hears(/Volume 5 of 6/, /Speed 2 of 6/);
    host.send(state(CHOOSE));
    await visitor.finds(/Easier to read/);
    expect((await visitor.whole()).at(-1)?.volume).toBeGreaterThan(first?.volume ?? 1);
    await expect.poll(() => host.callsOf('pace')).toEqual([{ times: 3 }]);

    await visitor.presses('F8');
    await visitor.hears(t('speech.dark'));
    expect(await curtain(page)).toBe('rgb(0, 0, 0) 0px');
    await visitor.unplugs();
    await expect.poll(() => curtain(page)).toBe('none');
    const before = (await visitor.whole()).length;
    await visitor.presses('F4');
    await visitor.plugsIn();
    await visitor.hears(t('speech.welcome.plugged'));
    expect((await visitor.whole())[before]).toMatchObject({ volume: first?.volume, rate: first?.rate });
  });

  it('begins and ends with the key for it, the usual one or that of the house', async () => {
    const { host, page, visitor } = await stand({ speech: 'private' });
    const listen = page.getByRole('button', { name: 'Listen' });
    await visitor.presses('F9');
    await visitor.hears(t('speech.welcome.keys'), t('question'));
    expect(await listen.getAttribute('aria-pressed')).toBe('true');
    await visitor.presses('F9');
    await expect.poll(() => listen.getAttribute('aria-pressed')).toBe('false');
    const before = (await visitor.whole()).length;
    await visitor.presses('ArrowRight', 'F2');
    expect(await visitor.whole()).toHaveLength(before);

    host.send(state(CHOOSE, { speech: 'private', keys: 'F13=listen' }));
    await page.locator('[data-way="back"]').waitFor();
    await press(page, 'F13');
    await visitor.hears(t('speech.welcome.keys'));
  });

  it('is interrupted by any key: by what the key does, or by silence where it does nothing', async () => {
    const { visitor } = await stand({ speech: 'private' }, { lingers: true });
    const lately = async () => (await visitor.whole()).map(({ text, wasCut }) => ({ text, wasCut }));
    await visitor.presses('F9');
    await visitor.hears(t('speech.welcome.keys'));
    await visitor.presses('F1');
    await visitor.hears(t('speech.help'));
    expect(await lately()).toMatchObject([{ wasCut: true }, { wasCut: false }]);
    await visitor.presses('x');
    await expect.poll(lately).toMatchObject([{ wasCut: true }, { wasCut: true }]);
  });

  it('presses nothing that can no longer be had, also in the moment before that is said', async () => {
    const { host, page, visitor } = await stand({ speech: 'private' });
    await visitor.presses('F9');
    await visitor.hears(t('question'));
    host.send(state(CHOOSE, { speech: 'private' }));
    await page.locator('[data-way="back"]').waitFor();
    await visitor.finds(new RegExp(escaped(CHOICES[0]?.name ?? '')));
    await page.evaluate(async () => {
      document.querySelector('[data-heard]')?.setAttribute('aria-disabled', 'true');
      // The page knows that something has changed, and has not looked yet.
      await Promise.resolve();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'Enter', key: 'Enter', bubbles: true }));
    });
    await visitor.hears(t('speech.unavailable'));
    expect([host.callsOf('touchService'), host.callsOf('touchGroup')]).toEqual([[], []]);
  });

  it('begins as loud as a technician has set it at the panel, who can hear it there without a headset', async () => {
    const { host, page, visitor } = await stand({});
    const panel = (step: number) => ({ volume: step, panel: { name: 'sound', step, steps: 6 } as const });
    host.send(state({ name: 'starting' }, panel(3)));
    await page.getByText('Step 3 of 6').waitFor();
    await page.getByRole('button', { name: 'Louder' }).click();
    await expect.poll(() => host.callsOf('panelVolume')).toEqual([{ step: 4 }]);
    host.send(state({ name: 'starting' }, panel(6)));
    await page.getByText('Step 6 of 6').waitFor();
    await page.getByRole('button', { name: 'Louder' }).dispatchEvent('click');
    await page.getByRole('button', { name: 'Play sample' }).click();
    await visitor.hears(/Please take a ticket/);
    expect(host.callsOf('panelVolume')).toHaveLength(1);
    host.send(state(CHOOSE, { volume: 6 }));
    await visitor.plugsIn();
    await visitor.hears(/./);
    expect((await visitor.whole()).map(({ volume }) => volume).every((volume) => volume === 1)).toBe(true);
  });

  it('says what was typed, and what is in the way of time, to one pair of ears alone', async () => {
    const { host, page, visitor } = await stand({ speech: 'loudspeaker' });
    await page.getByRole('button', { name: 'Listen' }).click();
    await visitor.hears(t('speech.welcome.plugged'));
    host.send(state(ASKED, { speech: 'loudspeaker', pronunciations: ['en: permits = building papers'] }));
    await visitor.hears(/Your name\?/, /building papers/);
    await visitor.types('B');
    await visitor.hears(/4 characters typed\./);
    const aloud = (await visitor.whole()).map(({ text }) => text).join(' ');
    expect(aloud).not.toMatch(/Ada|\bB\b/);

    await visitor.plugsIn();
    await visitor.types('C');
    await visitor.finds(/AdaBC/);
    host.send(state(ASKED, { speech: 'loudspeaker', timeout: { remainingMs: 15_000, warnMs: 20_000 } }));
    await visitor.hears(/Are you still there\?/, /Starting over in \d+ seconds/, /I need more time/);
    host.send(state(ASKED, { speech: 'loudspeaker', staff: { state: 'coming', agoMs: 0 } }));
    await visitor.hears(/Staff are coming/);
  });

  it('says that a phone has the number now, and goes on with what it was saying', async () => {
    const noted = { name: 'problem', reason: 'no-printer', ticket: ticket('en') } as const;
    const { host, visitor } = await stand({}, {});
    await visitor.plugsIn();
    await visitor.hears(t('question'));
    host.send(state(noted));
    await visitor.hears(t('noted.title'), t('noted.valid'));
    host.send(state({ ...noted, taken: true }, { timeout: { remainingMs: 60_000, warnMs: 20_000 } }));
    await visitor.hears(t('noted.taken'));
    host.send(state({ ...noted, taken: true }, { timeout: { remainingMs: 19_000, warnMs: 20_000 } }));
    await visitor.hears(/Are you still there\?/, /I need more time/);
  });

  it('tells the hall of a key of the screen that it is one, and a headset which', async () => {
    const { host, page, visitor } = await stand({ speech: 'loudspeaker' });
    await page.getByRole('button', { name: 'Listen' }).click();
    await visitor.hears(t('speech.welcome.plugged'));
    const isKey = (said: string): boolean => new RegExp(`^${t('speech.key').source}$`).test(said);
    const isNamed = (said: string): boolean => /^(capital )?.$|–/u.test(said);
    const question = { ...ASKED.question, id: 'born', type: 5, text: 'Born on?' };
    const dateAsked = state({ ...ASKED, question, answer: ['1984-03-02'] }, { speech: 'loudspeaker' });
    const pinAsked = { name: 'pin', fault: '', checking: false, waitMs: 0 } as const;
    for (const { asks, heading, keys, others } of [
      {
        asks: state(ASKED, { speech: 'loudspeaker' }),
        heading: /Your name\?/,
        keys: 38,
        others: ['Delete the last character', 'More letters'],
      },
      { asks: dateAsked, heading: /Born on\?/, keys: 10, others: ['Delete the last character', 'Clear'] },
      {
        asks: state(CHOOSE, { speech: 'loudspeaker', panel: pinAsked }),
        heading: t('panel.pin.title'),
        keys: 10,
        others: ['Clear'],
      },
    ]) {
      host.send(asks);
      await visitor.hears(heading);
      // The keyboard takes the room that there is, and may be another one until it has.
      await expect.poll(() => page.locator('.key:not([aria-label], .key-words), .key-space').count()).toBe(keys);
      const around = await visitor.walksAround();
      expect(around.filter(isNamed)).toEqual([]);
      expect(around.filter(isKey)).toHaveLength(keys);
      expect(around.filter((said) => t('speech.keys').test(said))).toHaveLength(1);
      expect(around).toEqual(expect.arrayContaining(others));
    }

    host.send(state(ASKED, { speech: 'loudspeaker' }));
    await visitor.hears(/Your name\?/);
    await visitor.finds(t('speech.keys'));
    await visitor.presses('Enter');
    await visitor.hears(/4 characters typed\./);
    await visitor.plugsIn();
    await visitor.spells(/^3$/, /^d$/);
    await visitor.finds(/Ada13d/);
  });

  it('is sent to the headset, and where that takes no sound the hall hears nothing; the screen says that there is none', async () => {
    const { host, page, visitor } = await stand({}, { voices: [], refuses: ['USB Headset'] });
    const said = (): string =>
      host
        .callsOf('speak')
        .map(({ text }) => text)
        .join(' ');
    const notice = page.getByRole('alert').filter({ hasText: t('speech.silent') });
    await page.keyboard.press('F2');
    await visitor.plugsIn({ isUsual: false });
    await notice.waitFor();
    expect([said(), await playedOn(page)]).toEqual(['', []]);
    // And the staff are told.
    await expect.poll(() => host.callsOf('headsetRefuses').at(-1)).toEqual({ on: true });

    // Aloud, as the house wants it: all but what was typed.
    host.send(state(ASKED, { speech: 'loudspeaker' }));
    await expect.poll(said).toContain('3 characters typed.');
    await visitor.presses('F2');
    await notice.waitFor({ state: 'detached' });
    expect(said()).toContain('Your name?');
    expect(said()).not.toContain('Ada');
    expect((await playedOn(page)).length).toBeGreaterThan(0);
    // The computer's own sound goes there meanwhile.
    await visitor.plugsIn();
    await visitor.presses('F2');
    await expect.poll(said).toContain('Ada');
    await expect.poll(() => host.callsOf('headsetRefuses').at(-1)).toEqual({ on: false });
  });

  it('by a voice of the browser is heard where the computer sends sound by itself: that has to be the headset', async () => {
    const { host, page, visitor } = await stand({});
    const notice = page.getByRole('alert').filter({ hasText: t('speech.silent') });
    await visitor.plugsIn({ isUsual: false });
    await notice.waitFor();
    expect(await visitor.whole()).toEqual([]);
    await visitor.plugsIn();
    await visitor.presses('F2');
    await visitor.hears(t('question'));
    await notice.waitFor({ state: 'detached' });

    await visitor.plugsIn({ isUsual: false });
    host.send(state(ASKED, { speech: 'loudspeaker' }));
    await visitor.hears(/Your name\?/, /3 characters typed\./);
    await visitor.plugsIn();
    await visitor.presses('F2');
    await visitor.hears(/Ada/);
  });

  it('is begun by a finger in the marked corner, which then looks around and presses nothing', async () => {
    const { host, page, visitor } = await stand({ speech: 'private' });
    const { touch, tap, rests } = await handOn(page);
    await touch('touchStart', 20, 1900);
    await visitor.hears(t('speech.welcome.touch'));
    await touch('touchEnd', 20, 1900);
    const box = await page.locator('.choice-main').first().boundingBox();
    if (box === null) throw new Error('There is no choice.');
    await tap(box.x + box.width / 2, box.y + box.height / 2);
    await visitor.hears(new RegExp(escaped(CHOICES[0]?.name ?? '')));
    expect(host.callsOf('touchService')).toEqual([]);
    expect(host.callsOf('touchGroup')).toEqual([]);
    // Anywhere: who does not see need not aim twice.
    rests();
    await tap(900, 300);
    await tap(900, 300);
    await expect.poll(() => host.callsOf('touchService').length + host.callsOf('touchGroup').length).toBe(1);
  });

  it('is not to be had where the house wants none, nor without a headset', async () => {
    const { host, page, visitor } = await stand({ speech: 'off' });
    await visitor.plugsIn();
    await visitor.presses('F9', 'F1');
    host.send(state(IDLE, { speech: 'headset' }));
    await visitor.hears(t('speech.welcome.plugged'));
    await visitor.unplugs();
    await page.getByRole('button', { name: 'Listen' }).waitFor({ state: 'detached' });
    const before = (await visitor.whole()).length;
    await visitor.presses('F9', 'F1');
    expect(await visitor.whole()).toHaveLength(before);
  });
});

describe('keys without speech', () => {
  it('are those of the house: next, previous, choose and back', async () => {
    const { host, page } = await stand({ keys: 'F13=next, F14=previous, F15=choose, F16=back' });
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    const main = page.locator('main button');
    await press(page, 'F13');
    await expect.poll(focused).toBe(await main.first().textContent());
    await press(page, 'F13');
    await expect.poll(focused).toBe(await main.nth(1).textContent());
    await press(page, 'F14');
    await expect.poll(focused).toBe(await main.first().textContent());
    await press(page, 'F15');
    await expect.poll(() => host.callsOf('touchService').length + host.callsOf('touchGroup').length).toBe(1);
    host.send(state(CHOOSE, { keys: 'F16=back' }));
    await page.locator('[data-way="back"]').waitFor();
    await press(page, 'F16');
    await expect.poll(() => host.callsOf('back')).toHaveLength(1);
  });

  it('may be one switch: the focus goes by itself, over rows of keys first, and the switch chooses', async () => {
    const { host, page } = await stand({ scanSeconds: 1, keys: 'F13=choose' });
    host.send(state({ ...ASKED, answer: [] }, { scanSeconds: 1, keys: 'F13=choose' }));
    await page.locator('.keys').first().waitFor();
    await press(page, 'F13');
    await pressAt(page, 'F13', '.keys:nth-child(2)');
    await pressAt(page, 'F13', '.key', 'E');
    await expect.poll(() => page.locator('.line-text').textContent()).toBe('E');
  });
});

/** Keys that Playwright has no name for. */
async function press(page: Page, code: string): Promise<void> {
  await page.evaluate(
    (name) =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { code: name, key: name, bubbles: true, cancelable: true }),
      ),
    code,
  );
}

/** In the moment in which the scan comes there, as somebody does who watches it: a second later it is elsewhere. */
async function pressAt(page: Page, code: string, selector: string, text = ''): Promise<void> {
  await page.evaluate(
    ([name, stops, written]) =>
      new Promise<void>((pressed) => {
        const look = (): void => {
          const stop = document.querySelector(`${stops}[data-heard]`);
          if (stop === null || (written !== '' && stop.textContent !== written)) return;
          watcher.disconnect();
          document.body.dispatchEvent(
            new KeyboardEvent('keydown', { code: name, key: name, bubbles: true, cancelable: true }),
          );
          pressed();
        };
        const watcher = new MutationObserver(look);
        watcher.observe(document.body, { subtree: true, attributeFilter: ['data-heard'] });
        look();
      }),
    [code, selector, text] as const,
  );
}

/** What lies over the whole screen: its colour, or nothing. */
function curtain(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { content, backgroundColor, inset } = getComputedStyle(document.body, '::after');
    return content === 'none' ? 'none' : `${backgroundColor} ${inset}`;
  });
}
