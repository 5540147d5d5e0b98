import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, groundWithText, readableOn } from '../../renderer/shared/colour.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('colours of a site', () => {
  it('have the contrast that WCAG counts', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 1);
  });

  it('stay as they are when they can be read', () => {
    expect(groundWithText('#0b3d4a')).toEqual({ ground: '#0b3d4a', text: '#ffffff' });
    expect(groundWithText('#ffcc00').ground).toBe('#ffcc00');
    expect(readableOn('#ffffff', '#123456', 7)).toBe('#123456');
  });

  it('carry text at 7:1 whatever they are', () => {
    fc.assert(
      fc.property(colour, (any) => {
        const { ground, text } = groundWithText(any);
        expect(contrast(ground, text)).toBeGreaterThanOrEqual(7);
      }),
    );
  });

  it('can be read as text on light and on dark whatever they are', () => {
    fc.assert(
      fc.property(colour, (any) => {
        expect(contrast('#ffffff', readableOn('#ffffff', any, 7))).toBeGreaterThanOrEqual(7);
        expect(contrast('#23272b', readableOn('#23272b', any, 7))).toBeGreaterThanOrEqual(7);
      }),
    );
  });
});
