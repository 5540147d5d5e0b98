/**
 * eSpeak NG (1.50 and newer, Debian's package `espeak-ng`): a voice that needs no network, for some hundred languages. The program is
 * started once for each thing that is said, without a shell, and gets the text by its input, so that no text is ever an option of it.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { SpeechProgram } from './speech-program.ts';

const PROGRAM = 'espeak-ng';
/** Words a minute at a rate of 1: its own. */
const WORDS_PER_MINUTE = 175;
const SLOWEST = 80;
const FASTEST = 450;
/**
 * Languages that it says so that nobody understands them, as they are written: of Japanese it knows kana alone and says "Chinese letter" for
 * the rest; of Arabic and Hebrew it says the vowels that are written, which are few.
 */
const NOT_UNDERSTOOD: ReadonlySet<string> = new Set(['ar', 'he', 'ja']);
/** Its voices that have another name than their language. The one called `cmn` reads Chinese aright, and then says it by the rules of English. */
const NAMED_APART: Readonly<Record<string, string>> = { zh: 'cmn-latn-pinyin', cmn: 'cmn-latn-pinyin' };

/** A long sentence takes a tenth of a second; a machine that is this busy has none to spare for speech. */
const PATIENCE_MS = 5_000;
/** Two minutes of its sound. */
const MOST_BYTES = 6 * 1024 * 1024;

export function espeak(program = PROGRAM): SpeechProgram {
  const running = new Set<ChildProcessByStdio<Writable, Readable, null>>();
  let known: Promise<ReadonlyMap<string, string>> | null = null;

  /** Null when it is not there, fails, takes too long or says too much. */
  function output(args: readonly string[], input: string, signal: AbortSignal): Promise<Buffer | null> {
    return new Promise((resolve) => {
      const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
      const parts: Buffer[] = [];
      let size = 0;
      const end = (sound: Buffer | null): void => {
        clearTimeout(deadline);
        signal.removeEventListener('abort', stop);
        running.delete(child);
        if (sound === null) child.kill('SIGKILL');
        resolve(sound);
      };
      const stop = (): void => end(null);
      const deadline = setTimeout(stop, PATIENCE_MS);
      running.add(child);
      signal.addEventListener('abort', stop);
      child.on('error', stop);
      child.stdin.on('error', () => undefined);
      child.stdout.on('data', (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size > MOST_BYTES) stop();
      });
      child.on('close', (code) => end(code === 0 ? Buffer.concat(parts) : null));
      if (signal.aborted) stop();
      else child.stdin.end(input);
    });
  }

  /** From the tag of a language to the name of its voice. Asked again as long as there is no answer: it may be installed meanwhile. */
  async function voices(): Promise<ReadonlyMap<string, string>> {
    known ??= output(['--voices'], '', new AbortController().signal).then((list) => readVoices(String(list ?? '')));
    const found = await known;
    if (found.size === 0) known = null;
    return found;
  }

  return {
    async languages(wanted) {
      const all = await voices();
      return wanted.filter((language) => voiceFor(all, language) !== null);
    },
    async say({ text, language, rate }, signal) {
      const voice = voiceFor(await voices(), language);
      if (voice === null || text.trim() === '') return null;
      const speed = Math.round(Math.min(FASTEST, Math.max(SLOWEST, WORDS_PER_MINUTE * rate)));
      return output(['--stdin', '--stdout', '-b', '1', '-v', voice, '-s', String(speed)], text, signal);
    },
    close() {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}

/** ` 5  cmn  --/M  Chinese_(Mandarin)  sit/cmn  (zh-cmn 5)(zh 5)`: its own tag first, then those that it stands in for. */
function readVoices(list: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const rows = list
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/));
  for (const [, tag] of rows) if (tag !== undefined) found.set(tag.toLowerCase(), tag);
  for (const [, tag, , , , ...others] of rows) {
    const also = others.join(' ').matchAll(/\(([a-z-]+) \d+\)/gi);
    for (const [, other = ''] of also) if (tag !== undefined && !found.has(other)) found.set(other, tag);
  }
  return found;
}

/** The voice of the region, else of the language; null where there is none that can be understood. */
function voiceFor(all: ReadonlyMap<string, string>, language: string): string | null {
  const tag = language.replaceAll('_', '-').toLowerCase();
  const base = tag.split('-')[0] ?? tag;
  if (NOT_UNDERSTOOD.has(base)) return null;
  const apart = NAMED_APART[base];
  return (apart === undefined ? (all.get(tag) ?? all.get(base)) : all.get(apart)) ?? null;
}
