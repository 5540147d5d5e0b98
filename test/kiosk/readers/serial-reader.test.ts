import { mkdtempSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ReaderStatus } from '../../../main/kiosk/contract/reader.ts';
import { createReader } from '../../../main/kiosk/readers/create-reader.ts';
import { CHECK_MS, RETRY_LAST_MS } from '../../../main/kiosk/readers/reconnecting-device.ts';
import { openPty, type Pty } from '../../../main/lib/ports/pty.ts';
import { manualClock } from './manual-clock.ts';
import { recordingLog } from './recording-log.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A place where a device can be plugged in and pulled out, as udev keeps one by the device's serial number. */
function socket() {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'));
  const path = join(folder, 'card-reader');
  let device: Pty | null = null;
  const unplug = (): void => {
    if (device === null) return;
    unlinkSync(path);
    device.close();
    device = null;
  };
  cleanups.push(() => {
    unplug();
    rmSync(folder, { recursive: true });
  });
  return {
    path,
    unplug,
    plugIn(): Pty {
      device = openPty();
      symlinkSync(device.path, path);
      return device;
    },
  };
}

function reader(path: string, options = '') {
  const clock = manualClock();
  const log = recordingLog();
  const made = createReader(`serial://${path}?baudRate=19200${options}`, { clock, log });
  if (!made.ok) throw new Error(made.error);
  const cards: string[] = [];
  const statuses: ReaderStatus['kind'][] = [];
  made.value.onRead((read) => cards.push(read.value.reveal()));
  made.value.onStatus((status) => statuses.push(status.kind));
  cleanups.push(() => made.value.close());
  const becomes = (kind: ReaderStatus['kind'], stepMs = 0): Promise<void> =>
    vi.waitFor(
      () => {
        clock.advance(stepMs);
        expect(made.value.status().kind).toBe(kind);
      },
      { timeout: 30_000, interval: 10 },
    );
  const reads = (expected: readonly string[]): Promise<void> =>
    vi.waitFor(() => expect(cards).toEqual(expected), { timeout: 30_000, interval: 10 });
  return { reader: made.value, clock, log, cards, statuses, becomes, reads };
}

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('a serial reader', () => {
  it('tells cards whose bytes come in pieces, with garbage first', async () => {
    const slot = socket();
    const device = slot.plugIn();
    const { becomes, reads } = reader(slot.path);
    await becomes('ready');
    for (const piece of ['\xff\xfe\x00\x020', '00', '4A1B2', '\x03\x020004', 'A1B3\x03']) {
      await device.write(bytes(piece));
    }
    await reads(['0004A1B2', '0004A1B3']);
  });

  it('waits for a device that is absent at the start', async () => {
    const slot = socket();
    const { becomes, reads, statuses, log } = reader(slot.path);
    await becomes('absent');
    const device = slot.plugIn();
    await becomes('ready', RETRY_LAST_MS);
    await device.write(bytes('0004A1B2\r\n'));
    await reads(['0004A1B2']);
    expect(statuses).toEqual(['absent', 'ready']);
    expect(log.events()).toEqual(['reader.disconnected', 'reader.ready']);
  });

  it('says once that the device is absent, however often it tries', async () => {
    const { clock, statuses, log } = reader(socket().path);
    // Each try ends with one timer for the next.
    for (let tries = 0; tries < 8; tries++) {
      await vi.waitFor(() => expect(clock.pending()).toBe(1), { timeout: 30_000, interval: 5 });
      await vi.waitFor(() => expect(statuses).toHaveLength(1), { timeout: 30_000, interval: 5 });
      clock.advance(RETRY_LAST_MS);
    }
    expect(statuses).toEqual(['absent']);
    expect(log.events()).toEqual(['reader.disconnected']);
  });

  it('goes on after the device was unplugged and plugged in again, without the half card from before', async () => {
    const slot = socket();
    const first = slot.plugIn();
    const { becomes, reads, statuses } = reader(slot.path);
    await becomes('ready');
    await first.write(bytes('0004A1B2\r0004'));
    await reads(['0004A1B2']);
    slot.unplug();
    await becomes('absent', CHECK_MS);
    const second = slot.plugIn();
    await becomes('ready', RETRY_LAST_MS);
    await second.write(bytes('A1B3\r'));
    await reads(['0004A1B2', 'A1B3']);
    expect(statuses).toEqual(['ready', 'absent', 'ready']);
  });

  it('notices another device in the place of the first', async () => {
    const slot = socket();
    const first = slot.plugIn();
    const { becomes, reads } = reader(slot.path);
    await becomes('ready');
    unlinkSync(slot.path);
    const second = slot.plugIn();
    cleanups.push(() => first.close());
    await becomes('absent', CHECK_MS);
    await becomes('ready', RETRY_LAST_MS);
    await second.write(bytes('0004A1B2\r'));
    await reads(['0004A1B2']);
  });

  it('keeps cards, and what it could not read, out of the log', async () => {
    const slot = socket();
    const device = slot.plugIn();
    const { becomes, reads, log } = reader(slot.path, '&pattern=(?<id>[0-9]{8})');
    await becomes('ready');
    await device.write(bytes(`${'7'.repeat(3000)}\rSECRET-CARD\r;4111111111111111=2512?\r12345678\r`));
    await reads(['12345678']);
    expect(log.lines).toEqual([
      JSON.stringify({ event: 'reader.ready', reader: `serial:${slot.path}` }),
      JSON.stringify({ event: 'reader.frame-dropped', reader: `serial:${slot.path}`, length: 3000 }),
      JSON.stringify({ event: 'reader.card-rejected', reader: `serial:${slot.path}`, reason: 'no-match' }),
      JSON.stringify({ event: 'reader.card-rejected', reader: `serial:${slot.path}`, reason: 'payment-card' }),
    ]);
  });

  it('lets go of the device when it is closed', async () => {
    const slot = socket();
    slot.plugIn();
    const first = reader(slot.path);
    await first.becomes('ready');
    await first.reader.close();
    await first.reader.close();
    expect(first.clock.pending()).toBe(0);
    const second = reader(slot.path);
    await second.becomes('ready');
  });

  it('can be closed while it is still looking for its device', async () => {
    const { reader: absent, clock } = reader(socket().path);
    await absent.close();
    expect(clock.pending()).toBe(0);
  });
});
