/** How large everything on the kiosk is in millimetres, on screens of many sizes: what is touched, and what is read. */
import { describe, expect, it } from 'vitest';
import type { KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { everyScreen } from '../fixtures/kiosk-states.ts';
import type { Lang } from '../fixtures/languages.ts';
import { everyPanel } from '../fixtures/panel-states.ts';
import { kioskOfGroup } from '../helpers/kept-kiosk.ts';
import {
  APART_MM,
  CAPITAL_MM,
  KIOSKS,
  pixelsPerMm,
  SIDE_MM,
  showAs,
  sizesIn,
  tooHigh,
  touchSize,
  turnSetting,
  under,
} from '../helpers/kiosk-sizes.ts';
import { chosenOf, IS_WHOLE } from '../helpers/whole.ts';

const LANGS: readonly Lang[] = ['de', 'en', 'fr', 'es', 'pt_PT', 'ar', 'zh'];
const SCREENS = [
  'choose six',
  'thirty services',
  'closed',
  'take-ticket',
  'problem with ticket',
  'problem without ticket',
  'idle',
];
/** Long words; eleven letters in a row, and a script beside the Latin one; the fewest letters. */
const LANGS_TYPED: readonly Lang[] = chosenOf(['de', 'ar', 'en'], (lang) => lang === 'de');
/** Measured on every screen in `kiosk-all-sizes.test.ts`: here on `FEW`. */
const isTight = ({ inches }: { readonly inches: number }): boolean => inches === 10 || inches === 15;
const FEW = ['choose six', 'take-ticket', 'problem without ticket'];

const named = (prefix: string, states: Readonly<Record<string, KioskState>>): Readonly<Record<string, KioskState>> =>
  Object.fromEntries(Object.entries(states).map(([name, state]) => [`${prefix}${name}`, state]));

const ALL = KIOSKS.flatMap((kiosk, turn) =>
  LANGS.map((lang, at) => ({ ...kiosk, lang, isOften: turn < 2 && at === 0 })),
);

describe.each(chosenOf(ALL, ({ isOften }) => isOften))('$width × $height of $inches inches in $lang', (look) => {
  const { lang, width, height, inches } = look;
  const mm = pixelsPerMm(look);
  const kiosk = kioskOfGroup({
    viewport: { width, height },
    screenInches: inches,
    first: () => everyScreen(lang)['choose six'],
  });

  const show = async (name: string): Promise<void> => {
    const state = everyScreen(lang)[name];
    if (state === undefined) throw new Error(`No screen ${name}.`);
    const { screen } = state;
    const withPage =
      screen.name === 'problem' && screen.ticket !== null
        ? { ...screen, ticket: { ...screen.ticket, page: 'https://queue.example/t/0123456789abcdef' } }
        : screen;
    await showAs(kiosk.page, kiosk.host, { ...state, screen: withPage, screenInches: inches }, name);
  };

  const texts = [
    [100, CAPITAL_MM[100]],
    [200, CAPITAL_MM[200]],
  ] as const;
  it.each(texts)('at %i %: capitals of %d mm, and targets of 20 mm that stand 4 mm apart', async (text, capital) => {
    for (const name of isTight(look) ? FEW : SCREENS.filter((each) => text === 100 || each !== 'idle')) {
      await show(name);
      await touchSize(kiosk.page, text);
      const { sides, gaps, capitals } = await sizesIn(kiosk.page, mm);
      expect({
        name,
        small: under(sides, SIDE_MM),
        near: under(gaps, APART_MM),
        low: under(capitals, capital),
      }).toEqual({ name, small: [], near: [], low: [] });
    }
  });
});

/** What is typed at the kiosk, and the PIN of its operator panel. */
const isTyped = (name: string): boolean => /^form: a (name|long|file|e-mail|date)|^check in|^panel: pin/.test(name);

describe.each(chosenOf(KIOSKS, ({ width, inches }) => width === 1280 && inches === 15))(
  'keys on $width × $height of $inches inches',
  (size) => {
    const { width, height, inches } = size;
    const mm = pixelsPerMm(size);
    const kiosk = kioskOfGroup({ viewport: { width, height }, first: () => everyScreen('de')['choose six'] });

    it.each(LANGS_TYPED.flatMap((lang) => [100, 200].map((text) => [lang, text] as const)))(
      'in %s at %i % are 20 mm a side and 4 mm apart',
      async (lang, text) => {
        const all = { ...everyScreen(lang), ...named('panel: ', everyPanel(lang)) };
        for (const [name, state] of Object.entries(all).filter(([each]) => isTyped(each))) {
          await showAs(kiosk.page, kiosk.host, { ...state, screenInches: inches }, name);
          await touchSize(kiosk.page, text);
          const { sides, gaps } = await sizesIn(kiosk.page, mm);
          expect(sides.length).toBeGreaterThan(5);
          expect({ name, small: under(sides, SIDE_MM), near: under(gaps, APART_MM) }).toEqual({
            name,
            small: [],
            near: [],
          });
        }
      },
    );
  },
);

const TEXTS = [100, 150, 200] as const;
/** In every run one of each kind whose controls lie somewhere else. */
const REACHED = [
  'groups',
  'form: a long text',
  'form: yes or no',
  'form: several of three',
  'form: a rating of ten',
  'check in, unknown',
  'problem with ticket',
  'closed',
  'shut',
  'panel: pin',
  'panel: home, all is wrong',
  'panel: tickets',
];

describe.each(chosenOf(KIOSKS, (_, turn) => turn === 0 || turn === 2))(
  'within low reach, on $width × $height of $inches inches',
  ({ width, height, inches }) => {
    const kiosk = kioskOfGroup({
      viewport: { width, height },
      first: () => everyScreen('de')['choose six'],
      prepare: (page) => turnSetting(page, 'reach'),
    });

    it.each(chosenOf(TEXTS, (text) => text === 100 || (text === 200 && height > width)))(
      'at %i % everything that is touched on every screen lies in the lower two thirds',
      async (text) => {
        const all = { ...everyScreen('de'), ...named('panel: ', everyPanel('de')) };
        // Idle takes the visitor's settings back.
        const screens = Object.entries(all).filter(([name]) =>
          IS_WHOLE ? !['idle', 'alone'].includes(name) : REACHED.includes(name),
        );
        expect(screens.length).toBeGreaterThanOrEqual(REACHED.length);
        for (const [name, state] of screens) {
          await showAs(kiosk.page, kiosk.host, { ...state, screenInches: inches }, name);
          await touchSize(kiosk.page, text);
          const sizes = await sizesIn(kiosk.page, 1);
          // A countdown lies over much of a small screen.
          expect(sizes.tops.length).toBeGreaterThan(state.timeout === null ? 1 : 0);
          expect({ name, high: tooHigh(sizes) }).toEqual({ name, high: [] });
        }
      },
    );
  },
);
