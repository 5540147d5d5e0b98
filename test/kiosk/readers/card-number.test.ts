import { describe, expect, it } from 'vitest';
import { type NumberForm, writeNumber } from '../../../main/kiosk/readers/card-number.ts';
import { readCardText } from '../../../main/kiosk/readers/card-pattern.ts';

const HEX: NumberForm = { from: 'hex', to: 'hex', isReversed: false, bytes: null, digits: null };

/** One chip, as readers of different makers say it. */
describe('the number of a card', () => {
  it.each<[string, Partial<NumberForm>, string | null]>([
    ['04a23b7a', {}, '04A23B7A'],
    ['0x04:A2:3B-7a', {}, '04A23B7A'],
    ['04A23B7A', { isReversed: true }, '7A3BA204'],
    ['04A23B7A', { to: 'decimal' }, '77740922'],
    ['04A23B7A', { to: 'decimal', digits: 10 }, '0077740922'],
    ['7A3BA204', { to: 'decimal', isReversed: true }, '77740922'],
    ['0077740922', { from: 'decimal', bytes: 4 }, '04A23B7A'],
    ['0077740922', { from: 'decimal', bytes: 4, isReversed: true }, '7A3BA204'],
    ['0077740922', { from: 'decimal', to: 'decimal' }, '77740922'],
    ['2050728452', { from: 'decimal', to: 'decimal', bytes: 4, isReversed: true }, '77740922'],
    ['04A23B7A1C5D80', { isReversed: true }, '805D1C7A3BA204'],
    ['A1', { bytes: 4 }, '000000A1'],
    ['00000000A1', { bytes: 4 }, '000000A1'],
    ['04A23B7A1C', { bytes: 4 }, null],
    ['4294967296', { from: 'decimal', bytes: 4 }, null],
    ['04A23B7', {}, null],
    ['04A23B7G', {}, null],
    ['', {}, null],
    ['12A', { from: 'decimal', to: 'decimal' }, null],
    ['0', { from: 'decimal', to: 'decimal' }, '0'],
  ])('%s with %o is %s', (text, form, written) => {
    expect(writeNumber(text, { ...HEX, ...form })).toBe(written);
  });

  it('is what the pattern finds, and a card that has none is refused', () => {
    const reading = { pattern: { source: 'UID=(?<id>.*)' }, number: { ...HEX, isReversed: true }, own: [] };
    const card = readCardText('UID=04A2', reading);
    expect(card.ok && card.value.value.reveal()).toBe('A204');
    expect(readCardText('UID=none', reading)).toEqual({ ok: false, error: 'no-number' });
  });
});
