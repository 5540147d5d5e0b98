/** What every reader does with a frame: read the card in it, leave out repetitions, tell whoever listens. */
import { type CardRead, CardValue } from '../contract/reader.ts';
import { readCardText } from './card-pattern.ts';
import type { ReaderContext } from './reader-context.ts';
import type { ReaderUrl } from './reader-url.ts';

export interface CardSource {
  frame(text: string): void;
  onRead(listener: (read: CardRead) => void): () => void;
  close(): void;
}

/** A card that lies on the reader is sent again and again; it counts once until it has been away for so long. */
export const SAME_CARD_MS = 3_000;

export function createCardSource(
  url: ReaderUrl,
  name: string,
  context: Pick<ReaderContext, 'clock' | 'log' | 'onFrame'>,
): CardSource {
  const { clock, log } = context;
  const listeners = new Set<(read: CardRead) => void>();
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

  return {
    frame(text) {
      if (closed) return;
      context.onFrame?.(new CardValue(text));
      const card = readCardText(text, url);
      if (!card.ok) {
        log.warn('reader.card-refused', { reader: name, reason: card.error });
        return;
      }
      if (isRepetition(card.value.value.reveal())) return;
      const read: CardRead = { ...card.value, rule: url.rule, device: url.device };
      for (const listener of listeners) listener(read);
    },
    onRead(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closed = true;
      cancelForget();
      last = null;
      listeners.clear();
    },
  };
}
