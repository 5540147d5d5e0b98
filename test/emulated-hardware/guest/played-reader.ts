/** In the laboratory: a device that types, which the kernel plays (uinput). */
import { closeSync, openSync, writeSync } from 'node:fs';
import { libc } from '../../../main/lib/libc.ts';

/** Calls of linux/uinput.h. */
const UI_SET_EVBIT = 0x40045564;
const UI_SET_KEYBIT = 0x40045565;
const UI_DEV_SETUP = 0x405c5503;
const UI_DEV_CREATE = 0x5501;
const UI_DEV_DESTROY = 0x5502;
const [EV_SYN, EV_KEY] = [0, 1];

type Ioctl = (fd: number, request: number, type: string, value: unknown) => number;
const ioctl = libc().func('int ioctl(int fd, unsigned long request, ...)') as unknown as Ioctl;

/** @param vendor of USB, as `product` */
export function plugIn(vendor: number, product: number) {
  const fd = openSync('/dev/uinput', 'w');
  for (const type of [EV_SYN, EV_KEY]) ioctl(fd, UI_SET_EVBIT, 'int', type);
  for (let key = 1; key < 128; key++) ioctl(fd, UI_SET_KEYBIT, 'int', key);
  const about = Buffer.alloc(92);
  about.writeUInt16LE(vendor, 2);
  about.writeUInt16LE(product, 4);
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
