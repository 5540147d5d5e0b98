import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOf, fromRealTime, statusOf } from '../../main/printing/device-state.ts';
import {
  createStatusParser,
  ID_NUMBERS,
  ID_SIGNS,
  idSigns,
  type PrinterMessage,
} from '../../main/printing/escpos/status-parser.ts';

function parse(...chunks: readonly (readonly number[])[]): PrinterMessage[] {
  const parser = createStatusParser();
  return chunks.flatMap((chunk) => [...parser.push(Uint8Array.from(chunk))]);
}

const PROCESS_ID = [0x37, 0x22, 0x51, 0x31, 0x33, 0x31, 0x00];
const PAPER_OUT = [0x18, 0x00, 0x0c, 0x00];

describe('what a printer says', () => {
  it.each<[string, readonly number[], PrinterMessage]>([
    ['an answer to DLE EOT', [0x12], { kind: 'real-time', byte: 0x12 }],
    ['the same with the drawer open', [0x16], { kind: 'real-time', byte: 0x16 }],
    ['paper end by DLE EOT 4', [0x7e], { kind: 'real-time', byte: 0x7e }],
    ['automatic status', PAPER_OUT, { kind: 'automatic', bytes: [0x18, 0, 0x0c, 0] }],
    ['an answer to GS r', [0x0c], { kind: 'transmitted', byte: 0x0c }],
    ['a process id', PROCESS_ID, { kind: 'process-id', id: 'Q131' }],
    ['that it was switched on', [0x3b, 0x31, 0x00], { kind: 'started' }],
    ['cleared buffers', [0x37, 0x25, 0x00], { kind: 'cleared' }],
    ['a text about itself', [0x5f, 0x45, 0x00], { kind: 'identity', text: 'E' }],
    ['some other block', [0x3d, 0x45, 0x00], { kind: 'other' }],
    ['XOFF', [0x13], { kind: 'hold' }],
    ['XON', [0x11], { kind: 'go-on' }],
  ])('%s', (_name, bytes, said) => {
    expect(parse(bytes)).toEqual([said]);
  });

  it('comes in pieces of any size', () => {
    const stream = [...PAPER_OUT, ...PROCESS_ID, 0x12, 0x0c, 0x37, 0x25, 0x00, 0x10, 0x00, 0x00, 0x00];
    const whole = parse(stream);
    expect(whole.map(({ kind }) => kind)).toEqual([
      'automatic',
      'process-id',
      'real-time',
      'transmitted',
      'cleared',
      'automatic',
    ]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: stream.length })), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
        expect(parse(...at.slice(1).map((end, index) => stream.slice(at[index], end)))).toEqual(whole);
      }),
    );
  });

  it('has XOFF and XON anywhere, also inside', () => {
    expect(parse([0x18, 0x13, 0x00, 0x11, 0x0c, 0x00])).toEqual([
      { kind: 'hold' },
      { kind: 'go-on' },
      { kind: 'automatic', bytes: [0x18, 0, 0x0c, 0] },
    ]);
    expect(parse([0x37, 0x22, 0x51, 0x13, 0x31, 0x33, 0x31, 0x00]).at(-1)).toEqual({ kind: 'process-id', id: 'Q131' });
  });

  it('may be said in the middle of a process id', () => {
    const [head, kind, ...rest] = PROCESS_ID;
    const inside = [0x18, ...rest.slice(0, 1), 0x00, ...rest.slice(1, 3), 0x0c, 0x16, ...rest.slice(3, 4), 0x00];
    expect(parse([head ?? 0, kind ?? 0, ...inside, ...rest.slice(4)])).toEqual([
      { kind: 'real-time', byte: 0x16 },
      { kind: 'process-id', id: 'Q131' },
      { kind: 'automatic', bytes: [0x18, 0, 0x0c, 0] },
    ]);
  });

  it('is never taken out of the signs of a torn process id', () => {
    const signs = [...ID_SIGNS].map((sign) => sign.charCodeAt(0));
    expect(new Set(parse(signs).map(({ kind }) => kind))).toEqual(new Set(['other']));
    expect(new Set(ID_SIGNS).size).toBe(16);
    expect(new Set(Array.from({ length: ID_NUMBERS }, (_, number) => idSigns(number))).size).toBe(ID_NUMBERS);
  });

  it('is understood again after bytes were lost', () => {
    expect(parse([0x10, 0x00], PAPER_OUT).at(-1)).toMatchObject({ kind: 'automatic', bytes: [0x18, 0, 0x0c, 0] });
    expect(parse([0x37, 0x22, 0x51], [0x18, 0x00, 0x0c, 0x00]).at(-1)).toMatchObject({ kind: 'automatic' });
  });

  it('is never waited for after garbage', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (garbage) => {
        const parser = createStatusParser();
        parser.push(garbage);
        // The end of whatever the garbage began, then a true word.
        parser.push(Uint8Array.of(0xff, 0x00));
        const said = [...parser.push(Uint8Array.from(PAPER_OUT)), ...parser.push(Uint8Array.from(PROCESS_ID))];
        expect(said.at(-1)).toEqual({ kind: 'process-id', id: 'Q131' });
      }),
    );
  });
});

describe('how the printer is', () => {
  it.each([
    ['without paper', fromRealTime([0x1a, 0x32, 0x12, 0x72]), { kind: 'no-paper' }],
    ['open', fromRealTime([0x1a, 0x16, 0x12, 0x12]), { kind: 'cover-open' }],
    ['fine, with a drawer', fromRealTime([0x16, 0x12, 0x12, 0x12]), { kind: 'ready', paperLow: false, confirms: true }],
    ['low', fromRealTime([0x12, 0x12, 0x12, 0x1e]), { kind: 'ready', paperLow: true, confirms: true }],
    ['feeding by hand', fromRealTime([0x1a, 0x1a, 0x12, 0x12]), { kind: 'ready', paperLow: false, confirms: true }],
  ])('%s', (_name, state, status) => {
    expect(statusOf(state, state.nearEnd, true)).toEqual(status);
  });

  it.each([
    ['cutter', fromRealTime([0x1a, 0x12, 0x1a, 0x12]), 'cutter'],
    ['beyond repair', fromRealTime([0x1a, 0x12, 0x32, 0x12]), 'fault'],
    ['too hot', fromRealTime([0x1a, 0x12, 0x52, 0x12]), 'fault'],
    ['switched offline', fromRealTime([0x1a, 0x12, 0x12, 0x12]), 'fault'],
  ])('%s', (_name, state, reason) => {
    expect(faultOf(state)?.reason).toBe(reason);
  });
});
