/**
 * Makes the words that displays say where a computer has no voice of its own: assets/voice/<language>/<word>.mp3. Run
 * it after a change in assets/locales/<language>/voice.mjs: `node scripts/record-voice.mjs [language …]`. Needs Debian, for
 * eSpeak NG and LAME; the same versions of them make the same files again.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDebianPackages } from './lib/debian.mjs';
import { ROOT, say } from './lib/prepare.mjs';
import { framed, levelled, loudnessOf, peakOf, readWav, secondsOf, trimmed, writeWav } from './lib/voice-sound.mjs';

const FOLDER = join(ROOT, 'assets', 'voice');
const LOCALES = join(ROOT, 'assets', 'locales');
const recipe = (language) => join(LOCALES, language, 'voice.mjs');
/** Words a minute; the program's own 175 is too quick for a hall that echoes. */
const SPEED = 155;
const PITCH = 42;
const LOUDNESS_DB = -19;
const PEAK_DB = -2;
/** What a decoded file may be off by; MP3 is not exact. */
const LOUDNESS_TOLERANCE_DB = 1.5;
const SECONDS = { least: 0.1, most: 2 };

function output(command, args, input) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { input, maxBuffer: 64 * 1024 * 1024 });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

function spokenBy(voice, { text, isOpening = false }) {
  // A comma keeps the voice up.
  const line = isOpening ? `${text},` : text;
  return readWav(
    output('espeak-ng', ['-v', voice, '-s', String(SPEED), '-p', String(PITCH), '-a', '80', '--stdout', line]),
  );
}

/** Not at a constant rate, nor through a pipe: then the file would not say how much silence MP3 has put around the word. */
const LAME = [
  '--silent',
  '-m',
  'm',
  '--abr',
  '20',
  '-b',
  '8',
  '-B',
  '24',
  '--resample',
  '16',
  '--lowpass',
  '7.2',
  '-q',
  '0',
];

function encode(sound, file) {
  output('lame', [...LAME, '-', file], writeWav(sound));
}

function decoded(file) {
  return readWav(output('lame', ['--silent', '--mp3input', '--decode', file, '-']));
}

/** Everything that would be heard as a fault. */
function faultsOf(sound) {
  const seconds = secondsOf(sound);
  const off = Math.abs(loudnessOf(sound) - LOUDNESS_DB);
  return [
    seconds < SECONDS.least || seconds > SECONDS.most ? `takes ${seconds.toFixed(2)} s` : '',
    off > LOUDNESS_TOLERANCE_DB ? `is ${off.toFixed(1)} dB off` : '',
    peakOf(sound) > -0.1 ? 'is clipped' : '',
  ].filter((fault) => fault !== '');
}

const wanted =
  process.argv.length > 2
    ? process.argv.slice(2)
    : readdirSync(LOCALES).filter((language) => existsSync(recipe(language)));
const unknown = wanted.filter((language) => !existsSync(recipe(language)));
if (unknown.length > 0) {
  say(`No pronunciation for: ${unknown.map((each) => relative(ROOT, recipe(each))).join(', ')}`);
  process.exit(1);
}

await ensureDebianPackages([
  { file: '/usr/bin/espeak-ng', package: 'espeak-ng' },
  { file: '/usr/bin/lame', package: 'lame' },
]);

let bytes = 0;
let wrong = 0;
for (const language of wanted) {
  const { voice, phrase, words } = (await import(pathToFileURL(recipe(language)).href)).default;
  const folder = join(FOLDER, language);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'phrase.txt'), `${phrase}\n`);
  let seconds = 0;
  let size = 0;
  for (const word of words) {
    const said = trimmed(spokenBy(word.voice ?? voice, word));
    const sound = framed(levelled(said, LOUDNESS_DB, PEAK_DB), word.before ?? 0, word.after ?? 0);
    const file = join(folder, `${word.name}.mp3`);
    encode(sound, file);
    const heard = decoded(file);
    for (const fault of faultsOf(heard)) {
      wrong += 1;
      say(`${language}/${word.name} ${fault}`);
    }
    seconds += secondsOf(heard);
    size += statSync(file).size;
  }
  bytes += size;
  say(
    `${language}: ${words.length} words, ${(seconds / words.length).toFixed(2)} s each, ${Math.round(size / 1000)} kB`,
  );
}
say(`${Math.round(bytes / 1000)} kB altogether.`);
if (wrong > 0) process.exitCode = 1;
