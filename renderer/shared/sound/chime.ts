/** The chime before a call: three soft notes, rising, made by code. Each is a sine with a little of its octave. */

/** Frequency in Hz (E5, A5, C♯6: the upward half of an A major chord), and when it begins, in seconds. */
const NOTES: readonly (readonly [number, number])[] = [
  [659.26, 0],
  [880, 0.16],
  [1108.73, 0.32],
];
const RING_SECONDS = 0.55;
const ATTACK_SECONDS = 0.012;
const PEAK = 0.32;

/** Under a second. */
export const CHIME_SECONDS = 0.32 + RING_SECONDS;

/** Plays it on `out` from now on. */
export function playChime(context: BaseAudioContext, out: AudioNode): void {
  const start = context.currentTime + 0.02;
  for (const [frequency, after] of NOTES) {
    for (const [times, share] of [
      [1, 1],
      [2, 0.18],
    ] as const) {
      const at = start + after;
      const tone = context.createOscillator();
      const envelope = context.createGain();
      tone.frequency.value = frequency * times;
      envelope.gain.setValueAtTime(0, at);
      envelope.gain.linearRampToValueAtTime(PEAK * share, at + ATTACK_SECONDS);
      envelope.gain.exponentialRampToValueAtTime(0.0001, at + RING_SECONDS);
      tone.connect(envelope).connect(out);
      tone.start(at);
      tone.stop(at + RING_SECONDS);
    }
  }
}
