import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReaderStatus } from '../../../../main/kiosk/contract/reader.ts';
import { SAME_CARD_MS } from '../../../../main/kiosk/readers/card-source.ts';
import { loadPcsc } from '../../../../main/kiosk/readers/pcsc/pcsc-library.ts';
import { createPcscReader, LOOK_MS } from '../../../../main/kiosk/readers/pcsc/pcsc-reader.ts';
import { RETRY_LAST_MS } from '../../../../main/kiosk/readers/reconnecting-device.ts';
import { parseReaderUrl } from '../../../../main/kiosk/rules/reader-url.ts';
import { manualClock } from '../manual-clock.ts';
import { type PlayedPcsc, playedPcsc } from '../played-pcsc.ts';
import { recordingLog } from '../recording-log.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

function listen(text: string, { load }: Pick<PlayedPcsc, 'load'>) {
  const url = parseReaderUrl(text);
  if (!url.ok || url.value.kind !== 'pcsc') throw new Error(url.ok ? 'not pcsc' : url.error);
  const clock = manualClock();
  const log = recordingLog();
  const reader = createPcscReader(url.value, { clock, log }, load);
  const cards: string[] = [];
  reader.onRead((read) => cards.push(read.value.reveal()));
  cleanups.push(() => reader.close());
  const until = (check: () => void, stepMs: number): Promise<void> =>
    vi.waitFor(
      () => {
        clock.advance(stepMs);
        check();
      },
      { timeout: 30_000, interval: 1 },
    );
  return {
    reader,
    clock,
    log,
    cards,
    becomes: (kind: ReaderStatus['kind'], detail = ''): Promise<void> =>
      until(() => {
        const status = reader.status();
        expect(status.kind).toBe(kind);
        expect(status.kind === 'absent' ? status.detail : '').toContain(detail);
      }, RETRY_LAST_MS),
    reads: (expected: readonly string[]): Promise<void> => until(() => expect(cards).toEqual(expected), LOOK_MS),
    refuses: (reason: string): Promise<void> =>
      until(() => expect(log.lines.at(-1)).toContain(`"reason":"${reason}"`), LOOK_MS),
  };
}

const ACR = 'ACS ACR122U 00 00';

describe('a reader of chip cards', () => {
  it('tells the number of each card that is laid on it, once', async () => {
    const pcsc = playedPcsc();
    pcsc.plugIn(ACR);
    const { becomes, reads, clock, log } = listen('pcsc:', pcsc);
    await becomes('ready');
    pcsc.lay({ uid: '04A23B7A1C5D80' });
    await reads(['04A23B7A1C5D80']);
    pcsc.lay({ uid: '11223344', storage: true });
    await reads(['04A23B7A1C5D80', '11223344']);
    pcsc.lay(null);
    clock.advance(SAME_CARD_MS);
    pcsc.lay({ uid: '11223344', storage: true });
    await reads(['04A23B7A1C5D80', '11223344', '11223344']);
    expect(log.lines.join()).not.toMatch(/04A23B7A|11223344/);
  });

  it('writes the number as the house does', async () => {
    const pcsc = playedPcsc();
    pcsc.plugIn(ACR);
    const { becomes, reads } = listen('pcsc:?number=decimal&from=hex&order=reversed', pcsc);
    await becomes('ready');
    pcsc.lay({ uid: '7A3BA204' });
    await reads(['77740922']);
  });

  it.each([
    ['payment-card', { uid: '04A23B7A', payment: true }],
    ['random-number', { uid: '08A23B7A' }],
    ['no-number', { uid: null }],
  ])('refuses what no ticket may be given for: %s', async (reason, card) => {
    const pcsc = playedPcsc();
    pcsc.plugIn(ACR);
    const { becomes, refuses, reads } = listen('pcsc:', pcsc);
    await becomes('ready');
    pcsc.lay(card);
    await refuses(reason);
    pcsc.lay({ uid: '04FFFFFF' });
    await reads(['04FFFFFF']);
  });

  it('is chosen by a part of its name', async () => {
    const pcsc = playedPcsc();
    pcsc.plugIn('OMNIKEY 5022');
    const { becomes } = listen('pcsc:acr122u', pcsc);
    await becomes('absent', 'no PC/SC reader "acr122u"; available: OMNIKEY 5022');
    pcsc.plugIn(ACR);
    await becomes('ready');
  });

  it('comes and goes', async () => {
    const pcsc = playedPcsc();
    const { becomes, reads } = listen('pcsc:', pcsc);
    await becomes('absent', 'no PC/SC reader is connected');
    pcsc.plugIn(ACR);
    await becomes('ready');
    pcsc.unplug(ACR);
    await becomes('absent');
    pcsc.plugIn(ACR);
    await becomes('ready');
    pcsc.lay({ uid: '04A23B7A' });
    await reads(['04A23B7A']);
  });

  it('goes on after the service was started anew', async () => {
    const pcsc = playedPcsc();
    pcsc.plugIn(ACR);
    const { becomes, reads, reader } = listen('pcsc:', pcsc);
    await becomes('ready');
    pcsc.stopService();
    await becomes('absent', 'the PC/SC service is not running; run');
    pcsc.startService();
    await becomes('ready');
    pcsc.lay({ uid: '04A23B7A' });
    await reads(['04A23B7A']);
    await reader.close();
    await vi.waitFor(() => expect(pcsc.contexts().open).toBe(0));
  });

  it('says so when the service stands still, asks it nothing more, and goes on with it', async () => {
    const pcsc = playedPcsc();
    pcsc.plugIn(ACR);
    const { becomes, reads } = listen('pcsc:', pcsc);
    await becomes('ready');
    const before = pcsc.contexts().ever;
    const goOn = pcsc.standStill();
    await becomes('absent', 'does not respond');
    await becomes('absent', 'does not respond');
    expect(pcsc.contexts().ever).toBe(before);
    goOn();
    await becomes('ready');
    pcsc.lay({ uid: '04A23B7A' });
    await reads(['04A23B7A']);
  });

  it('says on a system without PC/SC what to do', () => {
    expect(loadPcsc('darwin')).toMatchObject({ ok: false, error: expect.stringContaining('wedge:') });
  });
});
