/** In the laboratory: a card reader that the kernel plays (uinput), heard at its own device. */
import { closeSync, constants, openSync, readdirSync, readSync, writeSync } from 'node:fs';
import { systemClock } from '../../../main/context.ts';
import type { CardReader } from '../../../main/contract/reader.ts';
import { createReader } from '../../../main/devices/create-reader.ts';
import { libc } from '../../../main/libc.ts';
import { tell, until } from './tell.ts';

/** Calls of linux/uinput.h. */
const UI_SET_EVBIT = 0x40045564;
const UI_SET_KEYBIT = 0x40045565;
const UI_DEV_SETUP = 0x405c5503;
const UI_DEV_CREATE = 0x5501;
const UI_DEV_DESTROY = 0x5502;
const [EV_SYN, EV_KEY] = [0, 1];
const ENTER = 28;
const NOBODY = 65_534;

type Ioctl = (fd: number, request: number, type: string, value: unknown) => number;
const ioctl = libc().func('int ioctl(int fd, unsigned long request, ...)') as unknown as Ioctl;

function plugIn() {
  const fd = openSync('/dev/uinput', 'w');
  for (const type of [EV_SYN, EV_KEY]) ioctl(fd, UI_SET_EVBIT, 'int', type);
  for (let key = 1; key < 128; key++) ioctl(fd, UI_SET_KEYBIT, 'int', key);
  const about = Buffer.alloc(92);
  about.writeUInt16LE(0x08ff, 2);
  about.writeUInt16LE(0x0009, 4);
  about.write('Card reader', 8);
  ioctl(fd, UI_DEV_SETUP, 'uint8_t *', about);
  ioctl(fd, UI_DEV_CREATE, 'int', 0);
  const event = (type: number, code: number, value: number): void => {
    const record = Buffer.alloc(24);
    record.writeUInt16LE(type, 16);
    record.writeUInt16LE(code, 18);
    record.writeInt32LE(value, 20);
    writeSync(fd, record);
  };
  return {
    press(...keys: readonly number[]): void {
      for (const key of keys) {
        event(EV_KEY, key, 1);
        event(EV_SYN, 0, 0);
        event(EV_KEY, key, 0);
        event(EV_SYN, 0, 0);
      }
    },
    unplug(): void {
      ioctl(fd, UI_DEV_DESTROY, 'int', 0);
      closeSync(fd);
    },
  };
}

const refused: unknown[] = [];
const log = {
  info() {},
  error() {},
  warn: (event: string, data?: Readonly<Record<string, unknown>>) => {
    if (event === 'reader.card-refused') refused.push(data?.reason);
  },
};

function listen(): { readonly reader: CardReader; readonly cards: string[]; readonly detail: () => string } {
  const made = createReader('evdev:08ff:0009', { clock: systemClock, log });
  if (!made.ok) throw new Error(made.error);
  const cards: string[] = [];
  made.value.onRead((read) => cards.push(read.value.reveal()));
  const detail = (): string => {
    const status = made.value.status();
    return status.kind === 'absent' ? status.detail : '';
  };
  return { reader: made.value, cards, detail };
}

let device = plugIn();
const { reader, cards } = listen();
await until('the reader', () => reader.status().kind === 'ready');
const inputs = readdirSync('/dev/input').filter((name) => name.startsWith('event'));
const others = inputs.map((name) => openSync(`/dev/input/${name}`, constants.O_RDONLY | constants.O_NONBLOCK));
device.press(11, 5, 3, 4, 8, ENTER);
await until('a card', () => cards.length === 1);
tell('card', cards[0]);
tell(
  'othersHeard',
  others.filter((fd) => {
    try {
      return readSync(fd, Buffer.alloc(240)) > 0;
    } catch {
      return false;
    }
  }).length,
);

// Far more than the kernel keeps for whoever reads: it says so, and this card is none.
device.press(...Array.from({ length: 400 }, () => 2), ENTER);
await until('a hole', () => refused.length > 0);
device.press(3, 4, 5, ENTER);
await until('the next card', () => cards.at(-1) === '234');
tell('refused', [...new Set(refused)]);

const second = listen();
await until('the second program', () => second.reader.status().kind === 'absent');
tell('second', second.detail());
await second.reader.close();

device.unplug();
await until('the unplugging', () => reader.status().kind === 'absent');
device = plugIn();
await until('the reader again', () => reader.status().kind === 'ready');
device.press(10, 9, ENTER);
await until('a card again', () => cards.at(-1) === '98');
tell('after', cards.at(-1));
await reader.close();

process.seteuid?.(NOBODY);
const third = listen();
await until('what is forbidden', () => third.reader.status().kind === 'absent');
tell('forbidden', third.detail());
await third.reader.close();
process.exit(0);
