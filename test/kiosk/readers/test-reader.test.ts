/** Output of `npm run reader -- test` for installers. */
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { masked, shapeOf, tryReader } from '../../../main/kiosk/readers/test-reader.ts';
import { systemClock } from '../../../main/lib/context.ts';
import { openPty } from '../../../main/lib/ports/pty.ts';

interface Told {
  readonly lines: readonly string[];
  readonly ended: Promise<unknown>;
}

function start(url: string, options: { cards?: number; isShown?: boolean; typed?: PassThrough } = {}): Told {
  const lines: string[] = [];
  const stop = new AbortController();
  const ended = tryReader(url, {
    clock: systemClock,
    say: (line) => void lines.push(line),
    isShown: options.isShown ?? false,
    cards: options.cards ?? 1,
    typed: options.typed ?? new PassThrough(),
    until: stop.signal,
  });
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  return { lines, ended };
}

const says = (told: Told, text: string): Promise<void> =>
  vi.waitFor(() => expect(told.lines.join('\n')).toContain(text), { timeout: 30_000, interval: 5 });

describe('the reader test', () => {
  it('prints the format of each card and never its number', async () => {
    const line = openPty();
    onTestFinished(() => line.close());
    const told = start(`serial://${line.path}?pattern=^ID(?<id>[0-9A-F]%2B)-(?<name>.*)$&number=decimal&from=hex`);
    await says(told, 'the reader is ready');
    await line.write(Buffer.from('ID04A23B7A-Anna Muster\r'));
    await told.ended;
    expect(told.lines.slice(-3)).toEqual([
      'the reader sent AA99A99A9A-Aaaa Aaaaaa (22 characters)',
      '  card ******22: the ticket has the id of the device with this code in the site',
      '  with a name of 11 characters',
    ]);
  });

  it('prints why a card is refused', async () => {
    const typed = new PassThrough();
    const told = start('wedge:?pattern=^(?<id>[0-9]{8})$', { typed });
    typed.write('4111111111111111\nABC\n12345678\r\n');
    await told.ended;
    expect(told.lines).toEqual([
      expect.stringContaining('types into this terminal'),
      expect.stringContaining('the reader is ready'),
      'the reader sent 9999999999999999 (16 characters)',
      '  rejected: it looks like a payment card; list your own cards with own=',
      'the reader sent AAA (3 characters)',
      '  rejected: it does not match the pattern',
      'the reader sent 99999999 (8 characters)',
      '  card ******78: the ticket has the id of the device with this code in the site',
    ]);
  });

  it('prints whole numbers only on request', async () => {
    const typed = new PassThrough();
    const told = start('wedge:?rule=raw', { typed, isShown: true });
    typed.write('0004A1B2\n');
    await told.ended;
    expect(told.lines.slice(-2)).toEqual([
      'the reader sent 0004A1B2 (8 characters)',
      '  card 0004A1B2: the ticket has this number as its device id',
    ]);
  });

  it('prints the reason if the reader cannot be used', async () => {
    await says(start('serial:///dev/none'), 'the reader is unavailable: ');
    expect(await start('wedge:///x').ended).toMatchObject({
      ok: false,
      error: expect.stringContaining('wedge: has no device'),
    });
  });
});

it('masks all of a short number, and most of a long one', () => {
  expect(masked('1234567')).toBe('*******');
  expect(masked('04A23B7A')).toBe('******7A');
  expect(shapeOf('Ab9-ÄÉß;')).toBe('Aa9-AAa;');
});
