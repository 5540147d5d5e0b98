/**
 * Long touch of the marked corner, to start and stop speech.
 *
 * What is drawn there is not pressed by it, and a short touch is none of its business.
 */
import type { ReadonlySignal } from '@preact/signals';

const HOLD_MS = 1_500;
const SIDE_MM = 30;
const STILL_PX = 24;

export function watchCorner(isOffered: ReadonlySignal<boolean>, onHeld: () => void): void {
  let timer: number | undefined;
  let from: { readonly x: number; readonly y: number } | null = null;
  let wasLong = false;

  const stop = (): void => {
    window.clearTimeout(timer);
    from = null;
  };
  window.addEventListener(
    'pointerdown',
    ({ isPrimary, clientX, clientY }) => {
      stop();
      wasLong = false;
      const side = SIDE_MM * (Number.parseFloat(document.documentElement.style.getPropertyValue('--mm')) || 4);
      if (!isPrimary || !isOffered.peek() || clientX > side || clientY < window.innerHeight - side) return;
      from = { x: clientX, y: clientY };
      timer = window.setTimeout(() => {
        stop();
        wasLong = true;
        onHeld();
      }, HOLD_MS);
    },
    true,
  );
  window.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (from !== null && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) stop();
    },
    true,
  );
  for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, stop, true);
  window.addEventListener(
    'click',
    (event) => {
      if (!wasLong || event.detail === 0) return;
      wasLong = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
