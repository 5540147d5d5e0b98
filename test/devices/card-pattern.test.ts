import { describe, expect, it } from 'vitest';
import { type CardPattern, parseCardPattern, readCardText } from '../../main/devices/card-pattern.ts';

function pattern(source: string): CardPattern {
  const parsed = parseCardPattern(source);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** What is read, revealed: `[id, name]`, or why not. */
function read(frame: string, source?: string): unknown {
  const card = readCardText(frame, source === undefined ? null : pattern(source));
  return card.ok ? [card.value.value.reveal(), card.value.name?.reveal() ?? null] : card.error;
}

describe('the card in a frame', () => {
  it('is the whole frame without a pattern', () => {
    expect(read('  0004 A1B2 ')).toEqual(['0004 A1B2', null]);
  });

  it('is the group id of the pattern, with the group name beside it', () => {
    const track1 = String.raw`^%B(?<id>\d+)\^(?<name>[^^]*)\^`;
    expect(read('%B1234567^MUSTER/ANNA ^2512?', track1)).toEqual(['1234567', 'MUSTER/ANNA']);
    expect(read('%B1234567^^2512?', track1)).toEqual(['1234567', null]);
  });

  it('is not there when the pattern does not fit or its id is empty', () => {
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
  ])('is refused when it is a payment card: %s', (_, frame) => {
    expect(read(frame)).toBe('payment-card');
    expect(read(frame, '(?<id>[0-9]{4})')).toBe('payment-card');
  });

  it('is no payment card when the check digit is wrong or there is no track', () => {
    expect(read(';4111111111111112=2512?')).toEqual([';4111111111111112=2512?', null]);
    expect(read('4111111111111111')).toEqual(['4111111111111111', null]);
  });

  it('may have 1000 characters', () => {
    expect(read('x'.repeat(1000))).toEqual(['x'.repeat(1000), null]);
    expect(read('x'.repeat(1001))).toBe('too-long');
  });

  it.each(['^(?<id>(a|a)*)b$', '^(?<id>a*a*a*a*a*)b$', '^(?<id>(a?){500}a{500})b$'])(
    'is given up when the pattern %s would take for ever',
    (source) => {
      expect(read('a'.repeat(999), source)).toBe('too-slow');
      // And the next one is read as if nothing had been.
      expect(read('0004A1B2', '(?<id>[0-9A-F]{8})')).toEqual(['0004A1B2', null]);
    },
  );
});
