export type Part = string | number | readonly number[] | Uint8Array;

/** Printer bytes written by hand from the command definitions: strings as latin1, numbers as they are. */
export function bytes(...parts: readonly Part[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part, 'latin1');
      return typeof part === 'number' ? Buffer.of(part) : Buffer.from(part);
    }),
  );
}

export const INIT = '\x1b@';
export const CUT = '\x1dVB\x00';

/** `GS ( k`, the QR code of `content`. */
export function qrCode(content: string, module = 6): Uint8Array {
  const data = Buffer.from(content, 'utf8');
  const length = data.length + 3;
  return bytes(
    '\x1d(k\x04\x001A2\x00',
    [0x1d, 0x28, 0x6b, 3, 0, 49, 67, module],
    '\x1d(k\x03\x001E1',
    [0x1d, 0x28, 0x6b, length & 255, length >> 8, 49, 80, 48],
    data,
    '\x1d(k\x03\x001Q0',
  );
}

/** `GS v 0`: a picture of `widthBytes` times 8 by `rows` dots. */
export function raster(widthBytes: number, rows: number, data: readonly number[]): Uint8Array {
  return bytes([0x1d, 0x76, 0x30, 0, widthBytes & 255, widthBytes >> 8, rows & 255, rows >> 8], data);
}
