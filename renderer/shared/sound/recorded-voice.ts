/**
 * Recorded words on the server, with their list.
 *
 * A list of them at an address, and the files below it.
 */
import type { Words } from './recorded-number.ts';

/** What `/voice/` tells of one language. */
export interface Recording {
  readonly words: Words;
  /** Empty: the usual order. */
  readonly phrase: string;
}

export interface RecordedVoice {
  /** By language; asked for anew with each call, so that new words are there at once. */
  recordings(): Promise<Readonly<Record<string, Recording>>>;
  /** Address of a recording: `file` as its list has it, with the version of its content. */
  addressOf(language: string, file: string): string;
}

const PATIENCE_MS = 3_000;
/** For so long a list that did not come is not asked for again. */
const REST_MS = 30_000;

type Recordings = Readonly<Record<string, Recording>>;

/** `folder` ends in a slash. A voice that cannot be asked has the words that it had before. */
export function recordedVoiceAt(folder: string): RecordedVoice {
  let known: Recordings = {};
  let restsUntil = 0;
  return {
    async recordings() {
      if (performance.now() < restsUntil) return known;
      try {
        const response = await fetch(folder, { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE_MS) });
        if (!response.ok) throw new Error('There is no such list.');
        known = (await response.json()) as Recordings;
      } catch {
        restsUntil = performance.now() + REST_MS;
      }
      return known;
    },
    addressOf: (language, file) => `${folder}${encodeURIComponent(language)}/${file}`,
  };
}

/** The folder of that language: of its region if there is one. */
export function recordedLanguage(languages: readonly string[], lang: string): string | null {
  const plain = (id: string): string => id.replaceAll('-', '_').toLowerCase();
  const base = (id: string): string => plain(id).split('_')[0] ?? '';
  return (
    languages.find((each) => plain(each) === plain(lang)) ?? languages.find((each) => base(each) === base(lang)) ?? null
  );
}
