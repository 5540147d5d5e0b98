import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast } from '../../renderer/shared/colour.ts';
import { RAMP_STEPS, rampColours, rampOf } from '../../renderer/shared/colour-ramp.ts';
import { hexOf, oklchOf } from '../../renderer/shared/oklch.ts';
import { COLOUR_VISIONS, seenDistance } from '../helpers/colour-vision.ts';
import { Colours, rulesOf, sheetsOf } from '../helpers/style-tokens.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const rules = sheetsOf('shared/styles/tokens.css').flatMap(rulesOf);

describe('OKLCH', () => {
  it('agrees with published values', () => {
    const { lightness, chroma, hue } = oklchOf('#ff0000');
    expect(lightness).toBeCloseTo(0.628, 3);
    expect(chroma).toBeCloseTo(0.2577, 3);
    expect(hue).toBeCloseTo(29.23, 1);
  });

  it('returns each colour that went in', () => {
    fc.assert(
      fc.property(colour, (any) => {
        expect(hexOf(oklchOf(any))).toBe(any);
      }),
    );
  });

  it('keeps lightness and hue of a colour that is too strong for a screen', () => {
    const shown = oklchOf(hexOf({ lightness: 0.9, chroma: 0.3, hue: 250 }));
    expect(shown.lightness).toBeCloseTo(0.9, 2);
    expect(Math.abs(shown.hue - 250)).toBeLessThan(4);
    expect(shown.chroma).toBeLessThan(0.1);
  });
});

describe('the ramp of a colour', () => {
  it('becomes darker with every step', () => {
    fc.assert(
      fc.property(colour, (any) => {
        const ramp = rampOf(any);
        const lightness = RAMP_STEPS.map((step) => oklchOf(ramp[step]).lightness);
        expect(lightness).toEqual(lightness.toSorted((a, b) => b - a));
      }),
    );
  });

  it('carries text of its own dark steps at 7:1 on its light ones, and the other way round', () => {
    fc.assert(
      fc.property(colour, (any) => {
        const ramp = rampOf(any);
        expect(contrast(ramp[100], ramp[800])).toBeGreaterThanOrEqual(7);
        expect(contrast(ramp[900], ramp[100])).toBeGreaterThanOrEqual(7);
        expect(contrast('#ffffff', ramp[700])).toBeGreaterThanOrEqual(7);
      }),
    );
  });
});

describe('the tint of a background', () => {
  const light = new Colours('light', rules);
  const dark = new Colours('dark', rules);

  it('carries all text at 7:1 and all edges at 3:1, whatever the colour of the organisation', () => {
    fc.assert(
      fc.property(colour, (any) => {
        const made = rampColours(any);
        for (const [theme, tint] of [
          [light, made['--tint-light'] ?? ''],
          [dark, made['--tint-dark'] ?? ''],
        ] as const) {
          for (const text of ['ink', 'ink-soft', 'fault-ink'])
            expect(contrast(theme.named(text), tint)).toBeGreaterThanOrEqual(7);
          expect(contrast(made[`--accent-text-${theme.theme}`] ?? '', tint)).toBeGreaterThanOrEqual(7);
          expect(contrast(theme.named('edge'), tint)).toBeGreaterThanOrEqual(3);
        }
      }),
    );
  });
});

describe('the series of charts', () => {
  const series = [1, 2, 3, 4, 5, 6, 7, 8];
  const cases = (['light', 'dark'] as const).flatMap((theme) => COLOUR_VISIONS.map((vision) => ({ theme, vision })));

  it.each(cases)('can be distinguished in the theme $theme with $vision', ({ theme, vision }) => {
    const colours = series.map((number) => new Colours(theme, rules).named(`chart-${number}`));
    const pairs = colours.flatMap((one, at) => colours.slice(at + 1).map((other) => ({ one, other })));
    const near = pairs.filter(({ one, other }) => seenDistance(vision, one, other) < 0.09);
    expect(near).toEqual([]);
  });

  it.each(['light', 'dark', 'contrast'] as const)('stand out at 3:1 in the theme %s', (theme) => {
    const colours = new Colours(theme, rules);
    const pale = series.filter((number) => contrast(colours.named(`chart-${number}`), colours.named('surface')) < 3);
    expect(pale).toEqual([]);
  });
});
