/**
 * Input from a physical keyboard.
 *
 * A card reader types, too. While one is configured, a letter only counts if no reader key follows at once, so that no
 * part of a card's value gets into an answer.
 */
import { READER_KEY } from '../wedge-keys.ts';
import type { KeyPress } from './edit.ts';

interface Typing {
  readonly hasReader: () => boolean;
  readonly onPress: (press: KeyPress) => void;
  readonly onEnter: () => void;
}

/** Maximum delay of a reader's second key. */
const HOLD_MS = 45;
/** Maximum pause within a card's value. */
const WITHIN_CARD_MS = 80;

export function watchTyping({ hasReader, onPress, onEnter }: Typing): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let held: string | null = null;
  let readerAt = Number.NEGATIVE_INFINITY;
  let timer: number | undefined;

  const release = (): void => {
    window.clearTimeout(timer);
    if (held !== null) onPress({ kind: 'text', text: held });
    held = null;
  };

  window.addEventListener(
    READER_KEY,
    (event) => {
      window.clearTimeout(timer);
      held = null;
      readerAt = (event as CustomEvent<number>).detail;
    },
    { signal },
  );

  window.addEventListener(
    'keydown',
    (event) => {
      const { key } = event;
      const isWriting = !event.metaKey && (!event.ctrlKey || event.getModifierState('AltGraph'));
      const onButton = document.activeElement instanceof HTMLButtonElement;
      if (!isWriting || event.isComposing || (onButton && (key === 'Enter' || key === ' '))) return;
      if (key === 'Enter' || key === 'Backspace') {
        event.preventDefault();
        release();
        if (key === 'Enter') onEnter();
        else onPress({ kind: 'backspace' });
        return;
      }
      if ([...key].length !== 1) return;
      event.preventDefault();
      release();
      if (!hasReader()) {
        onPress({ kind: 'text', text: key });
      } else if (event.timeStamp - readerAt > WITHIN_CARD_MS) {
        held = key;
        // Twice, because pending keys of a busy page run before the second timer.
        timer = window.setTimeout(() => {
          timer = window.setTimeout(release);
        }, HOLD_MS);
      } else readerAt = event.timeStamp;
    },
    { signal },
  );

  return () => {
    listening.abort();
    window.clearTimeout(timer);
  };
}
