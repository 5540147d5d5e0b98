/**
 * Calls in sign language, from the organisation's videos.
 *
 * They are combined by the rules of recorded words. Without videos nothing is shown.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import type { RecordedVoice } from '../../shared/sound/recorded-voice.ts';
import { recordedPhrase } from '../sound/recorded-phrase.ts';

export interface SignedCall {
  /** URLs of the videos, in order. */
  readonly films: readonly string[];
  /** The last video has ended, or one failed: part of a number is useless. */
  end(): void;
}

export interface Signer {
  /** Current videos. */
  readonly now: ReadonlySignal<SignedCall | null>;
  /** Whether videos were available at the last request. */
  hasFilms(): boolean;
  /** Resolves when the call was shown, or cannot be; `stop` aborts it. @param desk name on the screen */
  show(ticket: EventTicket, desk: string, stop: AbortSignal): Promise<void>;
}

/** @param films of one sign language; of several, the first is used */
export function createSigner(films: RecordedVoice): Signer {
  const now = signal<SignedCall | null>(null);
  let hasFilms = false;

  async function filmsOf(ticket: EventTicket, desk: string): Promise<readonly string[]> {
    const [first] = Object.entries(await films.recordings());
    hasFilms = first !== undefined;
    if (first === undefined) return [];
    const [language, recording] = first;
    return (recordedPhrase(recording, ticket, desk) ?? []).map((file) => films.addressOf(language, file));
  }

  return {
    now,
    hasFilms: () => hasFilms,
    async show(ticket, desk, stop) {
      const found = await filmsOf(ticket, desk);
      if (found.length === 0 || stop.aborted) return;
      await new Promise<void>((resolve) => {
        const call: SignedCall = {
          films: found,
          end() {
            if (now.peek() === call) now.value = null;
            resolve();
          },
        };
        stop.addEventListener('abort', () => call.end(), { once: true });
        now.value = call;
      });
    },
  };
}
