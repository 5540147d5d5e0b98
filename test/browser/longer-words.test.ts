/**
 * Phone, display and counter in a language that nobody speaks, whose texts are 1.4 times as long and have marks on every vowel, in
 * either direction: nothing is cut off or beyond the edge. The kiosk is tried so in `kiosk-languages.test.ts`.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { Display, openHall } from '../helpers/display-page.ts';
import { launchChromium, settled } from '../helpers/kiosk-page.ts';
import { ENLARGED, Reach } from '../helpers/page-reach.ts';
import { leadToItsEnd, openPhoneHall, Phone } from '../helpers/phone-page.ts';
import { speakPseudo } from '../helpers/pseudo-language.ts';
import { chosenOf, itInProofs } from '../helpers/whole.ts';
import { WALKS } from './counter-states.ts';

/** Letters that only that language has. */
const PSEUDO_LETTERS = /[ậễịộữ]/i;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** What the page says is in that language, as far as the program says it. */
const isPseudo = (text: string | null): void => expect(text).toMatch(PSEUDO_LETTERS);

describe('the ticket on the phone', () => {
  const WIDTHS = [320, 740];
  const cases = ['vi', 'he'].flatMap((lang) => WIDTHS.map((width) => ({ lang, width })));
  it.each(chosenOf(cases, ({ lang, width }) => lang === 'he' && width === 320))(
    'has room for longer words, in place of $lang: $width px',
    async ({ lang, width }) => {
      const hall = await openPhoneHall();
      for (let i = 0; i < 3; i += 1) await hall.give();
      const mine = await hall.give();
      const phone = await Phone.at(hall, browser, mine.path, {
        viewport: { width, height: 740 },
        reducedMotion: 'reduce',
        before: (page) => speakPseudo(page.context(), [lang], ['phone']),
      });
      const reach = new Reach(phone.page);
      const fits = async (look: string): Promise<void> => {
        await phone.looks(look);
        await settled(phone.page);
        await reach.fit(look);
      };
      await phone.looks('waiting');
      await phone.opensSettings();
      await phone.page.getByLabel('Language').selectOption(lang);
      await phone.page.locator(`html[lang="${lang}"]`).waitFor();
      await fits('waiting');
      isPseudo(await phone.page.locator('main').textContent());
      await leadToItsEnd(hall, mine, fits);
      expect(reach.found).toEqual({});
    },
  );
});

const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 1024, height: 768 },
];
itInProofs.each(['vi', 'he'])('the display has room for longer words, in place of %s', async (lang) => {
  const hall = await openHall({
    languages: [lang, 'en'],
    display: { call_seconds: 60, chime: false, voice: false },
  });
  const display = await Display.at(hall, browser, {
    reducedMotion: 'reduce',
    before: (page) => speakPseudo(page.context(), [lang], ['display']),
  });
  const reach = new Reach(display.page);
  const fits = async (state: string): Promise<void> => {
    for (const viewport of SCREENS) {
      await display.page.setViewportSize(viewport);
      await settled(display.page);
      await reach.fit(`${state}, ${viewport.width} × ${viewport.height}`);
    }
  };
  await display.sees('idle');
  await fits('nobody called yet');
  isPseudo(await display.page.locator('body').textContent());
  await hall.call('Passports', 'Desk 4', { lang });
  await display.announces('A042');
  await fits('a call');
  expect(reach.found).toEqual({});
});

itInProofs.each(['de', 'ar'].flatMap((lang) => WALKS.map((walk) => ({ lang, ...walk }))))(
  'the counter has room for longer words in each state of $name, in place of $lang',
  { timeout: 240_000 },
  async ({ lang, site, eachState }) => {
    const town = await openCounterTown({ site: site() });
    const context = await browser.newContext({ viewport: ENLARGED, locale: lang, timezoneId: 'UTC' });
    await speakPseudo(context, [lang], ['counter', 'clerk', 'staff', 'alarms']);
    const counter = await Counter.at(town, browser, { context });
    onTestFinished(async () => {
      await context.close();
      await town.close();
    });
    const reach = new Reach(counter.page);
    await eachState({ town, counter }, async (state) => {
      for (const viewport of [ENLARGED, { width: 1280, height: 800 }]) {
        await counter.page.setViewportSize(viewport);
        await settled(counter.page);
        await reach.fit(`${state}, ${viewport.width} px`);
      }
    });
    isPseudo(await counter.page.locator('body').textContent());
    expect(reach.found).toEqual({});
  },
);
