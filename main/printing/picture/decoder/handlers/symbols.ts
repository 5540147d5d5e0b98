/** Handlers of QR codes and barcodes. */
import { encode } from 'uqr';
import { barsBitmap, code128Bars, START_A, START_B, START_C } from '../../../code-128.ts';
import { blankBits, enlarge, setBit } from '../marks.ts';
import type { PrintHead } from '../print-head.ts';
import { badArgument, byteAt, type Handlers, wordAt } from './handler.ts';

const LEVELS = ['L', 'M', 'Q', 'H'] as const;

const BARCODES = ['UPC-A', 'UPC-E', 'EAN-13', 'EAN-8', 'CODE39', 'ITF', 'CODABAR', 'CODE93', 'CODE128', 'GS1-128'];

function contentOf(data: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data);
  } catch {
    return Buffer.from(data).toString('latin1');
  }
}

function printQr(head: PrintHead): void {
  const { qrData, qrModule, qrLevel } = head.mode;
  if (qrData === null) {
    head.fault('bad-argument', 'a QR code printed that was never stored');
    return;
  }
  if (!head.lineIsEmpty) head.printLine();
  const symbol = encode(Array.from(qrData), { ecc: qrLevel, boostEcc: false, border: 0 });
  const modules = blankBits(symbol.size, symbol.size);
  for (const [y, row] of symbol.data.entries()) {
    for (const [x, dark] of row.entries()) if (dark) setBit(modules, x, y);
  }
  const bits = enlarge(modules, qrModule, qrModule);
  if (bits.width > head.area) {
    head.fault('beyond-paper', `a QR code of ${bits.width} dots on ${head.area}; printers leave it out`);
    return;
  }
  const content = contentOf(qrData);
  head.printBlock(bits.width, bits.height, bits.width, (x, y) => ({
    kind: 'qr',
    x,
    y,
    content,
    modules: symbol.size,
    bits,
  }));
}

/** Longest content of a QR code in bytes, at level L. */
const MAX_QR_BYTES = 2953;

function storeQr(head: PrintHead, bytes: Uint8Array): void {
  const data = bytes.slice(8);
  if (byteAt(bytes, 7) !== 48) {
    badArgument(head, bytes, 'QR data');
    return;
  }
  if (data.length === 0 || data.length > MAX_QR_BYTES) {
    head.fault('bad-length', `${data.length} bytes for a QR code`);
    return;
  }
  head.mode.qrData = data;
}

function qr(head: PrintHead, bytes: Uint8Array): void {
  const [fn, n] = [byteAt(bytes, 6), byteAt(bytes, 7)];
  const expected: Readonly<Record<number, number>> = { 65: 4, 67: 3, 69: 3, 81: 3, 82: 3 };
  if (expected[fn] !== undefined && expected[fn] !== wordAt(bytes, 3)) {
    head.fault('bad-length', `QR function ${fn} with a length of ${wordAt(bytes, 3)}`);
    return;
  }
  switch (fn) {
    case 65:
      if (n < 49 || n > 51 || byteAt(bytes, 8) !== 0) {
        badArgument(head, bytes, 'QR model');
        return;
      }
      head.mode.qrModel = n;
      return;
    case 67:
      if (n < 1 || n > 16) {
        badArgument(head, bytes, 'QR module size is 1 to 16');
        return;
      }
      head.mode.qrModule = n;
      return;
    case 69: {
      const level = LEVELS[n - 48];
      if (level === undefined) {
        badArgument(head, bytes, 'QR error correction level');
        return;
      }
      head.mode.qrLevel = level;
      return;
    }
    case 80:
      storeQr(head, bytes);
      return;
    case 81:
      if (n === 48) printQr(head);
      else badArgument(head, bytes, 'QR print');
      return;
    default:
      head.fault('unsupported', `QR function ${fn}`);
      return;
  }
}

function barcode(head: PrintHead, bytes: Uint8Array): void {
  const kind = byteAt(bytes, 2);
  const data = kind >= 65 ? bytes.subarray(4) : bytes.subarray(3, -1);
  const system = BARCODES[kind >= 65 ? kind - 65 : kind];
  if (system === undefined) {
    head.fault('unsupported', `barcode system ${kind}`);
    return;
  }
  if (data.length === 0) {
    badArgument(head, bytes, 'a barcode without content');
    return;
  }
  if (!head.lineIsEmpty) head.printLine();
  const { barcodeHeight: height, barcodeModule } = head.mode;
  if (system === 'CODE128') {
    printCode128(head, bytes, data);
    return;
  }
  // Draws an outline only: about eleven modules per character, and three characters for the frame.
  const width = (data.length + 3) * 11 * barcodeModule;
  const content = Buffer.from(data).toString('latin1');
  head.printBlock(width, height, width, (x, y) => ({
    kind: 'barcode',
    x,
    y,
    width,
    height,
    system,
    content,
    bits: null,
  }));
}

/** Data of `GS k 73` as symbol characters, start character first, and as decoded text. */
interface Code128Data {
  readonly values: readonly number[];
  readonly content: string;
}

type CodeSet = 'A' | 'B' | 'C';

const BRACE = 0x7b;

const STARTS: Readonly<Record<CodeSet, number>> = { A: START_A, B: START_B, C: START_C };

/** Value that switches to a code set. */
const CHANGES: Readonly<Record<CodeSet, number>> = { A: 101, B: 100, C: 99 };

const isCodeSet = (sign: string): sign is CodeSet => sign === 'A' || sign === 'B' || sign === 'C';

function symbolValue(byte: number, set: CodeSet): number | null {
  if (set === 'C') return byte <= 99 ? byte : null;
  if (set === 'A' && byte < 0x20) return byte + 64;
  const last = set === 'A' ? 0x5f : 0x7f;
  return byte >= 0x20 && byte <= last ? byte - 0x20 : null;
}

/** Null for data that a printer rejects: no initial code set, or a character that the current set lacks. */
export function readCode128(data: Uint8Array): Code128Data | null {
  const values: number[] = [];
  let content = '';
  let set: CodeSet | null = null;
  for (let at = 0; at < data.length; at++) {
    const byte = data[at] ?? 0;
    const next = String.fromCodePoint(data[at + 1] ?? 0);
    if (byte === BRACE && next !== '{') {
      // Shift and function characters are not supported.
      if (!isCodeSet(next)) return null;
      values.push(set === null ? STARTS[next] : CHANGES[next]);
      set = next;
      at += 1;
      continue;
    }
    if (byte === BRACE) at += 1;
    const value: number | null = set === null ? null : symbolValue(byte, set);
    if (value === null) return null;
    values.push(value);
    content += set === 'C' ? String(byte).padStart(2, '0') : String.fromCodePoint(byte);
  }
  return values.length < 2 ? null : { values, content };
}

function printCode128(head: PrintHead, bytes: Uint8Array, data: Uint8Array): void {
  const read = readCode128(data);
  if (read === null) {
    badArgument(head, bytes, 'Code 128 data');
    return;
  }
  const bits = barsBitmap(code128Bars(read.values), head.mode.barcodeModule, head.mode.barcodeHeight, [0, 0]);
  const { width, height } = bits;
  if (width > head.area) {
    head.fault('beyond-paper', `a bar code of ${width} dots on ${head.area}; printers leave it out`);
    return;
  }
  head.printBlock(width, height, width, (x, y) => {
    return { kind: 'barcode', x, y, width, height, system: 'CODE128', content: read.content, bits };
  });
}

/** Handlers by command name: QR codes and barcodes. */
export const SYMBOLS: Handlers = {
  'GS ( k'(head, bytes) {
    if (wordAt(bytes, 3) < 2) {
      head.fault('bad-length', 'a symbol command without a function');
      return;
    }
    if (byteAt(bytes, 5) !== 49) {
      head.fault('unsupported', `two-dimensional symbol ${byteAt(bytes, 5)}`);
      return;
    }
    qr(head, bytes);
  },
  'GS k': barcode,
  'GS h'(head, bytes) {
    if (byteAt(bytes, 2) === 0) {
      badArgument(head, bytes, 'barcode height');
      return;
    }
    head.mode.barcodeHeight = byteAt(bytes, 2);
  },
  'GS w'(head, bytes) {
    const n = byteAt(bytes, 2);
    if (n < 1 || n > 6) {
      badArgument(head, bytes, 'barcode module width is 1 to 6');
      return;
    }
    head.mode.barcodeModule = n;
  },
  // Text below a barcode, and its font: not drawn.
  'GS H'() {},
  'GS f'() {},
};
