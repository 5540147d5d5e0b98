import { writeWav } from '../../scripts/lib/voice-sound.mjs';

const RATE = 8_000;

/** A WAV file with a quiet tone of this length, in place of a recorded word. */
export function toneOf(ms: number): Buffer {
  const count = Math.round((RATE * ms) / 1000);
  return writeWav({ rate: RATE, samples: Float64Array.from({ length: count }, (_, at) => 0.09 * Math.sin(at / 3)) });
}
