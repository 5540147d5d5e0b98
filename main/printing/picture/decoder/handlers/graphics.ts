/** Handlers of picture commands. */
import { type Bits, blankBits, enlarge, inkWidth, setBit } from '../marks.ts';
import type { PrintHead } from '../print-head.ts';
import { atLineStart, badArgument, byteAt, choice, type Handlers, wordAt } from './handler.ts';

function printBits(head: PrintHead, bits: Bits): void {
  head.printBlock(bits.width, bits.height, inkWidth(bits), (x, y) => ({ kind: 'raster', x, y, bits }));
}

/** `ESC *`: columns of 8 or 24 dots, top dot first. */
function columns(bytes: Uint8Array): Bits {
  const mode = byteAt(bytes, 2);
  const width = wordAt(bytes, 3);
  const height = mode >= 32 ? 24 : 8;
  const bits = blankBits(width, height);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) {
      const byte = byteAt(bytes, 5 + x * (height / 8) + (y >> 3));
      if (byte & (0x80 >> (y & 7))) setBit(bits, x, y);
    }
  }
  // The head has 24 dots where modes 0 and 1 give 8; the even modes give half the dots across.
  return enlarge(bits, mode % 32 === 0 ? 2 : 1, height === 8 ? 3 : 1);
}

/** Function 112: stores a raster picture in the print buffer; `bytes` begins at the function's `m`. */
function store(head: PrintHead, bytes: Uint8Array, whole: Uint8Array): void {
  const tone = byteAt(bytes, 2);
  const [bx, by, color] = [byteAt(bytes, 3), byteAt(bytes, 4), byteAt(bytes, 5)];
  const [width, height] = [wordAt(bytes, 6), wordAt(bytes, 8)];
  const data = bytes.subarray(10);
  if (tone !== 48) {
    head.fault('unsupported', 'graphics in grey tones');
    return;
  }
  if (bx < 1 || bx > 2 || by < 1 || by > 2 || color !== 49) {
    badArgument(head, whole, 'graphics scale or colour');
    return;
  }
  if (width === 0 || height === 0 || data.length !== Math.ceil(width / 8) * height) {
    head.fault('bad-length', `${data.length} bytes for graphics of ${width} by ${height} dots`);
    return;
  }
  head.mode.storedImage = enlarge({ width, height, data }, bx, by);
}

function graphics(head: PrintHead, bytes: Uint8Array, whole: Uint8Array): void {
  const fn = byteAt(bytes, 1);
  if (bytes.length < 2 || byteAt(bytes, 0) !== 48) {
    badArgument(head, whole, 'graphics function');
    return;
  }
  if (fn === 112) {
    store(head, bytes, whole);
    return;
  }
  if (fn !== 50 && fn !== 2) {
    head.fault('unsupported', `graphics function ${fn}`);
    return;
  }
  const stored = head.mode.storedImage;
  if (stored === null) {
    head.fault('bad-argument', 'graphics printed that were never stored');
    return;
  }
  if (!atLineStart(head, whole, 'GS ( L print')) return;
  head.mode.storedImage = null;
  printBits(head, stored);
}

/** Handlers by command name. */
export const GRAPHICS: Handlers = {
  'GS v 0'(head, bytes) {
    const mode = choice(bytes, 3, 3);
    const [width, height] = [wordAt(bytes, 4) * 8, wordAt(bytes, 6)];
    if (mode === null) {
      badArgument(head, bytes, 'raster mode is 0 to 3');
      return;
    }
    if (width === 0 || height === 0) {
      badArgument(head, bytes, 'a raster without size');
      return;
    }
    if (!atLineStart(head, bytes, 'GS v 0')) return;
    const bits = { width, height, data: bytes.subarray(8) };
    printBits(head, enlarge(bits, mode & 1 ? 2 : 1, mode & 2 ? 2 : 1));
  },
  'ESC *'(head, bytes) {
    const bits = columns(bytes);
    if (bits.width === 0) {
      badArgument(head, bytes, 'a bit image without columns');
      return;
    }
    head.putImage(bits);
  },
  'GS ( L': (head, bytes) => graphics(head, bytes.subarray(5), bytes),
  'GS 8 L': (head, bytes) => graphics(head, bytes.subarray(7), bytes),
};
