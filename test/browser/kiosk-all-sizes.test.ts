/**
 * Every screen of the kiosk and of its operator panel in millimetres: what is touched, and what is read. What visitors choose from
 * is measured on more screens, and in more languages, in `kiosk-sizes.test.ts`.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everything } from '../fixtures/kiosk-everything.ts';
import {
  launchChromium,
  type OpenPage,
  openKiosk,
  type ScriptedHost,
  settled,
  startScriptedHost,
} from '../helpers/kiosk-page.ts';
import { type Found, sizesIn } from '../helpers/kiosk-sizes.ts';
import { chosenOf, IS_WHOLE } from '../helpers/whole.ts';

interface Kiosk {
  readonly width: number;
  readonly height: number;
  /** Corner to corner. */
  readonly inches: number;
}

const KIOSKS: readonly Kiosk[] = [
  { width: 2160, height: 3840, inches: 32 },
  { width: 1280, height: 800, inches: 15 },
  { width: 800, height: 1280, inches: 10 },
];
const TEXTS = [100, 200] as const;

/** A browser draws at whole pixels and hundredths of one. */
const SLACK_MM = 0.15;
const SIDE_MM = 20;
/** Of a key on a narrow screen, where what stands above it is long. */
const TIGHT_KEY_MM = 10;
const APART_MM = 4;
const CAPITAL_MM = { 100: 5, 200: 7.3 } as const;
/** Of a word that is too long for its button, where that may give way. */
const TIGHT_CAPITAL_MM = 3.3;

/** Narrower than 19 cm: very large letters are no larger than others, keys give way, and so do words on buttons. */
const isNarrow = ({ inches }: Kiosk): boolean => inches <= 10;

/** Long words, and scripts without capitals. */
const LANGS = ['de', 'ar', 'hi', 'ko'];

/** In every run one of each kind that is measured nowhere else. */
const OFTEN = [
  'staff: missed',
  'groups with pictures',
  'form: a date',
  'form: several of three',
  'form: a rating of ten',
  'check in, unknown',
  'a number that goes along',
  'printing',
  'shut',
  'panel: network',
  'panel: restart',
];
/** Where nobody is, the page takes a visitor's settings back. */
const screensFor = (text: number): readonly string[] =>
  IS_WHOLE ? Object.keys(everything('en')).filter((name) => text === 100 || !['alone', 'idle'].includes(name)) : OFTEN;

/** Of what is measured that is too small, by what it is. */
const under = (found: readonly Found[], least: (name: string) => number): readonly string[] =>
  found.filter(({ name, of }) => of < least(name) - SLACK_MM).map(({ name, of }) => `${name}: ${of.toFixed(2)}`);

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

describe.each(chosenOf(KIOSKS, ({ inches }) => inches === 15))('on $width × $height of $inches inches', (screen) => {
  const { width, height, inches } = screen;
  const mm = Math.hypot(width, height) / (inches * 25.4);
  let host: ScriptedHost;
  let kiosk: OpenPage;

  beforeAll(async () => {
    host = await startScriptedHost(everything('en')['choose six'] ?? null);
    kiosk = await openKiosk(browser, host, { viewport: { width, height }, reducedMotion: 'reduce' });
  });

  afterAll(async () => {
    await kiosk?.context.close();
    await host?.close();
  });

  const leastOf = (text: (typeof TEXTS)[number]) => (name: string) => {
    // The names of seven languages beside each other, and what somebody reads who sets the machine up.
    if (inches <= 15 && name.startsWith('language')) return TIGHT_CAPITAL_MM;
    if (name.startsWith('message message-pairing')) return 0;
    // What is on the keys that lead to other letters is three letters wide.
    if (name.startsWith('key key-wide')) return CAPITAL_MM[100];
    if (isNarrow(screen)) return name.includes('fit') ? TIGHT_CAPITAL_MM : CAPITAL_MM[100];
    return CAPITAL_MM[text];
  };

  /** What falls short on these screens. */
  async function shortOf(
    lang: string,
    names: readonly string[],
    text: (typeof TEXTS)[number],
  ): Promise<Readonly<Record<string, readonly string[]>>> {
    const { page } = kiosk;
    const found: Record<string, readonly string[]> = {};
    for (const name of names) {
      const state = everything(lang)[name];
      if (state === undefined) throw new Error(`No screen ${name}.`);
      const siteName = `${state.siteName} · ${lang} · ${name} · ${text}`;
      host.send({ ...state, siteName, screenInches: inches });
      await page.getByAltText(siteName, { exact: true }).waitFor();
      await page.locator(`.size[data-size="${text}"]`).evaluate((size) => size instanceof HTMLElement && size.click());
      await settled(page);
      const { sides, gaps, capitals } = await sizesIn(page, mm);
      expect(capitals.length).toBeGreaterThan(1);
      const short = [
        ...under(sides, (each) => (isNarrow(screen) && each.startsWith('key') ? TIGHT_KEY_MM : SIDE_MM)).map(
          (each) => `small: ${each}`,
        ),
        ...under(gaps, () => APART_MM).map((each) => `near: ${each}`),
        ...under(capitals, leastOf(text)).map((each) => `low: ${each}`),
      ];
      if (short.length > 0) found[name] = short;
    }
    return found;
  }

  // On a narrow screen *More* can be cut off where words are long, as docs/access.md says.
  const langs = chosenOf(LANGS, (lang) => lang === 'de').filter((lang) => !isNarrow(screen) || lang === 'de');
  it.each(langs)('all that is shown in %s is large enough', async (lang) => {
    const short: Record<string, unknown> = {};
    for (const text of chosenOf(TEXTS, (each) => each === 200)) {
      for (const [name, found] of Object.entries(await shortOf(lang, screensFor(text), text)))
        short[`${text} %, ${name}`] = found;
    }
    expect(short).toEqual({});
  });
});
