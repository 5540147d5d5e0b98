/** Words that lie on the server: a list of them at an address, and the files below it. */
import type { RecordedVoice } from './announcer.ts';
import type { Recording } from './recorded-phrase.ts';

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
