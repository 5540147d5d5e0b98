// A recorded word as samples: WAV in and out, silence cut off, the same loudness for every word.

/** Mono, 16 bit. */
export function readWav(bytes) {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') throw new Error('This is not a WAV file.');
  let rate = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (name === 'fmt ') rate = bytes.readUInt32LE(at + 12);
    if (name === 'data') {
      // A program that writes to a pipe does not know the size beforehand.
      const end = Math.min(bytes.length, at + 8 + size);
      const samples = new Float64Array((end - at - 8) >> 1);
      for (let i = 0; i < samples.length; i += 1) samples[i] = bytes.readInt16LE(at + 8 + i * 2) / 32_768;
      return { rate, samples };
    }
    at += 8 + size + (size % 2);
  }
  throw new Error('This WAV file contains no samples.');
}

export function writeWav({ rate, samples }) {
  const wav = Buffer.alloc(44 + samples.length * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples.length * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples.length * 2, 40);
  for (let i = 0; i < samples.length; i += 1) {
    wav.writeInt16LE(Math.round(Math.max(-1, Math.min(1, samples[i])) * 32_767), 44 + i * 2);
  }
  return wav;
}

const FRAME_MS = 10;
/** Below its loudest moment: what is softer at either end is silence. */
const SILENCE_DB = -42;
/** Softer moments do not count for how loud a word is. */
const SPEECH_DB = -24;

const decibels = (ratio) => 20 * Math.log10(Math.max(ratio, 1e-9));
const ratioOf = (db) => 10 ** (db / 20);

function frameLevels({ rate, samples }) {
  const length = Math.round((rate * FRAME_MS) / 1000);
  const levels = [];
  for (let from = 0; from < samples.length; from += length) {
    const frame = samples.subarray(from, from + length);
    levels.push(Math.sqrt(frame.reduce((sum, each) => sum + each * each, 0) / frame.length));
  }
  return { length, levels, top: Math.max(...levels) };
}

/** How loud it is while somebody speaks, in dB below full scale. */
export function loudnessOf(sound) {
  const { levels, top } = frameLevels(sound);
  const speech = levels.filter((level) => level > top * ratioOf(SPEECH_DB));
  return decibels(Math.sqrt(speech.reduce((sum, level) => sum + level * level, 0) / speech.length));
}

export function peakOf({ samples }) {
  return decibels(samples.reduce((top, each) => Math.max(top, Math.abs(each)), 0));
}

/** Without the silence at either end. */
export function trimmed(sound) {
  const { rate, samples } = sound;
  const { length, levels, top } = frameLevels(sound);
  const isHeard = (level) => level > top * ratioOf(SILENCE_DB);
  const from = Math.max(0, levels.findIndex(isHeard) - 1) * length;
  const to = (levels.findLastIndex(isHeard) + 2) * length;
  return { rate, samples: samples.slice(from, to) };
}

/** As loud as all the others. Peaks bend softly below full scale. */
export function levelled(sound, loudnessDb, peakDb) {
  const gain = ratioOf(loudnessDb - loudnessOf(sound));
  const top = ratioOf(peakDb);
  const knee = top * 0.7;
  const bent = (value) => knee + (top - knee) * Math.tanh((value - knee) / (top - knee));
  return {
    rate: sound.rate,
    samples: sound.samples.map((each) => {
      const value = Math.abs(each * gain);
      return Math.sign(each) * (value <= knee ? value : bent(value));
    }),
  };
}

/** Begins and ends without a click, with some milliseconds of silence before and after. */
export function framed({ rate, samples }, before, after) {
  const count = (ms) => Math.round((rate * ms) / 1000);
  const fade = count(5);
  const framedSamples = new Float64Array(count(before) + samples.length + count(after));
  samples.forEach((each, at) => {
    const edge = Math.min(at, samples.length - 1 - at);
    framedSamples[count(before) + at] = each * Math.min(1, edge / fade);
  });
  return { rate, samples: framedSamples };
}

export const secondsOf = ({ rate, samples }) => samples.length / rate;
