/** A card reader with a keyboard's plug, as the kernel shows it: a device that gives `struct input_event`, and its files below /sys. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InputSystem } from '../../../main/kiosk/readers/evdev/dial-input.ts';
import { openPty, type Pty } from '../../../main/lib/ports/pty.ts';

export type Key = number | readonly ['shift' | 'altgr', number];

const EV = { syn: 0, key: 1, misc: 4 } as const;
const HELD = { shift: 42, altgr: 100 } as const;
const ENTER = 28;
/** Every key of an ordinary keyboard, in the words of `capabilities/key`. */
const ALL_KEYS = 'e080ffdf01cfffff fffffffffffffffe';
const MEDIA_KEYS = '1f0000 0';
const US = '1234567890';
const LETTERS: Readonly<Record<string, number>> = { A: 30, B: 48, C: 46, D: 32, E: 18, F: 33, X: 45 };

function record(type: number, code: number, value: number): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeBigInt64LE(1_750_000_000n, 0);
  bytes.writeUInt16LE(type, 16);
  bytes.writeUInt16LE(code, 18);
  bytes.writeInt32LE(value, 20);
  return bytes;
}

/** One report of the kernel: the number that the reader itself gave, the key, and the end of the report. */
const report = (code: number, value: number): Buffer =>
  Buffer.concat([record(EV.misc, 4, 0x70004), record(EV.key, code, value), record(EV.syn, 0, 0)]);

export function keystroke(key: Key): Buffer {
  if (typeof key === 'number') return Buffer.concat([report(key, 1), report(key, 0)]);
  const [held, code] = key;
  return Buffer.concat([report(HELD[held], 1), report(code, 1), report(code, 0), report(HELD[held], 0)]);
}

/** Digits and the letters of hexadecimal numbers, as a reader of the United States types them. */
function keysOf(text: string): Key[] {
  return [...text].map((each): Key => {
    const digit = US.indexOf(each);
    if (digit !== -1) return 2 + digit;
    const letter = LETTERS[each];
    if (letter === undefined) throw new Error(`no key for ${each}`);
    return ['shift', letter];
  });
}

export interface PlayedReader {
  readonly path: string;
  press(...keys: readonly Key[]): Promise<void>;
  /** A card with the reader's final Enter. */
  card(text: string): Promise<void>;
  /** The kernel had no room for what was typed here. */
  overrun(): Promise<void>;
  /** A key that is held down: it repeats. */
  hold(key: number): Promise<void>;
  raw(bytes: Uint8Array): Promise<void>;
  unplug(): void;
}

export interface InputSockets {
  readonly system: InputSystem;
  /** Devices that are taken for the program alone now. */
  readonly grabbed: () => number;
  /** Somebody else holds what is plugged in. */
  takenByOthers(isTaken: boolean): void;
  plugIn(numbers?: { vendor: string; product: string; serial?: string; media?: boolean }): PlayedReader;
  close(): void;
}

export function inputSockets(): InputSockets {
  const folder = mkdtempSync(join(tmpdir(), 'input-'));
  const folders = { dev: join(folder, 'dev'), sys: join(folder, 'sys') };
  mkdirSync(join(folders.dev, 'by-id'), { recursive: true });
  mkdirSync(folders.sys);
  const plugged = new Set<PlayedReader>();
  let count = 0;
  let grabs = 0;
  let taken = false;

  function plugIn({ vendor = '08ff', product = '0009', serial = '', media = false } = {}): PlayedReader {
    const name = `event${count++}`;
    const path = join(folders.dev, name);
    const link = join(folders.dev, 'by-id', `usb-Reader_${vendor}-event-kbd`);
    const device: Pty = openPty();
    const about = join(folders.sys, name, 'device');
    mkdirSync(join(about, 'id'), { recursive: true });
    mkdirSync(join(about, 'capabilities'));
    writeFileSync(join(about, 'id', 'vendor'), `${vendor}\n`);
    writeFileSync(join(about, 'id', 'product'), `${product}\n`);
    writeFileSync(join(about, 'uniq'), `${serial}\n`);
    writeFileSync(join(about, 'capabilities', 'key'), `${media ? MEDIA_KEYS : ALL_KEYS}\n`);
    symlinkSync(device.path, path);
    rmSync(link, { force: true });
    symlinkSync(path, link);
    const press = (...keys: readonly Key[]): Promise<void> => device.write(Buffer.concat(keys.map(keystroke)));
    const reader: PlayedReader = {
      path,
      press,
      card: (text) => press(...keysOf(text), ENTER),
      overrun: () => device.write(record(EV.syn, 3, 0)),
      hold: (key) => device.write(Buffer.concat([report(key, 1), report(key, 2), report(key, 2), report(key, 0)])),
      raw: (bytes) => device.write(bytes),
      unplug() {
        if (!plugged.delete(reader)) return;
        unlinkSync(path);
        rmSync(join(folders.sys, name), { recursive: true });
        device.close();
      },
    };
    plugged.add(reader);
    return reader;
  }

  return {
    system: {
      platform: 'linux',
      folders,
      grab() {
        if (taken) return { ok: false, error: 'EBUSY: another program uses this reader' };
        grabs++;
        return { ok: true, value: undefined };
      },
    },
    grabbed: () => grabs,
    takenByOthers(isTaken) {
      taken = isTaken;
    },
    plugIn,
    close() {
      for (const each of [...plugged]) each.unplug();
      rmSync(folder, { recursive: true });
    },
  };
}
