/** At every screen of the kiosk: what is on it for a screen reader is heard by whoever only listens. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { KioskState, OutOfServiceReason, ProblemReason } from '../../main/kiosk/contract/kiosk.ts';
import { japaneseReader } from '../../main/kiosk/voice/reading/japanese.ts';
import { readingsOf } from '../../main/kiosk/voice/reading/readers.ts';
import { arabicReader, hebrewReader } from '../../main/kiosk/voice/reading/spelled-sounds.ts';
import { LANGUAGES } from '../../main/lib/languages.ts';
import { writingDirection } from '../../main/lib/writing-direction.ts';
import { everyScreen, groups, services, state as shown, ticket } from '../fixtures/kiosk-states.ts';
import type { Lang } from '../fixtures/languages.ts';
import { unheardOn } from '../helpers/by-ear.ts';
import { giveVoices, Listener, type Said } from '../helpers/ears.ts';
import { launchChromium, type ScriptedHost, startScriptedHost } from '../helpers/kiosk-page.ts';
import { touchSize } from '../helpers/kiosk-sizes.ts';
import { faultsOf } from '../helpers/page-faults.ts';
import { itInProofs } from '../helpers/whole.ts';
import { brokenWords } from '../helpers/whole-texts.ts';

/** The town of the fixtures, in Arabic. */
const TOWN = 'بونتالفا';
const PROBLEMS: Readonly<Record<ProblemReason, 'number' | 'nothing'>> = {
  'no-paper': 'number',
  'cover-open': 'number',
  'printer-fault': 'number',
  'printer-absent': 'number',
  'print-doubtful': 'number',
  'print-unconfirmed': 'number',
  'no-printer': 'number',
  'service-closed': 'nothing',
  'service-full': 'nothing',
  'server-away': 'nothing',
  'card-unknown': 'nothing',
  'card-blocked': 'nothing',
  'card-expired': 'nothing',
  'check-in-away': 'nothing',
  'appointment-early': 'nothing',
  'appointment-late': 'nothing',
  'appointment-done': 'nothing',
  refused: 'nothing',
};
const OUT: Readonly<Record<OutOfServiceReason, true>> = {
  'server-away': true,
  'never-connected': true,
  'device-unknown': true,
  'device-off': true,
  'no-services': true,
};
const STAFF = ['none', 'calling', 'asked', 'coming', 'missed', 'away'] as const;
const STAFF_WORDS = {
  none: /Call staff/,
  calling: /Calling our staff/,
  asked: /Staff have been informed/,
  coming: /Staff are coming/,
  missed: /Nobody has answered yet/,
  away: /We cannot reach our staff/,
} as const;
const PRINTERS = ['low', 'none', 'no-paper', 'fault', 'silent'] as const;

/** Those that have a town hall of their own in the fixtures; all others are an English one with the page in their language. */
const WRITTEN: Readonly<Record<string, Lang>> = {
  en: 'en',
  pt: 'pt_PT',
  es: 'es',
  fr: 'fr',
  de: 'de',
  ar: 'ar',
  zh: 'zh',
};

const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(table) as Key[];

/** Every screen, and every state in which a visitor may meet it. */
function allScreens(language: string): Readonly<Record<string, KioskState>> {
  const lang = WRITTEN[language] ?? 'en';
  const choose = (change: Partial<KioskState>): KioskState =>
    shown({ name: 'choose', choices: services(lang, 4), group: null, card: false, late: false }, lang, change);
  const code = { name: 'check-in', looking: false, fault: '' } as const;
  const all: Readonly<Record<string, KioskState>> = {
    ...everyScreen(lang),
    ...Object.fromEntries(
      STAFF.map((state) => [`staff: ${state}`, choose({ staff: { state, agoMs: state === 'coming' ? 130_000 : 0 } })]),
    ),
    ...Object.fromEntries(PRINTERS.map((printer) => [`paper: ${printer}`, choose({ printer })])),
    ...Object.fromEntries(
      keysOf(PROBLEMS).map((reason) => [
        `problem: ${reason}`,
        shown({ name: 'problem', reason, ticket: PROBLEMS[reason] === 'number' ? ticket(lang) : null }, lang),
      ]),
    ),
    'problem: nobody is there any more': shown(
      {
        name: 'problem',
        reason: 'no-paper',
        ticket: ticket(lang, { page: 'https://queue.example/t/0123456789abcdef', before: null }),
        left: true,
      },
      lang,
    ),
    'problem: a phone has the number': shown(
      { name: 'problem', reason: 'no-paper', ticket: ticket(lang), taken: true },
      lang,
    ),
    ...Object.fromEntries(
      keysOf(OUT).map((reason) => [`out: ${reason}`, shown({ name: 'out-of-service', reason }, lang)]),
    ),
    'shut without a word': shown({ name: 'shut', message: '' }, lang),
    'check in, looking': shown({ ...code, looking: true }, lang),
    'a card among groups': shown(
      { name: 'choose', choices: groups(lang), group: null, card: true, late: false },
      lang,
      { checkIn: true },
    ),
    'time is short with a ticket': shown({ name: 'take-ticket', ticket: ticket(lang) }, lang, {
      timeout: { remainingMs: 14_000, warnMs: 20_000 },
    }),
    'time is short at a question': { ...choose({}), ...everyScreen(lang)['form: a name'], timeout: TIME_IS_SHORT },
  };
  const id = lang.startsWith(language) ? lang : language;
  return Object.fromEntries(
    Object.entries(all).map(([name, state]) => [name, { ...state, lang: id, dir: writingDirection(id) }]),
  );
}

const TIME_IS_SHORT = { remainingMs: 14_000, warnMs: 20_000 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

interface Stand {
  readonly host: ScriptedHost;
  readonly page: Page;
  readonly visitor: Listener;
  readonly faults: readonly string[];
}

/** Somebody listens already, and time stands still: a minute that has passed is no fault of what was said. */
async function stand(first: KioskState): Promise<Stand> {
  const host = await startScriptedHost(first);
  onTestFinished(() => host.close());
  const context = await browser.newContext({ viewport: { width: 1080, height: 1920 } });
  onTestFinished(() => context.close());
  await giveVoices(context, [...LANGUAGES]);
  await context.addInitScript(() => {
    const [now, since] = [Date.now(), performance.now()];
    Date.now = () => now;
    performance.now = () => since;
  });
  const page = await context.newPage();
  const faults = faultsOf(page, /WebSocket/);
  await page.goto(host.url);
  await page.waitForSelector('h1');
  const visitor = new Listener(page);
  await visitor.plugsIn();
  await visitor.hears(/./);
  return { host, page, visitor, faults };
}

/** As a visitor comes to it: from nothing, so that it is read out. */
async function come({ host, page, visitor }: Stand, name: string, state: KioskState): Promise<void> {
  const before = state.screen.name === 'starting' ? 'issuing' : 'starting';
  host.send({ ...state, screen: { name: before, serviceName: '' }, staff: null, timeout: null });
  await page.locator(`[data-screen="${before}"]`).waitFor();
  await visitor.sinceLast();
  // The name of the house tells when the page has drawn this state.
  const siteName = `${state.siteName} · ${name}`;
  host.send({ ...state, siteName });
  await page.getByAltText(siteName, { exact: true }).waitFor();
}

/** @param wanted language and name of each screen, in the order in which they come */
async function walkThrough(wanted: readonly (readonly [string, string])[]): Promise<void> {
  const here = await stand(screen('en', 'starting'));
  await loadLookUp(here);
  const unheard: Record<string, readonly string[]> = {};
  for (const [language, name] of wanted) {
    await come(here, name, screen(language, name));
    const found = await unheardOn(here.page, here.visitor, language);
    if (found.length > 0) unheard[`${language}: ${name}`] = found;
  }
  expect(unheard).toEqual({});
  // The name of the town is no word that anybody could know.
  expect(await unreadOf(await here.visitor.whole())).toEqual([]);
  expect(here.faults).toEqual([]);
}

/** Texts of the check-in by name load at its first use. */
async function loadLookUp({ host, page }: Stand): Promise<void> {
  host.send(screen('en', 'look up by number'));
  await page.locator('[data-screen^="look-up"] .question').waitFor();
}

/** What the program's own voice does not know how to say, in languages that are written without it. */
async function unreadOf(said: readonly Said[]): Promise<readonly string[]> {
  const texts = (language: string): readonly string[] => [
    ...new Set(said.filter(({ lang }) => lang.startsWith(language)).map(({ text }) => text)),
  ];
  const [hebrew, arabic] = [hebrewReader(readingsOf('he')), arabicReader(readingsOf('ar'))];
  const japanese = japaneseReader(readingsOf('ja'), 'mecab-that-is-not-here');
  const never = new AbortController().signal;
  const unread = await Promise.all(
    texts('ja').map(async (text) => ((await japanese.read(text, never)) === null ? [text] : [])),
  );
  return [...texts('he').flatMap(hebrew.unknown), ...texts('ar').flatMap(arabic.unknown), ...unread.flat()].filter(
    (text) => text !== TOWN,
  );
}

function screen(language: string, name: string): KioskState {
  const state = allScreens(language)[name];
  if (state === undefined) throw new Error(`No screen ${name}.`);
  return state;
}

const SCREENS = Object.keys(allScreens('en'));
/**
 * Alike but for one text each, or for the rows of keys below it; and what is said of staff, which in every run is heard as
 * it changes. The slow tests have all of them.
 */
const ALIKE =
  /^(problem|out|paper): (?!no-paper)|^staff|^form: (an e-mail address|a long text|a rating of ten)|^check in, (unknown|too often)$/;
const byTurns = SCREENS.filter((name) => !ALIKE.test(name)).map(
  (name, turn) => [LANGUAGES[turn % LANGUAGES.length] ?? 'en', name] as const,
);

it('at every screen all that is on it is said: each in another language, by turns', async () => {
  await walkThrough(byTurns.toSorted());
}, 120_000);

it('reads a screen whose texts load later, once they are there', async () => {
  const { host, visitor, faults } = await stand(screen('en', 'starting'));
  await visitor.sinceLast();
  host.send(screen('en', 'look up by number'));
  await visitor.hears(/Please type your number/);
  expect(faults).toEqual([]);
});

itInProofs.each(LANGUAGES)('at every screen all that is on it is said: %s', async (language) => {
  await walkThrough(SCREENS.map((name) => [language, name]));
});

/** Screen, sentence, and what says the same to the eye. */
const LEFT_TO_PICTURES = [
  ['choose six', 'Touch what you need.', 'h1'],
  ['issuing', 'Your ticket comes soon.', '.working'],
  ['take-ticket', 'It comes out below.', '.outlet .icon'],
  ['take-ticket', '3 people before you', '.count'],
] as const;

it('simple language shows pictures and numbers instead of sentences, which speech still reads', async () => {
  const here = await stand(screen('en', 'starting'));
  const { page, visitor } = here;
  for (const [name, sentence, instead] of LEFT_TO_PICTURES) {
    const words = page.getByText(sentence, { exact: true });
    await come(here, `${name}, easy`, { ...screen('en', name), simple: true });
    await words.waitFor({ state: 'attached' });
    const { width, height } = (await words.boundingBox()) ?? { width: 1_000, height: 1_000 };
    expect([sentence, Math.max(width, height)]).toEqual([sentence, 1]);
    expect(await page.locator(instead).isVisible()).toBe(true);
    expect(await page.locator('body').ariaSnapshot()).toContain(sentence);
    expect(await unheardOn(page, visitor, 'en')).toEqual([]);
  }
  expect(await page.locator('.count').innerText()).toBe('3');
  // Whoever reads sentences has them, and no number twice.
  await come(here, 'as usual', screen('en', 'take-ticket'));
  expect(await page.locator('.count').isVisible()).toBe(false);
  expect((await page.locator('.ticket-facts .fact span').first().boundingBox())?.width).toBeGreaterThan(100);
  expect(here.faults).toEqual([]);
});

it('a word that has no line is divided where its language divides it, for the eye alone', async () => {
  const long = 'Aufenthaltsangelegenheiten';
  const here = await stand(screen('de', 'starting'));
  const { page, visitor } = here;
  const taken = shown({ name: 'take-ticket', ticket: ticket('de', { serviceName: long }) }, 'de', { screenInches: 10 });
  await page.setViewportSize({ width: 800, height: 1280 });
  await come(here, 'a long word', taken);
  const words = page.locator('.ticket-service');
  const divided = (): Promise<readonly string[]> => words.evaluate((each) => (each.textContent ?? '').split('\u00ad'));
  await touchSize(page, 200);
  await expect.poll(divided).toContain('halts');
  expect((await divided()).join('')).toBe(long);
  expect(await brokenWords(page)).toEqual([]);
  expect(await visitor.walksAround()).toContainEqual(expect.stringContaining(long));
  // Smaller letters have room for it: it is whole again.
  await touchSize(page, 100);
  await expect.poll(divided).toEqual([long]);
  expect(here.faults).toEqual([]);
});

it('what changes on a screen is said, and then all that is new on it', async () => {
  const here = await stand(screen('en', 'starting'));
  const { host, page, visitor, faults } = here;
  const everything = (): Promise<readonly string[]> => unheardOn(page, visitor, 'en', { isNew: false });

  await come(here, 'services on pages', screen('en', 'thirty services'));
  await visitor.chooses(/More/);
  await visitor.hears(/^2 of \d/);
  expect(await everything()).toEqual([]);

  await come(here, 'a date', screen('en', 'form: a date'));
  await visitor.finds(/^Clear/);
  await visitor.presses('Enter');
  await visitor.hears(/6, 9 deleted/);
  await visitor.types('2', '0', '0', '7', '1', '9', '6', '9');
  await visitor.hears(/^2 \| 0 \| 0 \| 7 \| 1 \| 9 \| 6 \| 9$/);
  await visitor.types('Backspace');
  await visitor.hears(/9 deleted/);
  expect(await everything()).toEqual([]);

  await come(here, 'signs', screen('en', 'form: a name'));
  await visitor.chooses(/^Symbols/);
  await visitor.hears(/\| chosen$/);
  expect(await everything()).toEqual([]);
  await visitor.chooses(/^question mark$/);
  await visitor.hears(/question mark/);

  for (const state of STAFF.slice(1)) {
    host.send(screen('en', 'staff: none'));
    await page.locator('[data-state="none"]').waitFor();
    await visitor.sinceLast();
    host.send(screen('en', `staff: ${state}`));
    await page.locator(`[data-state="${state}"]`).waitFor();
    expect((await visitor.sinceLast()).join()).toMatch(STAFF_WORDS[state]);
    expect(await everything()).toEqual([]);
  }

  await come(here, 'without its server', screen('en', 'take-ticket'));
  host.cut(true);
  await page.locator('[data-screen="away"]').waitFor();
  expect(await unheardOn(page, visitor, 'en')).toEqual([]);
  host.accept();
  expect(faults).toEqual([]);
});
