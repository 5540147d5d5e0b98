import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFramer, IDLE_GAP_MS, IDLE_GRACE_MS } from '../../../main/kiosk/readers/framing.ts';
import { manualClock } from './manual-clock.ts';

const SILENCE_MS = IDLE_GAP_MS + IDLE_GRACE_MS;

function framer() {
  const clock = manualClock();
  const frames: string[] = [];
  const dropped: number[] = [];
  const it = createFramer(clock, { frame: (text) => frames.push(text), dropped: (length) => dropped.push(length) });
  const send = (text: string): void => it.push(Buffer.from(text, 'utf8'));
  return { ...it, send, clock, frames, dropped };
}

describe('frames of a serial reader', () => {
  it.each([
    ['CR', '0004A1B2\r0004A1B3\r'],
    ['LF', '0004A1B2\n0004A1B3\n'],
    ['CR LF', '0004A1B2\r\n0004A1B3\r\n'],
    ['STX and ETX', '\x020004A1B2\x03\x020004A1B3\x03'],
    ['STX, CR LF and ETX', '\x020004A1B2\r\n\x03\x020004A1B3\r\n\x03'],
  ])('end with %s, however the bytes are dealt out', (_, text) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: text.length })), (cuts) => {
        const reader = framer();
        const edges = [0, ...[...new Set(cuts)].sort((a, b) => a - b), text.length];
        edges.slice(1).forEach((end, index) => {
          reader.send(text.slice(edges[index], end));
        });
        expect(reader.frames).toEqual(['0004A1B2', '0004A1B3']);
      }),
    );
  });

  it('end with silence when the reader ends them with nothing', () => {
    const reader = framer();
    reader.send('0004');
    reader.clock.advance(IDLE_GAP_MS - 1);
    reader.send('A1B2');
    reader.clock.advance(SILENCE_MS - 1);
    expect(reader.frames).toEqual([]);
    reader.clock.advance(1);
    expect(reader.frames).toEqual(['0004A1B2']);
  });

  it('are not cut when bytes come late because the program itself was busy', () => {
    const reader = framer();
    reader.send('0004');
    reader.clock.advance(IDLE_GAP_MS);
    reader.send('A1B2\r');
    reader.clock.advance(SILENCE_MS);
    expect(reader.frames).toEqual(['0004A1B2']);
  });

  it('begin anew at STX, whatever stood before', () => {
    const reader = framer();
    reader.push(Buffer.from([0xff, 0x00, 0x41, 0x02, 0x42, 0x02, 0x31, 0x32, 0x03]));
    expect(reader.frames).toEqual(['12']);
  });

  it('leave out the checksum that some readers send after ETX', () => {
    const reader = framer();
    reader.send('\x0211112222\x03');
    reader.send('Q');
    reader.clock.advance(SILENCE_MS);
    reader.send('\x0233334444\x03Z');
    reader.clock.advance(SILENCE_MS);
    expect(reader.frames).toEqual(['11112222', '33334444']);
  });

  it('lose their control characters and nothing else', () => {
    const reader = framer();
    reader.push(Buffer.from([0x00, 0x1b, 0x41, 0x07, 0x7f, 0x20, 0x42, 0x0d]));
    reader.send('Čapek ☃\r');
    reader.push(Buffer.from([0x41, 0xe9, 0x0d]));
    expect(reader.frames).toEqual(['A B', 'Čapek ☃', 'Aé']);
  });

  it('are dropped when longer than any card, by their length alone', () => {
    const reader = framer();
    reader.send('x'.repeat(1000));
    reader.send('y'.repeat(5000));
    reader.send('z\r0004A1B2\r');
    expect(reader.frames).toEqual(['0004A1B2']);
    expect(reader.dropped).toEqual([6001]);
  });

  it('are dropped when the end of a framed one never comes', () => {
    const reader = framer();
    reader.send('\x0211112222\x03\x023333');
    reader.clock.advance(SILENCE_MS);
    expect(reader.frames).toEqual(['11112222']);
    expect(reader.dropped).toEqual([4]);
  });

  it('are dropped when cut off, which is what silence means after a frame with an end', () => {
    const reader = framer();
    reader.send('0004A1B2\r0004');
    reader.clock.advance(SILENCE_MS);
    reader.send('0004A1B3\r');
    expect(reader.frames).toEqual(['0004A1B2', '0004A1B3']);
    expect(reader.dropped).toEqual([4]);
  });

  it('are read again after a greeting with an end, from a reader that ends cards with nothing', () => {
    const reader = framer();
    reader.send('Reader 1.0\r\n');
    for (const card of ['00000001', '00000002', '00000003']) {
      reader.send(card);
      reader.clock.advance(SILENCE_MS);
    }
    expect(reader.frames).toEqual(['Reader 1.0', '00000002', '00000003']);
  });

  it('are not made of nothing, nor of what was left when the line was lost', () => {
    const reader = framer();
    reader.send('\r\n\r\n \r\x02\x03');
    reader.send('0004');
    reader.reset();
    reader.send('A1B2\r');
    reader.clock.advance(SILENCE_MS);
    expect(reader.frames).toEqual(['A1B2']);
    expect(reader.clock.pending()).toBe(0);
  });
});
