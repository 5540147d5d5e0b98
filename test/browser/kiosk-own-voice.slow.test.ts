/** Spoken visits in Hebrew, Arabic and Japanese, with the program's own speech output. */
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { espeak } from '../../main/kiosk/voice/espeak.ts';
import type { SpeechProgram } from '../../main/kiosk/voice/run-program.ts';
import { giveVoices, Listener, playedOn, recordSound } from '../helpers/ears.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { entries, readTexts } from '../helpers/locale-texts.ts';
import { openMachine } from '../helpers/machine.ts';
import { faultsOf } from '../helpers/page-faults.ts';
import { siteFile } from '../helpers/site-file.ts';
import { type Heard, hear } from '../kiosk/readers/hear.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

interface Spoken extends Heard {
  readonly text: string;
  readonly language: string;
}

/** The speech program of this computer, and a record of its output. */
function overheard(): { readonly program: SpeechProgram; readonly said: readonly Spoken[] } {
  const program = espeak();
  const said: Spoken[] = [];
  return {
    said,
    program: {
      ...program,
      async say(words, signal) {
        const sound = await program.say(words, signal);
        // Null for interrupted speech.
        if (!signal.aborted) said.push({ text: words.text, language: words.language, ...hear(sound) });
        return sound;
      },
    },
  };
}

/** Longest part of each text between its placeholders. */
function words(language: string): (key: string) => string {
  const texts = Object.fromEntries(['kiosk', 'speech'].flatMap((file) => entries(readTexts(language, file))));
  return (key) => {
    const parts = (texts[key] ?? '').split(/\{\{\w+\}\}/).toSorted((a, b) => b.length - a.length);
    if (!parts[0]) throw new Error(`There is no text ${key}.`);
    return parts[0].trim();
  };
}

const HOUSES = {
  he: { itself: 'עברית', service: 'דרכונים' },
  ar: { itself: 'العربية', service: 'جوازات السفر' },
  ja: { itself: '日本語', service: '旅券の申請' },
} as const;
const NEEDED = ['/usr/bin/espeak-ng', '/var/lib/mecab/dic/ipadic-utf8/sys.dic'];

it.skipIf(!NEEDED.every((file) => existsSync(file))).each(['he', 'ar', 'ja'] as const)(
  'a blind visitor chooses %s, hears the services, and takes a ticket, by the program’s own speech',
  async (language) => {
    const { itself, service } = HOUSES[language];
    const { program, said } = overheard();
    const site = await siteFile({
      settings: { languages: ['en', language], default_lang: 'en' },
      locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC' }],
      services: [
        {
          id: 'passports',
          name: 'Passports',
          location: 'hall',
          tag: 'A',
          translations: { [language]: { name: service } },
        },
        { id: 'desk', name: 'Information', location: 'hall', tag: 'B' },
      ],
      devices: [{ id: 'kiosk-1', name: 'Kiosk', type: 1, location: 'hall', less_motion: true }],
    });
    const machine = await openMachine({ site, printer: 'tcp', speaks: program });
    await machine.until(({ printer }) => printer === 'ok');
    const context = await browser.newContext({ viewport: { width: 1080, height: 1920 } });
    onTestFinished(() => context.close());
    await giveVoices(context, []);
    await recordSound(context);
    const page = await context.newPage();
    const faults = faultsOf(page);
    await page.goto(`${machine.program.address}/kiosk`);
    await page.waitForSelector('[data-screen="choose"]');
    const visitor = new Listener(page);
    // The browser blocks sound before the first key.
    await page.keyboard.press('F2');
    await visitor.plugsIn();

    let from = 0;
    const hears = async (...wanted: readonly string[]): Promise<void> => {
      for (const each of wanted) {
        await expect
          .poll(
            () =>
              said
                .slice(from)
                .map(({ text }) => text)
                .join(' | '),
            { timeout: 60_000 },
          )
          .toContain(each);
      }
      from = said.length;
    };
    const finds = async (name: string): Promise<void> => {
      for (let step = 0; step < 60; step += 1) {
        const before = said.length;
        await page.keyboard.press('ArrowRight');
        await expect.poll(() => said.length, { timeout: 60_000 }).toBeGreaterThan(before);
        if (said.slice(before).some(({ text }) => text.startsWith(name))) return;
      }
      throw new Error(`Nothing like ${name} was said, but: ${said.map(({ text }) => text).join(' | ')}`);
    };
    const [english, own] = [words('en'), words(language)];
    // The number of buttons ends the announcement of a screen; only later speech responds to keys.
    await hears(english('question'), english('speech.controls_other'));
    await finds(itself);
    await page.keyboard.press('Enter');
    await hears(own('question'), own(language === 'ar' ? 'speech.controls_few' : 'speech.controls_other'));
    await finds(service);
    await page.keyboard.press('Enter');
    await hears('A, 0, 0, 1', own('speech.again'), own('take.title'));
    expect((await machine.printer.nextTicket()).bigText).toBe('A001');

    const heard = said.filter((each) => each.language === language);
    expect(heard.length).toBeGreaterThan(8);
    for (const { text, seconds, loudness, silenceBefore } of heard) {
      // A letter or a word takes half a second; nothing is skipped or repeated.
      expect([text, seconds > 0.3, loudness > 0.02, silenceBefore < 0.3]).toEqual([text, true, true, true]);
      expect([text, seconds < 2 + 0.3 * text.length]).toEqual([text, true]);
    }
    const number = heard.find(({ text }) => text === 'A, 0, 0, 1');
    expect(number?.seconds).toBeGreaterThan(2);
    expect((await playedOn(page)).every(({ sinkId }) => sinkId === 'USB Headset')).toBe(true);
    expect(machine.log.lines.join('\n')).not.toContain(service);
    expect(faults).toEqual([]);
  },
);
