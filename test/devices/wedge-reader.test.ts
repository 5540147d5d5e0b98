import { describe, expect, it } from 'vitest';
import { SAME_CARD_MS } from '../../main/devices/card-source.ts';
import { createReader } from '../../main/devices/create-reader.ts';
import type { WedgeReader } from '../../main/devices/wedge-reader.ts';
import { manualClock } from './manual-clock.ts';
import { recordingLog } from './recording-log.ts';

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
    reader.accept('~0004A1B2');
    expect(cards).toEqual(['0004A1B2 raw door']);
    expect(reader.status()).toEqual({ kind: 'ready' });
  });

  it('counts a card once for as long as it lies on the reader', () => {
    const { reader, clock, cards } = plugIn();
    for (let times = 0; times < 5; times++) {
      reader.accept('0004A1B2');
      clock.advance(SAME_CARD_MS - 1);
    }
    expect(cards).toEqual(['0004A1B2 table']);
    clock.advance(1);
    reader.accept('0004A1B2');
    reader.accept('0004A1B3');
    reader.accept('0004A1B2');
    expect(cards).toHaveLength(4);
  });

  it('never writes a card or a name into the log', () => {
    const { reader, log, cards } = plugIn('wedge:?pattern=^(?<id>[0-9]{8})(?<name>[A-Z]*)$');
    reader.onRead((read) => log.info('test.read', { read, text: `${read.value} ${read.name}` }));
    reader.accept('12345678MUSTER');
    reader.accept('87654321-no-match');
    reader.accept(';4111111111111111=2512?');
    expect(cards).toEqual(['12345678 table']);
    expect(log.events()).toEqual(['test.read', 'reader.card-refused', 'reader.card-refused']);
    expect(log.lines.join('\n')).not.toMatch(/12345678|MUSTER|87654321|4111/);
    expect(log.lines[0]).toContain('[card]');
  });

  it('is silent once it is closed', async () => {
    const { reader, clock, cards } = plugIn();
    reader.accept('0004A1B2');
    await reader.close();
    reader.accept('0004A1B3');
    expect(cards).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });
});

it('a URL that cannot be read makes no reader', () => {
  const made = createReader('usb:', { clock: manualClock(), log: recordingLog() });
  expect(made).toMatchObject({ ok: false, error: expect.stringContaining('no kind of reader') });
});
