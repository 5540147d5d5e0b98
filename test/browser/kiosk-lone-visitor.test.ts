/** Whoever has one switch, a finger or a bare keypad, and nobody beside them: at the whole machine, with the queue going on meanwhile. */
import { mkdir, writeFile } from 'node:fs/promises';

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { question } from '../forms/rules/form-site.ts';
import { giveVoices, Listener, playedOn, recordSound } from '../helpers/ears.ts';
import { handOn } from '../helpers/hand.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { entries, readTexts } from '../helpers/locale-texts.ts';
import { openMachine } from '../helpers/machine.ts';
import { faultsOf } from '../helpers/page-faults.ts';
import { siteFile } from '../helpers/site-file.ts';
import { toneOf } from '../helpers/tone.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const TEXTS = Object.fromEntries(['kiosk', 'speech'].flatMap((file) => entries(readTexts('en', file))));
/** The words of the program, up to what they are filled with. */
const says = (key: string): RegExp => {
  const [text = ''] = (TEXTS[key] ?? '').split('{{');
  if (text === '') throw new Error(`There is no text ${key}.`);
  return new RegExp(text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'), 'u');
};

/** A page whose watch the test winds on, and whose scan it moves from stop to stop; all else takes the time that it takes. */
const WATCH = (): void => {
  const now = performance.now.bind(performance);
  const { setInterval, clearInterval } = window;
  const scans = new Map<number, () => void>();
  let ahead = 0;
  performance.now = () => now() + ahead;
  Object.assign(window, {
    windOn(ms: number) {
      ahead += ms;
      for (const step of scans.values()) step();
    },
    setInterval(step: () => void, ms: number) {
      if (ms !== 20_000) return setInterval(step, ms);
      scans.set(-scans.size - 1, step);
      return -scans.size;
    },
    clearInterval(id: number) {
      if (!scans.delete(id)) clearInterval(id);
    },
  });
};

/** By one stop, if the page is scanned. */
function windOn(page: Page, ms: number): Promise<void> {
  return page.evaluate((more) => (window as unknown as { windOn(ms: number): void }).windOn(more), ms);
}

async function arrive(device: object, lingers = false) {
  const site = await siteFile({
    settings: { languages: ['en', 'ar'], default_lang: 'en' },
    locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC' }],
    services: [
      { id: 'permits', name: 'Permits', location: 'hall', tag: 'A', forms: ['permit'], priority_allowed: false },
      { id: 'desk', name: 'Information', location: 'hall', tag: 'C' },
    ],
    devices: [{ id: 'kiosk-1', name: 'Kiosk', type: 1, location: 'hall', ...device }],
    forms: [{ id: 'permit', name: 'Permit', questions: { before: [question('name', 'text', { required: true })] } }],
  });
  const machine = await openMachine({ site, printer: 'none' });
  const context = await browser.newContext({ viewport: { width: 1080, height: 1920 }, hasTouch: true });
  onTestFinished(() => context.close());
  await giveVoices(context, ['en-GB'], lingers);
  await recordSound(context);
  const page = await context.newPage();
  const faults = faultsOf(page);
  await page.addInitScript(WATCH);
  await page.goto(`${machine.program.address}/kiosk`);
  await page.waitForSelector('[data-screen="choose"]');
  onTestFinished(() => expect(faults).toEqual([]));
  const somebodyElse = () => machine.post('createticket', { service_id: 'desk', lang: 'en' });
  return { machine, page, visitor: new Listener(page), somebodyElse };
}

const warning = (page: Page) => page.locator('.timeout');
/** Whether the scan is at the warning, which a page shows within a tick. */
const warns = (page: Page): Promise<boolean> =>
  page
    .locator('.timeout-more[data-heard]')
    .waitFor({ timeout: 3 * SECOND_MS })
    .then(() => true)
    .catch(() => false);
const listen = (page: Page) => page.getByRole('button', { name: 'Listen' });

/** A key as a keypad sends it: what is printed on it, and what NumLock makes of it. */
async function press(page: Page, code: string, key = code): Promise<void> {
  await page.evaluate((event) => document.body.dispatchEvent(new KeyboardEvent('keydown', event)), {
    code,
    key,
    bubbles: true,
    cancelable: true,
  });
}

/** Looks where the scan is, and presses at once; else waits until it is somewhere else. */
async function bySwitch(page: Page, name: RegExp): Promise<void> {
  const stops: string[] = [];
  while (stops.length < 60) {
    const { at, isPressed } = await page.evaluate(
      ([source, flags]) => {
        const stop = document.querySelector('[data-heard]');
        const at = stop?.getAttribute('aria-label') ?? stop?.textContent ?? '';
        const isPressed = new RegExp(source, flags).test(at);
        const key = { code: 'F13', key: 'F13', bubbles: true, cancelable: true };
        if (isPressed) document.body.dispatchEvent(new KeyboardEvent('keydown', key));
        return { at, isPressed };
      },
      [name.source, name.flags] as const,
    );
    if (isPressed) return;
    stops.push(at);
    await windOn(page, 0);
  }
  throw new Error(`The scan never came to ${name}, but to: ${stops.join(' | ')}`);
}

it('takes a ticket by one switch, with a name that is typed, and has the time for it', async () => {
  const { machine, page, somebodyElse } = await arrive({ speech: 'off', scan_seconds: 20, keys: 'F13=choose' });
  const chooses = (name: RegExp) => bySwitch(page, name);
  await press(page, 'F13');
  await page.locator('[data-heard]').waitFor();
  await somebodyElse();
  await page.getByText('1 waiting').waitFor();
  await chooses(/^A? *Permits/u);
  await page.locator('.keys').first().waitFor();
  // Two rounds of some twenty stops, twenty seconds each.
  await machine.until(({ timeout }) => (timeout?.remainingMs ?? 0) > 10 * MINUTE_MS);
  await chooses(/^qwert/iu);
  await chooses(/^e$/iu);
  await expect.poll(() => page.locator('.line-text').textContent()).toMatch(/^e$/iu);

  // The time of the page alone: the countdown covers controls, and is where the scan goes. A state that comes late sets the page's time again.
  let grantedMs = 0;
  await expect
    .poll(
      async () => {
        const { timeout } = await machine.until((state) => state.timeout !== null);
        grantedMs = timeout?.remainingMs ?? 0;
        if (!(await warning(page).isVisible())) await windOn(page, grantedMs - 15 * SECOND_MS);
        return await warns(page);
      },
      { timeout: MINUTE_MS },
    )
    .toBe(true);
  await press(page, 'F13');
  await machine.until((state) => (state.timeout?.remainingMs ?? 0) > 1.5 * grantedMs);
  await warning(page).waitFor({ state: 'detached' });
  await chooses(/^(Get|Finish|Take)/u);
  await page.getByText(/A00\d/u).first().waitFor();
});

it('listens with a headset and a bare keypad: it ends when they say so or after a warning, and comes back with any key', async () => {
  const { machine, page, visitor, somebodyElse } = await arrive({ screen_inches: 10 });
  // A screen that wakes is nobody's headset.
  const plug = (outputs: readonly string[], usual: string) =>
    page.evaluate(
      ([all, one]) =>
        (window as unknown as { ears: { plug(a: readonly string[], b: string): void } }).ears.plug(all, one),
      [outputs, usual] as const,
    );
  await plug(['Speakers', 'HDMI 1 - Monitor', 'Digital Audio (S/PDIF)'], 'HDMI 1 - Monitor');
  await visitor.plugsIn();
  const heard = await visitor.hears(says('speech.welcome.plugged'), says('question'));
  expect(heard.match(/Speech is on/gu)).toHaveLength(1);

  await press(page, 'Numpad2', 'ArrowDown');
  await visitor.hears(/^Permits/u);
  await press(page, 'Numpad6', '6');
  await visitor.hears(/^Information/u);
  await press(page, 'Numpad8', '8');
  await visitor.hears(/^Permits/u);
  await press(page, 'Numpad5', '5');
  await visitor.hears(/name\?/u);
  // Where something is typed these are digits.
  await press(page, 'Numpad4', '4');
  await visitor.hears(/^4$/u);
  await press(page, 'Numpad0', 'Insert');
  await visitor.hears(says('question'));
  await press(page, 'Numpad0', '0');
  await machine.until(({ screen }) => screen.name === 'idle');

  // It ends when they say so, whatever the queue does, or when nothing more is heard of them; then any key brings it back.
  await visitor.presses('F9');
  await expect.poll(() => listen(page).getAttribute('aria-pressed')).toBe('false');
  const before = (await visitor.whole()).length;
  await somebodyElse();
  await page.getByText('1 waiting').waitFor();
  expect(await visitor.whole()).toHaveLength(before);
  await visitor.presses('F9');
  await visitor.hears(says('speech.welcome.keys'));
  await windOn(page, 3 * MINUTE_MS - 15 * SECOND_MS);
  await visitor.hears(says('timeout.title'), /Starting over in 1\d seconds/u, says('timeout.more'));
  await warning(page).waitFor();
  await windOn(page, 20 * SECOND_MS);
  await expect.poll(() => listen(page).getAttribute('aria-pressed')).toBe('false');
  await warning(page).waitFor({ state: 'detached' });
  await press(page, 'Numpad6', '6');
  await visitor.hears(says('speech.welcome.keys'), says('question'));

  // Nobody here speaks Arabic: it is said before, and the way out after, which stands on a page of its own on a small screen.
  await visitor.chooses(/^Languages/u);
  await page.locator('.language-sheet').waitFor();
  await visitor.presses('Escape');
  await page.locator('.language-sheet').waitFor({ state: 'detached' });
  await visitor.hears(says('question'));
  await visitor.chooses(/^Languages/u);
  await windOn(page, 3 * MINUTE_MS - 15 * SECOND_MS);
  await warning(page).waitFor();
  // Stays free below the warning.
  await visitor.hears(says('timeout.title'));
  await page.getByRole('button', { name: 'العربية' }).click({ trial: true });
  await visitor.finds(/^Arabic/u);
  expect((await visitor.whole()).at(-1)?.text).toMatch(says('speech.noVoice'));
  await visitor.presses('Enter');
  await visitor.hears(/No voice is available for Arabic.+English/u);
  await visitor.presses('F1');
  await visitor.hears(says('speech.help'));
  await visitor.presses('ArrowRight');
  await visitor.hears(says('speech.noVoice'));
  await visitor.chooses(/^Languages/u);
  await visitor.chooses(/^English/u);
  await visitor.hears(says('question'));
});

it('says what the house has recorded in a language without a voice, and of all else that there is none', async () => {
  const { machine, page, visitor } = await arrive({ speech: 'loudspeaker' });
  const arabic = Object.fromEntries(entries(readTexts('ar', 'kiosk')));
  const folder = join(machine.dataDir, 'voice', 'ar');
  await mkdir(folder, { recursive: true });
  // By how long they are it is heard which of them it is.
  const named = (arabic.question ?? '').replaceAll(/[؟?.]/gu, '');
  await writeFile(join(folder, `${named}.wav`), toneOf(310));
  const heard = async (): Promise<readonly number[]> =>
    (await playedOn(page)).map(({ seconds }) => Math.round(seconds * 1000));

  await visitor.presses('F9');
  await visitor.hears(says('speech.welcome.keys'), says('question'));
  await visitor.chooses(/^Languages/u);
  await visitor.chooses(/^Arabic/u);
  await visitor.hears(/No voice is available for Arabic.+English/u);
  await expect.poll(heard, { timeout: 30_000 }).toEqual([310]);
  await visitor.presses('ArrowRight');
  await visitor.hears(says('speech.noVoice'));
  expect(await heard()).toEqual([310]);
});

it('listens with one switch, which goes on to choose, and never speaks again to somebody else', async () => {
  const { machine, page, visitor } = await arrive({ speech: 'loudspeaker', scan_seconds: 20, keys: 'F13=choose' });
  const isPressed = () => listen(page).getAttribute('aria-pressed');
  await press(page, 'F13');
  await page.locator('[data-heard]').waitFor();
  await bySwitch(page, /^Listen/u);
  await visitor.hears(says('speech.welcome.keys'), says('question'));
  await bySwitch(page, /^A? *Permits/u);
  await visitor.hears(/Permits/u, /name\?/u);
  await bySwitch(page, /^qwert/iu);
  await bySwitch(page, /^e$/iu);
  await visitor.hears(/1 character typed/u);
  await bySwitch(page, /^Back/u);
  await visitor.hears(says('question'));
  await bySwitch(page, /^Back/u);
  await machine.until(({ screen }) => screen.name === 'idle');
  await expect.poll(isPressed).toBe('false');

  // Forgotten speech: the switch leads without it, and long after no key brings it back.
  const isForgotten = async (): Promise<void> => {
    await visitor.presses('F9');
    await visitor.hears(says('speech.welcome.keys'));
    await windOn(page, 3 * MINUTE_MS + SECOND_MS);
    await expect.poll(isPressed).toBe('false');
  };
  await isForgotten();
  await press(page, 'F13');
  await page.locator('button[data-heard]').waitFor();
  expect(await isPressed()).toBe('false');
  await isForgotten();
  await windOn(page, 4 * MINUTE_MS);
  const before = (await visitor.whole()).length;
  await press(page, 'Numpad6', '6');
  await press(page, 'Numpad6', '6');
  expect(await visitor.whole()).toHaveLength(before);
  // Would switch off what had begun.
  await visitor.presses('F9');
  await expect.poll(isPressed).toBe('true');
});

it('chooses larger letters, and is warned before they go again', async () => {
  const { page } = await arrive({});
  await page.getByRole('button', { name: TEXTS['access.label'] ?? '' }).click();
  await page.getByRole('button', { name: TEXTS['access.size.200'] ?? '' }).click();
  await windOn(page, MINUTE_MS - 15 * SECOND_MS);
  await warning(page).getByRole('button', { name: 'I need more time' }).click();
  await warning(page).waitFor({ state: 'detached' });
  await windOn(page, MINUTE_MS + 30 * SECOND_MS);
  expect(await page.locator('html').getAttribute('data-text')).toBe('200');
  await windOn(page, 15 * SECOND_MS);
  await warning(page).waitFor();
  await windOn(page, 30 * SECOND_MS);
  await expect.poll(() => page.locator('html').getAttribute('data-text')).toBe('100');
});

it('has all that the voice can do under one finger, which counts as somebody who is there', async () => {
  const { page, visitor } = await arrive({ speech: 'private' }, true);
  const { touch, tap, rests } = await handOn(page);
  const strokes = async (by: number): Promise<void> => {
    await touch('touchStart', 500, 900);
    await touch('touchMove', 500, 900 + by);
    await touch('touchEnd', 500, 900 + by);
  };
  /** Finds a button by looking around, and chooses it with two quick touches. */
  const chooses = async (name: string): Promise<void> => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    if (box === null) throw new Error(`There is no ${name}.`);
    rests();
    await tap(box.x + box.width / 2, box.y + box.height / 2);
    await tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  await touch('touchStart', 20, 1900);
  await visitor.hears(says('speech.welcome.touch'));
  await touch('touchEnd', 20, 1900);
  const last = async () => (await visitor.whole()).at(-1);
  await visitor.presses('F1');
  await visitor.hears(says('speech.welcome.touch'));
  // On empty ground.
  await tap(1075, 5);
  await expect.poll(last).toMatchObject({ wasCut: true });

  for (let minutes = 0; minutes < 4; minutes += 1) {
    await windOn(page, MINUTE_MS);
    rests(MINUTE_MS);
    await tap(1075, 5);
  }
  expect(await listen(page).getAttribute('aria-pressed')).toBe('true');
  await windOn(page, 3 * MINUTE_MS - 15 * SECOND_MS);
  await visitor.hears(says('timeout.title'));
  await tap(1075, 5);
  await warning(page).waitFor({ state: 'detached' });

  await strokes(200);
  await visitor.hears(says('speech.menu.title'));
  await strokes(200);
  await visitor.hears(says('speech.menu.title'));
  await chooses('Louder');
  await visitor.hears(/Volume 4 of 6/u);
  await chooses('Slower');
  await visitor.hears(/Speed 2 of 6/u);
  await chooses('Back to the screen');
  await visitor.hears(says('question'));
  await page.locator('.voice-menu').waitFor({ state: 'detached' });
  await strokes(-200);
  await visitor.hears(says('question'));
});
