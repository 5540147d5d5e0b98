/** Capture of keyboard-reader input before the page. */
import { type TypedCard, type TypedKey, USUAL_RHYTHM, type WedgeRhythm } from '../../main/devices/contract/wedge.ts';
import { AFTERMATH_MS, createWedge, SILENCE_MS } from './wedge.ts';

/** Window event for each key of a reader; `detail` is its keydown time. */
export const READER_KEY = 'reader-key';

/**
 * Captures keys of a keyboard-wedge reader before any other listener, and reports each card's text. No key of a read
 * reaches the page, especially not the final Enter, which would press the focused button.
 */
export function watchWedge(rhythm: () => WedgeRhythm | null, onRead: (typed: TypedCard) => void): () => void {
  const wedge = createWedge(() => rhythm() ?? USUAL_RHYTHM);
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  let silence: number | undefined;

  const report = (typed: TypedCard | null): void => {
    if (typed !== null) onRead(typed);
  };

  window.addEventListener(
    'keydown',
    (event) => {
      if (event.repeat) return;
      if (rhythm() === null) {
        wedge.missed(event.timeStamp);
        return;
      }
      const verdict = wedge.key(event.key, event.timeStamp, typedKey(event));
      if (verdict.swallow) {
        event.preventDefault();
        event.stopImmediatePropagation();
        window.dispatchEvent(new CustomEvent(READER_KEY, { detail: event.timeStamp }));
      }
      report(verdict.scan);
      window.clearTimeout(silence);
      // Twice, because pending keys of a busy page run before the second timer, but not always before the first.
      silence = window.setTimeout(() => {
        silence = window.setTimeout(() => report(wedge.silence()));
      }, SILENCE_MS);
    },
    options,
  );

  window.addEventListener(
    'click',
    (event) => {
      const readAt = wedge.lastReadAt();
      if (rhythm() === null || event.detail !== 0 || readAt === null || event.timeStamp - readAt >= AFTERMATH_MS)
        return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    options,
  );

  return () => {
    window.clearTimeout(silence);
    listening.abort();
  };
}

/** Undefined if the browser does not know the key position, as for an on-screen keyboard. */
function typedKey(event: KeyboardEvent): TypedKey | undefined {
  const { code, shiftKey: shift } = event;
  if (code === '') return undefined;
  const altGr = event.getModifierState('AltGraph');
  return { code, ...(shift && { shift }), ...(altGr && { altGr }) };
}
