import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDecoder } from '../../../main/printing/picture/decoder/decoder.ts';
import { EPSON_CHINESE } from '../../../main/printing/picture/decoder/models.ts';
import type { Strip } from '../../../main/printing/picture/decoder/print-head.ts';
import { bytes, CUT, INIT, qrCode, raster } from './escpos.ts';

function paperOf(pieces: readonly Uint8Array[]): Strip[] {
  const strips: Strip[] = [];
  const decoder = createDecoder({ model: EPSON_CHINESE, onStrip: (strip) => strips.push(strip) });
  for (const piece of pieces) decoder.push(piece);
  decoder.end();
  return strips;
}

function split(stream: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (stream.length + 1)).toSorted((a, b) => a - b), stream.length];
  return places.slice(1).map((end, index) => stream.subarray(places[index], end));
}

const TICKET = bytes(
  INIT,
  '\x1ba\x01\x1d!\x55A043\n\x1d!\x00\x1bt\x12\x9d\xa2d\xab\n\x1c&\xb1\xb1\x1c.\n',
  qrCode('https://example.org'),
  raster(3, 5, [16, 4, 4, 0x1b, 0x40, 10, 29, 86, 0, 1, 2, 3, 16, 20, 8]),
  '\x1bz\x07\x1bt\xc8\x1dk\x04ABC\x00\x1d(H\x06\x00000001',
  CUT,
  'next\n\x1dv0',
);

describe('ugly pieces', () => {
  it('give the same paper however the stream is torn', () => {
    const whole = paperOf([TICKET]);
    expect(whole.map((strip) => strip.cut)).toEqual(['partial', 'torn']);
    fc.assert(
      fc.property(fc.array(fc.nat(TICKET.length), { maxLength: 40 }), (cuts) => {
        expect(paperOf(split(TICKET, cuts))).toEqual(whole);
      }),
      { numRuns: 60 },
    );
    expect(paperOf(Array.from(TICKET, (byte) => Uint8Array.of(byte)))).toEqual(whole);
  });

  it('never break the reader, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(300)), (noise, cuts) => {
        expect(paperOf(split(noise, cuts))).toEqual(paperOf([noise]));
      }),
      { numRuns: 200 },
    );
  });
});
