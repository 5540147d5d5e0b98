/** Readings of a card reader. */

/**
 * A card's value. It writes itself as `[card]` wherever text is made of it, so that it cannot slip into a log, an
 * address or an error message; `reveal()` is the one way to the real text.
 */
export class CardValue {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[card]';
  }

  toJSON(): string {
    return '[card]';
  }
}

/** `reader`: device_id is the reader's own; `table`: the device whose `code` the card says; `raw`: the card's value. */
export type CardMeaning = 'reader' | 'table' | 'raw';

export interface CardRead {
  readonly value: CardValue;
  /** All that the reader sent, where that is more than the value: a QR code of an appointment need not fit the pattern. */
  readonly frame?: CardValue;
  /** From the pattern's group `name`; personal data like the value. */
  readonly name: CardValue | null;
  /** From the pattern's other groups, by their names: answers to questions, personal data like the value. */
  readonly fields?: ReadonlyMap<string, CardValue>;
  readonly rule: CardMeaning;
  /** The reader's own device id (`device` of its URL); empty when not given. */
  readonly device: string;
}

/** A card that the reader's options do not take, or that could not be read. */
export interface CardRefused {
  /** What the reader sent, where it may still be the code of an appointment; null where it must not be used. */
  readonly frame: CardValue | null;
}

export type ReaderStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'absent'; readonly detail: string };

export interface CardReader {
  /** For the log: scheme and path, nothing of any card. */
  readonly name: string;
  status(): ReaderStatus;
  onStatus(listener: (status: ReaderStatus) => void): () => void;
  onRead(listener: (read: CardRead) => void): () => void;
  onRefused(listener: (refused: CardRefused) => void): () => void;
  close(): Promise<void>;
}
