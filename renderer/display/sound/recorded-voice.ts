/** Words that lie on the server: a list of them at an address, and the files below it. */
import type { RecordedVoice } from './announcer.ts';
import type { Recording } from './recorded-phrase.ts';

const PATIENCE_MS = 3_000;

/** `folder` ends in a slash. A voice that cannot be asked says nothing. */
export function recordedVoiceAt(folder: string): RecordedVoice {
  return {
    async recordings() {
      try {
        const response = await fetch(folder, { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE_MS) });
        return response.ok ? ((await response.json()) as Readonly<Record<string, Recording>>) : {};
      } catch {
        return {};
      }
    },
    addressOf: (language, file) => `${folder}${encodeURIComponent(language)}/${encodeURIComponent(file)}`,
  };
}
