/**
 * Touch exploration: speech under the finger, double tap, swipes.
 *
 * What is under it is said, two quick touches choose what was said last, a stroke along the line of reading goes on or
 * back, one down to the settings of the voice, one up says the screen again. While this is on, no touch presses
 * anything by itself.
 */
interface Exploring {
  /** It is there, and moves: whoever looks around for long has not gone. */
  readonly touched: () => void;
  readonly at: (element: Element | null) => void;
  readonly choose: () => void;
  readonly stroke: (to: Stroke) => void;
}

export type Stroke = 'next' | 'previous' | 'settings' | 'repeat';

const STROKE_PX = 80;
const STROKE_MS = 350;
const TWICE_MS = 450;

/** Gives what ends it. */
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
      // A quick finger strokes; a slow one looks around.
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
  // What a key presses has no pointer.
  document.addEventListener(
    'click',
    (event) => {
      if (event.detail !== 0) keep(event);
    },
    options,
  );
  // Else a browser takes what goes up or down for scrolling, and the finger for lifted.
  document.documentElement.toggleAttribute('data-explored', true);
  return () => {
    document.documentElement.removeAttribute('data-explored');
    listening.abort();
  };
}
