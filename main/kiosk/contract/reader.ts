/** Readings of a card reader. */

/**
 * A card's value. Its text form is `[card]`, so that it never appears in a log, URL or error message; only `reveal()`
 * returns the real text.
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

/** `reader`: device_id is the reader's own; `table`: the device with this `code`; `raw`: the card's value. */
export type CardMeaning = 'reader' | 'table' | 'raw';

export interface CardRead {
  readonly value: CardValue;
  /** Everything that the reader sent, if more than the value: an appointment's QR code need not match the pattern. */
  readonly frame?: CardValue;
  /** From the pattern's group `name`; personal data like the value. */
  readonly name: CardValue | null;
  /** From the pattern's other groups, by name: answers to questions, personal data like the value. */
  readonly fields?: ReadonlyMap<string, CardValue>;
  readonly rule: CardMeaning;
  /** The reader's own device id (`device` in its URL); empty when not given. */
  readonly device: string;
}

/** A card that does not match the reader's options, or could not be read. */
export interface CardRefused {
  /** What the reader sent, where it is possibly an appointment code; null where it must not be used. */
  readonly frame: CardValue | null;
}

export type ReaderStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'absent'; readonly detail: string };

export interface CardReader {
  /** For the log: scheme and path, without card data. */
  readonly name: string;
  status(): ReaderStatus;
  onStatus(listener: (status: ReaderStatus) => void): () => void;
  onRead(listener: (read: CardRead) => void): () => void;
  onRefused(listener: (refused: CardRefused) => void): () => void;
  close(): Promise<void>;
}
