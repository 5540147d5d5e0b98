/**
 * Touch exploration: speech under the finger, double tap, swipes.
 *
 * The element under the finger is spoken, and a double tap selects the last one. A swipe along the reading direction
 * moves on or back, one down opens the voice settings, one up repeats the screen. Direct touches press nothing
 * meanwhile.
 */
interface Exploring {
  /** The finger moves: exploration counts as activity. */
  readonly touched: () => void;
  readonly at: (element: Element | null) => void;
  readonly choose: () => void;
  readonly stroke: (to: Stroke) => void;
}

export type Stroke = 'next' | 'previous' | 'settings' | 'repeat';

const STROKE_PX = 80;
const STROKE_MS = 350;
const TWICE_MS = 450;

/** Returns the function that stops it. */
export function watchFinger({ touched, at, choose, stroke }: Exploring): () => void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  let down: { readonly id: number; readonly x: number; readonly y: number; readonly at: number } | null = null;
  let touchedAt = Number.NEGATIVE_INFINITY;

  const keep = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const under = ({ clientX, clientY }: PointerEvent): Element | null => document.elementFromPoint(clientX, clientY);

  document.addEventListener(
    'pointerdown',
    (event) => {
      keep(event);
      touched();
      if (!event.isPrimary) return;
      down = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp };
    },
    options,
  );
  document.addEventListener(
    'pointermove',
    (event) => {
      keep(event);
      if (down?.id !== event.pointerId) return;
      touched();
      // A fast movement is a swipe; a slow one explores.
      if (event.timeStamp - down.at > STROKE_MS) at(under(event));
    },
    options,
  );
  document.addEventListener(
    'pointerup',
    (event) => {
      keep(event);
      if (down?.id !== event.pointerId) return;
      const along = event.clientX - down.x;
      const downward = event.clientY - down.y;
      const took = event.timeStamp - down.at;
      if (took <= STROKE_MS && Math.max(Math.abs(along), Math.abs(downward)) >= STROKE_PX) {
        const isOnward = along > 0 === (document.documentElement.dir !== 'rtl');
        if (Math.abs(along) >= Math.abs(downward)) stroke(isOnward ? 'next' : 'previous');
        else stroke(downward > 0 ? 'settings' : 'repeat');
      } else if (took <= STROKE_MS && event.timeStamp - touchedAt <= TWICE_MS) {
        touchedAt = Number.NEGATIVE_INFINITY;
        choose();
      } else {
        touchedAt = event.timeStamp;
        at(under(event));
      }
      down = null;
    },
    options,
  );
  document.addEventListener(
    'pointercancel',
    () => {
      down = null;
    },
    options,
  );
  // Clicks by keyboard have no pointer.
  document.addEventListener(
    'click',
    (event) => {
      if (event.detail !== 0) keep(event);
    },
    options,
  );
  // Otherwise a browser would scroll on vertical movement, and cancel the pointer.
  document.documentElement.toggleAttribute('data-explored', true);
  return () => {
    document.documentElement.removeAttribute('data-explored');
    listening.abort();
  };
}
