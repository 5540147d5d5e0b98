/**
 * Calls in sign language, from the organisation's films.
 *
 * The house's films, put together by the rules of its recorded words. Without films there is nothing to see.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import type { RecordedVoice } from '../../shared/sound/recorded-voice.ts';
import { recordedPhrase } from '../sound/recorded-phrase.ts';

export interface SignedCall {
  /** Addresses of films, in the order in which they are shown. */
  readonly films: readonly string[];
  /** The last of them is over, or one cannot be shown: half a number helps nobody. */
  end(): void;
}

export interface Signer {
  /** What is to be seen now. */
  readonly now: ReadonlySignal<SignedCall | null>;
  /** Whether the house had films when it was asked last. */
  hasFilms(): boolean;
  /** Resolves when the call has been shown, or cannot be; `stop` ends it. @param desk its name on the screen */
  show(ticket: EventTicket, desk: string, stop: AbortSignal): Promise<void>;
}

/** @param films of one sign language; of several the first counts */
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
