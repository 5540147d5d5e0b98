/**
 * Search for a reader's Linux input device.
 *
 * By path, `/dev/input/by-id` name, or vendor and product numbers.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../lib/result.ts';

export type InputPlace =
  | { readonly by: 'path'; readonly path: string }
  /** A name in `/dev/input/by-id`, independent of the socket. */
  | { readonly by: 'id'; readonly name: string }
  /** Four lower-case hexadecimal digits each, as shown by `lsusb`; the serial number is optional. */
  | { readonly by: 'numbers'; readonly vendor: string; readonly product: string; readonly serial: string };

/** Folders of the kernel's devices; replaced in tests. */
export interface InputFolders {
  readonly dev: string;
  readonly sys: string;
}

export const INPUT_FOLDERS: InputFolders = { dev: '/dev/input', sys: '/sys/class/input' };

/** Keys that every keyboard has: 1, Q, A, Z, Enter. A reader's other inputs (buttons, volume) lack them. */
const TYPING_KEYS = [2, 16, 30, 44, 28];
const WORD_BITS = 64;

export function nameOfPlace(place: InputPlace): string {
  switch (place.by) {
    case 'path':
      return place.path;
    case 'id':
      return place.name;
    case 'numbers':
      return [place.vendor, place.product, place.serial].filter((part) => part !== '').join(':');
  }
}

/** Whether a sysfs bitmap (hexadecimal words, last one first) has all of the bits. */
export function hasBits(map: string, bits: readonly number[]): boolean {
  const words = map.trim().split(/\s+/).reverse();
  return bits.every((bit) => {
    const word = words[Math.floor(bit / WORD_BITS)] ?? '0';
    return /^[0-9a-f]+$/i.test(word) && ((BigInt(`0x${word}`) >> BigInt(bit % WORD_BITS)) & 1n) === 1n;
  });
}

/** Path of the device at present; the error is for the log. */
export async function findInput(place: InputPlace, folders: InputFolders): Promise<Result<string, string>> {
  if (place.by === 'path') return ok(place.path);
  if (place.by === 'id') return ok(join(folders.dev, 'by-id', place.name));
  const entries = await readdir(folders.sys).catch(() => []);
  const events = entries
    .filter((name) => /^event\d+$/.test(name))
    .sort((a, b) => Number(a.slice('event'.length)) - Number(b.slice('event'.length)));
  for (const name of events) {
    const read = (file: string): Promise<string> =>
      readFile(join(folders.sys, name, 'device', file), 'utf8').then(
        (text) => text.trim(),
        () => '',
      );
    const [vendor, product, serial, keys] = await Promise.all([
      read('id/vendor'),
      read('id/product'),
      read('uniq'),
      read('capabilities/key'),
    ]);
    const isIt = vendor === place.vendor && product === place.product;
    const isRight = isIt && (place.serial === '' || serial === place.serial);
    if (isRight && hasBits(keys, TYPING_KEYS)) return ok(join(folders.dev, name));
  }
  return fail(`no reader ${nameOfPlace(place)} is connected; "lsusb" shows the ids of the connected ones`);
}
