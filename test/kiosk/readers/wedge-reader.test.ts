import { describe, expect, it } from 'vitest';
import type { TypedKey } from '../../../main/devices/contract/wedge.ts';
import { SAME_CARD_MS } from '../../../main/kiosk/readers/card-source.ts';
import { createReader } from '../../../main/kiosk/readers/create-reader.ts';
import { keyLayout, type LayoutName } from '../../../main/kiosk/readers/evdev/key-layouts.ts';
import { keyNumber, textOfKeys } from '../../../main/kiosk/readers/evdev/typed-text.ts';
import type { WedgeReader } from '../../../main/kiosk/readers/wedge-reader.ts';
import { manualClock } from './manual-clock.ts';
import { recordingLog } from './recording-log.ts';

/** The keys that a reader of this layout presses to say so. */
function keysFor(meant: string, layout: LayoutName): readonly TypedKey[] {
  const { plain, shifted, altGr } = keyLayout(layout);
  const find = (sign: string, keys: ReadonlyMap<number, string>) =>
    CODES.find((code) => keys.get(keyNumber(code) ?? 0) === sign);
  return [...meant].map((sign) => {
    const [bare, shift, third] = [plain, shifted, altGr].map((keys) => find(sign, keys));
    if (bare !== undefined) return { code: bare };
    if (shift !== undefined) return { code: shift, shift: true };
    if (third !== undefined) return { code: third, altGr: true };
    throw new Error(`No key of ${layout} gives ${sign}.`);
  });
}

const CODES = [
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `Key${letter}`),
  ...[...'1234567890'].map((digit) => `Digit${digit}`),
  ...[
    'Minus',
    'Equal',
    'Semicolon',
    'Quote',
    'Comma',
    'Period',
    'Slash',
    'BracketLeft',
    'BracketRight',
    'IntlBackslash',
  ],
];

function plugIn(url = 'wedge:') {
  const clock = manualClock();
  const log = recordingLog();
  const made = createReader(url, { clock, log });
  if (!made.ok) throw new Error(made.error);
  const reader = made.value as WedgeReader;
  const cards: string[] = [];
  reader.onRead(({ value, rule, device }) => cards.push([value.reveal(), rule, device].join(' ').trim()));
  return { reader, clock, log, cards };
}

describe('a keyboard reader', () => {
  it('tells the card with the rule and the device of its URL', () => {
    const { reader, cards } = plugIn('wedge:?device=door&rule=raw&pattern=~(?<id>[0-9A-F]{8})');
    reader.accept({ text: '~0004A1B2' });
    expect(cards).toEqual(['0004A1B2 raw door']);
    expect(reader.status()).toEqual({ kind: 'ready' });
  });

  it('counts a card once for as long as it lies on the reader', () => {
    const { reader, clock, cards } = plugIn();
    for (let times = 0; times < 5; times++) {
      reader.accept({ text: '0004A1B2' });
      clock.advance(SAME_CARD_MS - 1);
    }
    expect(cards).toEqual(['0004A1B2 table']);
    clock.advance(1);
    reader.accept({ text: '0004A1B2' });
    reader.accept({ text: '0004A1B3' });
    reader.accept({ text: '0004A1B2' });
    expect(cards).toHaveLength(4);
  });

  it('never writes a card or a name into the log', () => {
    const { reader, log, cards } = plugIn('wedge:?pattern=^(?<id>[0-9]{8})(?<name>[A-Z]*)$');
    reader.onRead((read) =>
      log.info('card.read', { device: JSON.stringify(read), rule: `${read.value} ${read.name}` }),
    );
    reader.accept({ text: '12345678MUSTER' });
    reader.accept({ text: '87654321-no-match' });
    reader.accept({ text: ';4111111111111111=2512?' });
    expect(cards).toEqual(['12345678 table']);
    expect(log.events()).toEqual(['card.read', 'reader.card-rejected', 'reader.card-rejected']);
    expect(log.lines.join('\n')).not.toMatch(/12345678|MUSTER|87654321|4111/);
    expect(log.lines[0]).toContain('[card]');
  });

  it('says that it refused a card, once, with what may be the code of an appointment', () => {
    const { reader } = plugIn('wedge:?pattern=^(?<id>[0-9]{8})$');
    const refused: (string | null)[] = [];
    reader.onRefused(({ frame }) => refused.push(frame?.reveal() ?? null));
    reader.accept({ text: 'QR-1' });
    reader.accept({ text: 'QR-1' });
    reader.accept({ text: ';4111111111111111=2512?' });
    reader.accept({ text: '1'.repeat(1001) });
    expect(refused).toEqual(['QR-1', null, null]);
  });

  it.each([
    ['us', 'fr', 'AB-12:3'],
    ['us', 'de', 'YZ/12?3'],
    ['fr', 'us', 'AQ123é'],
    ['de', 'fr', 'ZY@12ß'],
  ] as const)('set to %s on a system set to %s is read as the reader means it', (layout, system, meant) => {
    const { reader, cards } = plugIn(`wedge:?layout=${layout}&device=door`);
    const keys = keysFor(meant, layout);
    const text = textOfKeys(keys, keyLayout(system));
    expect(text).not.toBe(meant);
    reader.accept({ text, keys });
    expect(cards).toEqual([`${meant} reader door`]);
  });

  it('without the keys is read as the system says', () => {
    const { reader, cards } = plugIn('wedge:?layout=fr');
    reader.accept({ text: '0004A1B2' });
    expect(cards).toEqual(['0004A1B2 table']);
  });

  it('is silent once it is closed', async () => {
    const { reader, clock, cards } = plugIn();
    reader.accept({ text: '0004A1B2' });
    await reader.close();
    reader.accept({ text: '0004A1B3' });
    expect(cards).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });
});

it('a URL that cannot be read makes no reader', () => {
  const made = createReader('usb:', { clock: manualClock(), log: recordingLog() });
  expect(made).toMatchObject({ ok: false, error: expect.stringContaining('unknown kind of reader') });
});
