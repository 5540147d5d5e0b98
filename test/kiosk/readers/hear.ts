/** A sound, as an ear would hear it: how long, how loud, and when. */
import { expect } from 'vitest';

export interface Heard {
  readonly seconds: number;
  /** Before the first and behind the last sound. */
  readonly silenceBefore: number;
  readonly silenceBehind: number;
  /** Of full scale, while it sounds. */
  readonly loudness: number;
  readonly peak: number;
}

/** 16 bits, one channel, as WAV. */
export function hear(wav: Uint8Array | null): Heard {
  if (wav === null) throw new Error('Nothing was said.');
  const bytes = Buffer.from(wav);
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
  const rate = bytes.readUInt32LE(24);
  const start = bytes.indexOf('data') + 8;
  const samples = new Int16Array(
    bytes.subarray(start, start + Math.floor((bytes.length - start) / 2) * 2).slice().buffer,
  );
  const isLoud = (sample: number): boolean => Math.abs(sample) > 300;
  const first = samples.findIndex(isLoud);
  const last = samples.findLastIndex(isLoud);
  const sounding = samples.subarray(first, last + 1);
  const squares = sounding.reduce((sum, sample) => sum + (sample / 32768) ** 2, 0);
  return {
    seconds: samples.length / rate,
    silenceBefore: first / rate,
    silenceBehind: (samples.length - last) / rate,
    loudness: Math.sqrt(squares / sounding.length),
    peak: sounding.reduce((most, sample) => Math.max(most, Math.abs(sample) / 32768), 0),
  };
}
