import { describe, expect, it } from 'vitest';
import { type CardPattern, parseCardPattern, readCardText } from '../../../main/kiosk/readers/card-pattern.ts';

const PLAIN = { pattern: null, number: null, own: [] };

function pattern(source: string): CardPattern {
  const parsed = parseCardPattern(source);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** What is read, revealed: `[id, name]`, or why not. */
function read(frame: string, source?: string): unknown {
  const card = readCardText(frame, { ...PLAIN, pattern: source === undefined ? null : pattern(source) });
  return card.ok ? [card.value.value.reveal(), card.value.name?.reveal() ?? null] : card.error;
}

describe('a number of 13 digits that begins with 4', () => {
  it('is no payment card with the check digit of an article', () => {
    expect(read('4059292244698')).toEqual(['4059292244698', null]);
  });

  it('is one without it', () => {
    expect(read('4222222222222')).toBe('payment-card');
  });
});

describe('the card in a frame', () => {
  it('is the whole frame without a pattern', () => {
    expect(read('  0004 A1B2 ')).toEqual(['0004 A1B2', null]);
  });

  it('is the group id of the pattern, with the group name beside it', () => {
    const track1 = String.raw`^%B(?<id>\d+)\^(?<name>[^^]*)\^`;
    expect(read('%B1234567^MUSTER/ANNA ^2512?', track1)).toEqual(['1234567', 'MUSTER/ANNA']);
    expect(read('%B1234567^^2512?', track1)).toEqual(['1234567', null]);
  });

  it('is not there when it does not match the pattern or its id is empty', () => {
    expect(read('0004A1B2', String.raw`^(?<id>\d{8})$`)).toBe('no-match');
    expect(read('card:', 'card:(?<id>[0-9]*)')).toBe('no-match');
    expect(read('x', '(?:x|(?<id>y))')).toBe('no-match');
    expect(read('   ')).toBe('no-match');
  });

  it.each([
    ['track 2', ';4111111111111111=25121010000000000?'],
    ['track 1', '%B4111111111111111^DOE/J^25121010000000000?'],
    ['both', '%B4111111111111111^DOE/J^2512?;4111111111111111=2512?'],
    ['track 2 from a reader that takes the sentinels away', '4111111111111111=2512101'],
    ['another length', ';378282246310005=2512?'],
    ['the bare number', '4111111111111111'],
    ['the bare number in groups', '5555 5555 5555 4444'],
    ['the bare number of 15 digits', '378282246310005'],
  ])('is refused when it is a payment card: %s', (_, frame) => {
    expect(read(frame)).toBe('payment-card');
    expect(read(frame, '(?<id>[0-9]{4})')).toBe('payment-card');
  });

  it.each([
    ['the check digit is wrong', ';4111111111111112=2512?'],
    ['the check digit of a bare number is wrong', '4111111111111112'],
    ['no card network begins so', '1234567890123452'],
    ['it is a library card of 14 digits', '21234000123454'],
    ['it is a chip of 10 digits', '0004837165'],
    ['it is part of a longer word', 'X4111111111111111'],
  ])('is no payment card when %s', (_, frame) => {
    expect(read(frame)).toEqual([frame, null]);
  });

  it.each([
    ['on its stripe', ';6039121234567895=2512?', '6039121234567895'],
    ['bare, in the range of a card network', '6011 1111 1111 1117', '6011111111111117'],
  ])('is the house’s own when the house says how its numbers begin: %s', (_, frame, digits) => {
    const how = { pattern: pattern('(?<id>[0-9 ]{16,})'), number: null };
    expect(readCardText(frame, { ...how, own: [] })).toMatchObject({ error: 'payment-card' });
    expect(readCardText(frame, { ...how, own: ['411111', digits.slice(0, 6)] })).toMatchObject({ ok: true });
    expect(readCardText(`${frame} 4111111111111111`, { ...how, own: [digits.slice(0, 6)] })).toMatchObject({
      error: 'payment-card',
    });
  });

  it('may have 1000 characters', () => {
    expect(read('x'.repeat(1000))).toEqual(['x'.repeat(1000), null]);
    expect(read('x'.repeat(1001))).toBe('too-long');
  });

  it('is where it stands, with what groups without a find leave out', () => {
    const card = readCardText('Nr. 0004A1B2/7', {
      ...PLAIN,
      pattern: pattern('(?<id>[0-9A-F]{8})(?<level>/[0-9])(?<room>-[0-9])?'),
    });
    const fields = card.ok ? [...card.value.fields].map(([name, value]) => [name, value.reveal()]) : [];
    expect(fields).toEqual([['level', '/7']]);
  });

  // An engine that goes back and tries again would be at each of these for longer than the world has existed.
  it.each(['^(?<id>(a|a)*)b$', '^(?<id>(a+)+)b$', '^(?<id>a*a*a*a*a*)b$'])(
    'is looked for in time in proportion to the frame: %s',
    (source) => {
      expect(read('a'.repeat(999), source)).toBe('no-match');
      expect(read(`${'a'.repeat(999)}b`, source)).toEqual(['a'.repeat(999), null]);
    },
  );
});
