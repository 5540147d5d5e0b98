/**
 * Voice of eSpeak NG (1.50 and newer).
 *
 * It needs no network and supports some hundred languages. The program runs once per text, without a shell, with the
 * text on standard input, so that no text is taken for an option.
 */
import { shippedReaders } from './reading/readers.ts';
import { programRunner, type SpeechProgram } from './run-program.ts';

const PROGRAM = 'espeak-ng';
/** Words per minute at rate 1, its default. */
const WORDS_PER_MINUTE = 175;
const SLOWEST = 80;
const FASTEST = 450;
/**
 * Voices named differently from their language. The voice `cmn` parses Chinese correctly, but pronounces it by English
 * rules.
 */
const NAMED_APART: Readonly<Record<string, string>> = { zh: 'cmn-latn-pinyin', cmn: 'cmn-latn-pinyin' };
const never = new AbortController().signal;

/** @param readers of languages that it cannot read in their ordinary spelling */
export function espeak(program = PROGRAM, readers = shippedReaders()): SpeechProgram {
  const speaker = programRunner(program);
  let known: Promise<ReadonlyMap<string, string>> | null = null;

  /** Voices by language tag. Retried without a response, because the program can be installed meanwhile. */
  async function voices(): Promise<ReadonlyMap<string, string>> {
    known ??= speaker.run(['--voices'], '', never).then((list) => readVoices(String(list ?? '')));
    const found = await known;
    if (found.size === 0) known = null;
    return found;
  }

  return {
    async languages(wanted) {
      const all = await voices();
      const can = await Promise.all(
        wanted.map(async (language) => {
          if (voiceFor(all, language) === null) return false;
          return (await readers.get(baseOf(language))?.isReady()) ?? true;
        }),
      );
      return wanted.filter((_, at) => can[at]);
    },
    async say({ text, language, rate }, signal) {
      const voice = voiceFor(await voices(), language);
      if (voice === null || text.trim() === '') return null;
      const reader = readers.get(baseOf(language));
      const readable = reader === undefined ? text : await reader.read(text, signal);
      if (readable === null || readable === '') return null;
      const speed = Math.round(Math.min(FASTEST, Math.max(SLOWEST, WORDS_PER_MINUTE * rate)));
      return speaker.run(['--stdin', '--stdout', '-b', '1', '-v', voice, '-s', String(speed)], readable, signal);
    },
    close() {
      speaker.close();
      for (const reader of readers.values()) reader.close();
    },
  };
}

/** ` 5  cmn  --/M  Chinese_(Mandarin)  sit/cmn  (zh-cmn 5)(zh 5)`: its own tag first, then those it also covers. */
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

/** Voice of the region, else of the language; null without one. */
function voiceFor(all: ReadonlyMap<string, string>, language: string): string | null {
  const tag = language.replaceAll('_', '-').toLowerCase();
  const base = baseOf(language);
  const apart = NAMED_APART[base];
  return (apart === undefined ? (all.get(tag) ?? all.get(base)) : all.get(apart)) ?? null;
}

function baseOf(language: string): string {
  return language.split(/[-_]/)[0]?.toLowerCase() ?? language;
}
