/** In the virtual machine: a card reader emulated by the kernel (uinput), read at its device. */
import { constants, openSync, readdirSync, readSync } from 'node:fs';
import type { CardReader } from '../../../main/kiosk/contract/reader.ts';
import { createReader } from '../../../main/kiosk/readers/create-reader.ts';
import { systemClock } from '../../../main/lib/context.ts';
import { plugIn } from './played-reader.ts';
import { tell, until } from './tell.ts';

const ENTER = 28;
const NOBODY = 65_534;
const READER = [0x08ff, 0x0009] as const;

const refused: unknown[] = [];
const log = {
  info() {},
  error() {},
  warn: (event: string, data?: { readonly reason?: unknown }) => {
    if (event === 'reader.card-rejected') refused.push(data?.reason);
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

let device = plugIn(...READER);
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

// More than the kernel's buffer: it reports an overflow, and this input is not a card.
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
device = plugIn(...READER);
await until('the reader again', () => reader.status().kind === 'ready');
device.press(10, 9, ENTER);
await until('a card again', () => cards.at(-1) === '98');
tell('after', cards.at(-1));
await reader.close();

process.seteuid?.(NOBODY);
const third = listen();
await until('a forbidden device', () => third.reader.status().kind === 'absent');
tell('forbidden', third.detail());
await third.reader.close();
process.exit(0);
