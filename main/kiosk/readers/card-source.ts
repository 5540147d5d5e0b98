/** Emits the card in each frame of a reader, once per presentation. */
import { subscribe } from '../../lib/lists.ts';
import { type CardRead, type CardRefused, CardValue } from '../contract/reader.ts';
import type { ReaderUrl } from '../rules/reader-url.ts';
import { type CardRefusal, readCardText } from './card-pattern.ts';
import type { ReaderContext } from './reader-context.ts';

export interface CardSource {
  frame(text: string): void;
  /** Rejects a reading and logs it with this kind. */
  refuse(kind: string): void;
  onRead(listener: (read: CardRead) => void): () => void;
  onRefused(listener: (refused: CardRefused) => void): () => void;
  close(): void;
}

/** Rejected by the reader's options only: an appointment code can have another format. */
const MAY_BE_CODE: ReadonlySet<CardRefusal> = new Set(['no-match', 'no-number']);

/** A card left on the reader is sent repeatedly; it counts again only after this time without it. */
export const SAME_CARD_MS = 3_000;

export function createCardSource(
  url: ReaderUrl,
  name: string,
  context: Pick<ReaderContext, 'clock' | 'log' | 'onFrame'>,
): CardSource {
  const { clock, log } = context;
  const listeners = new Set<(read: CardRead) => void>();
  const refusedListeners = new Set<(refused: CardRefused) => void>();
  let last: string | null = null;
  let cancelForget = (): void => {};
  let closed = false;

  function isRepetition(value: string): boolean {
    const again = value === last;
    last = value;
    cancelForget();
    cancelForget = clock.after(SAME_CARD_MS, () => {
      last = null;
    });
    return again;
  }

  function refuse(key: string, frame: CardValue | null): void {
    if (isRepetition(key)) return;
    for (const listener of refusedListeners) listener({ frame });
  }

  return {
    frame(text) {
      if (closed) return;
      context.onFrame?.(new CardValue(text));
      const card = readCardText(text, url);
      if (!card.ok) {
        log.warn('reader.card-rejected', { reader: name, reason: card.error });
        const code = text.trim();
        if (code !== '') refuse(code, MAY_BE_CODE.has(card.error) ? new CardValue(code) : null);
        return;
      }
      if (isRepetition(card.value.value.reveal())) return;
      const read: CardRead = { ...card.value, rule: url.rule, device: url.device };
      for (const listener of listeners) listener(read);
    },
    refuse(kind) {
      if (!closed) refuse(kind, null);
    },
    onRead: (listener) => subscribe(listeners, listener),
    onRefused: (listener) => subscribe(refusedListeners, listener),
    close() {
      closed = true;
      cancelForget();
      last = null;
      listeners.clear();
      refusedListeners.clear();
    },
  };
}
