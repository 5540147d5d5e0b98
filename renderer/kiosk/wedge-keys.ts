/** Capture of keyboard-reader input before the page. */
import { type TypedCard, type TypedKey, USUAL_RHYTHM, type WedgeRhythm } from '../../main/devices/contract/wedge.ts';
import { AFTERMATH_MS, createWedge, SILENCE_MS } from './wedge.ts';

/** Event of the window for each key that was a reader's; `detail` is when it went down. */
export const READER_KEY = 'reader-key';

/**
 * Listens for a keyboard-wedge reader ahead of everything else on the page and hands each card's text over.
 * Nothing of a read reaches the page: least of all its final Enter, which would press the button in focus.
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
      // Twice, because keys that wait behind a busy page come before the second timer, not always before the first.
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

/** Absent where the browser does not know the place of the key, as with an on-screen keyboard. */
function typedKey(event: KeyboardEvent): TypedKey | undefined {
  const { code, shiftKey: shift } = event;
  if (code === '') return undefined;
  const altGr = event.getModifierState('AltGraph');
  return { code, ...(shift && { shift }), ...(altGr && { altGr }) };
}
