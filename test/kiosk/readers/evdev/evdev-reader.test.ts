import { closeSync, openSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CardReader, ReaderStatus } from '../../../../main/kiosk/contract/reader.ts';
import { createReader } from '../../../../main/kiosk/readers/create-reader.ts';
import { grabInput } from '../../../../main/kiosk/readers/evdev/dial-input.ts';
import { createEvdevReader } from '../../../../main/kiosk/readers/evdev/evdev-reader.ts';
import { hasBits } from '../../../../main/kiosk/readers/evdev/find-input.ts';
import { IDLE_GAP_MS, IDLE_GRACE_MS } from '../../../../main/kiosk/readers/framing.ts';
import { RETRY_LAST_MS } from '../../../../main/kiosk/readers/reconnecting-device.ts';
import { parseReaderUrl } from '../../../../main/kiosk/rules/reader-url.ts';
import { manualClock } from '../manual-clock.ts';
import { inputSockets, type Key, keystroke } from '../played-input.ts';
import { recordingLog } from '../recording-log.ts';

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function sockets() {
  const made = inputSockets();
  cleanups.push(made.close);
  return made;
}

function listen(text: string, { system }: Pick<ReturnType<typeof inputSockets>, 'system'>) {
  const url = parseReaderUrl(text);
  if (!url.ok || url.value.kind !== 'evdev') throw new Error(url.ok ? 'not evdev' : url.error);
  const clock = manualClock();
  const log = recordingLog();
  const reader: CardReader = createEvdevReader(url.value, { clock, log }, system);
  const cards: string[] = [];
  reader.onRead((read) => cards.push(read.value.reveal()));
  cleanups.push(() => reader.close());
  const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000, interval: 5 });
  return {
    reader,
    clock,
    log,
    becomes: (kind: ReaderStatus['kind'], stepMs = 0): Promise<void> =>
      until(() => {
        clock.advance(stepMs);
        expect(reader.status().kind).toBe(kind);
      }),
    reads: (expected: readonly string[], stepMs = 0): Promise<void> =>
      until(() => {
        clock.advance(stepMs);
        expect(cards).toEqual(expected);
      }),
    detail: (): string => {
      const status = reader.status();
      return status.kind === 'absent' ? status.detail : '';
    },
  };
}

describe('a reader that types, heard at its own device', () => {
  it('tells what it types, and has the device for itself', async () => {
    const usb = sockets();
    const device = usb.plugIn();
    const { becomes, reads, log } = listen(`evdev://${device.path}`, usb);
    await becomes('ready');
    expect(usb.grabbed()).toBe(1);
    await device.card('0004A1B2');
    await reads(['0004A1B2']);
    await device.card('0004A1B3');
    await reads(['0004A1B2', '0004A1B3']);
    expect(log.lines.join()).not.toContain('0004A1B');
  });

  it('puts records together that come in pieces', async () => {
    const usb = sockets();
    const device = usb.plugIn();
    const { becomes, reads } = listen(`evdev://${device.path}`, usb);
    await becomes('ready');
    const bytes = Buffer.concat([2, 3, 4, 28].map(keystroke));
    for (let at = 0; at < bytes.length; at += 37) await device.raw(bytes.subarray(at, at + 37));
    await reads(['123']);
  });

  it('is found by the numbers of maker and product, past its other inputs, also by its serial number', async () => {
    const usb = sockets();
    usb.plugIn({ vendor: '046d', product: 'c31c' });
    usb.plugIn({ vendor: '08ff', product: '0009', media: true });
    const first = usb.plugIn({ vendor: '08ff', product: '0009', serial: 'A1' });
    const second = usb.plugIn({ vendor: '08ff', product: '0009', serial: 'B2' });
    const one = listen('evdev:08FF:0009', usb);
    const two = listen('evdev:08ff:0009:B2', usb);
    await one.becomes('ready');
    await two.becomes('ready');
    await first.card('1111');
    await second.card('2222');
    await one.reads(['1111']);
    await two.reads(['2222']);
  });

  it('is found by its name among the devices', async () => {
    const usb = sockets();
    const device = usb.plugIn({ vendor: 'abcd', product: '0001' });
    const { becomes, reads } = listen('evdev:usb-Reader_abcd-event-kbd', usb);
    await becomes('ready');
    await device.card('77');
    await reads(['77']);
  });

  it('comes back by itself in another socket, without the half card from before', async () => {
    const usb = sockets();
    const { becomes, reads, detail } = listen('evdev:08ff:0009', usb);
    await becomes('absent');
    expect(detail()).toContain('no reader 08ff:0009 is connected');
    const first = usb.plugIn();
    await becomes('ready', RETRY_LAST_MS);
    await first.press(2, 3);
    first.unplug();
    // The device itself says so; a clock turned meanwhile would be the silence that ends a card.
    await becomes('absent');
    const second = usb.plugIn();
    await becomes('ready', RETRY_LAST_MS);
    await second.card('45');
    await reads(['45']);
    expect(usb.grabbed()).toBe(2);
  });

  it('throws a card away of which the kernel has lost a part', async () => {
    const usb = sockets();
    const device = usb.plugIn();
    const { becomes, reads, log } = listen(`evdev://${device.path}`, usb);
    await becomes('ready');
    await device.press(2, 3);
    await device.overrun();
    await device.press(4, 28);
    await device.card('99');
    await reads(['99']);
    expect(log.lines).toContainEqual(
      JSON.stringify({ event: 'reader.card-rejected', reader: `evdev:${device.path}`, reason: 'incomplete' }),
    );
  });

  it('counts a key that is held once, and ends a card with silence where nothing else does', async () => {
    const usb = sockets();
    const device = usb.plugIn();
    const { becomes, reads, clock } = listen(`evdev://${device.path}`, usb);
    await becomes('ready');
    await device.hold(5);
    // Each look at the clock is a moment of silence.
    await vi.waitFor(() => expect(clock.pending()).toBe(2), { timeout: 30_000, interval: 5 });
    await reads(['4'], IDLE_GAP_MS + IDLE_GRACE_MS);
  });

  it('says what to do when another program has the reader, and takes it later', async () => {
    const usb = sockets();
    const device = usb.plugIn();
    usb.takenByOthers(true);
    const { becomes, detail } = listen(`evdev://${device.path}`, usb);
    await becomes('absent');
    expect(detail()).toContain('another program uses this reader');
    usb.takenByOthers(false);
    await becomes('ready', RETRY_LAST_MS);
  });

  it('says on other systems what to write there', async () => {
    const usb = sockets();
    const { becomes, detail } = listen('evdev:08ff:0009', { system: { ...usb.system, platform: 'win32' } });
    await becomes('absent');
    expect(detail()).toContain('use wedge:');
  });

  it('asks the kernel for the device, which refuses what types nothing', () => {
    const fd = openSync('/dev/null', 'r');
    try {
      expect(grabInput(fd)).toMatchObject({ ok: false, error: expect.stringContaining('not an input device') });
    } finally {
      closeSync(fd);
    }
  });

  it('can be set only on the command line: a site cannot read a keyboard', () => {
    const context = { clock: manualClock(), log: recordingLog() };
    const made = createReader('evdev:08ff:0009', { ...context, access: { mayReach: () => true } });
    expect(made).toMatchObject({ ok: false, error: expect.stringContaining('on the command line only') });
  });
});

describe('a keyboard layout', () => {
  it.each<[string, readonly Key[], string]>([
    ['us', [['shift', 6], ['shift', 48], 2, ['shift', 7], 39, 53, ['shift', 53], 13], '%B1^;/?='],
    ['us', [79, 80, 81, 55, 98, 83, 74, 78], '123*/.-+'],
    ['us', [58, 30, ['shift', 30], 2, 58, 30], 'Aa1a'],
    ['de', [['shift', 21], ['shift', 44], 12, ['altgr', 16], ['altgr', 12], 53], 'ZYß@\\-'],
    ['de', [41, 57, 41, 30, 13, 57, ['shift', 6], ['shift', 11]], '^^a´%='],
    ['de', [83, 86, ['shift', 86], 26, 39, 40], ',<>üöä'],
    ['fr', [['shift', 2], ['shift', 11], 16, 30, 44, 39, 50], '10aqwm,'],
    ['fr', [['altgr', 11], 26, 57, 13], '@^='],
    ['pt', [12, 39, ['shift', 39], ['shift', 6], ['altgr', 3], 53], "'çÇ%@-"],
  ])('%s gives the characters of its keys', async (layout, keys, text) => {
    const usb = sockets();
    const device = usb.plugIn();
    const { becomes, reads } = listen(`evdev://${device.path}?layout=${layout}`, usb);
    await becomes('ready');
    // The digit 7 of the keypad on both sides: the space around a card is no part of it.
    await device.press(71, ...keys, 71, 28);
    await reads([`7${text}7`]);
  });
});

it('finds the keys of a device in the words of the kernel', () => {
  expect(hasBits('10000000000000 0', [116])).toBe(true);
  expect(hasBits('10000000000000 0', [115])).toBe(false);
  expect(hasBits('', [0])).toBe(false);
  expect(hasBits('fffe', [1, 15])).toBe(true);
});
