/**
 * Voice of eSpeak NG (1.50 and newer).
 *
 * A voice that needs no network, for some hundred languages. The program is started once for each thing that is said,
 * without a shell, and gets the text by its input, so that no text is ever an option of it.
 */
import { shippedReaders } from './reading/readers.ts';
import { programRunner, type SpeechProgram } from './run-program.ts';

const PROGRAM = 'espeak-ng';
/** Words a minute at a rate of 1: its own. */
const WORDS_PER_MINUTE = 175;
const SLOWEST = 80;
const FASTEST = 450;
/** Its voices that have another name than their language. The one called `cmn` reads Chinese aright, and then says it by the rules of English. */
const NAMED_APART: Readonly<Record<string, string>> = { zh: 'cmn-latn-pinyin', cmn: 'cmn-latn-pinyin' };
const never = new AbortController().signal;

/** @param readers of languages that it cannot read as they are written */
export function espeak(program = PROGRAM, readers = shippedReaders()): SpeechProgram {
  const speaker = programRunner(program);
  let known: Promise<ReadonlyMap<string, string>> | null = null;

  /** From the tag of a language to the name of its voice. Asked again as long as there is no answer: it may be installed meanwhile. */
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

/** The voice of the region, else of the language; null where there is none. */
function voiceFor(all: ReadonlyMap<string, string>, language: string): string | null {
  const tag = language.replaceAll('_', '-').toLowerCase();
  const base = baseOf(language);
  const apart = NAMED_APART[base];
  return (apart === undefined ? (all.get(tag) ?? all.get(base)) : all.get(apart)) ?? null;
}

function baseOf(language: string): string {
  return language.split(/[-_]/)[0]?.toLowerCase() ?? language;
}
