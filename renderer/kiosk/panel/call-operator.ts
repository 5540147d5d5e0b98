/**
 * Gesture that opens the operator panel.
 *
 * A long touch of the coloured band, or two opposite arrow keys held together. Visitors do neither by chance, and card
 * readers type one key after another.
 */
const HOLD_MS = 5_000;
/** Tolerance of finger movement. */
const STILL_PX = 24;

export function watchOperator(onCall: () => void): void {
  let timer: number | undefined;
  let from: { readonly id: number; readonly x: number; readonly y: number } | null = null;
  const held = new Set<string>();

  const stop = (): void => {
    window.clearTimeout(timer);
    from = null;
  };
  const start = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      stop();
      onCall();
    }, HOLD_MS);
  };

  document.addEventListener('pointerdown', ({ target, pointerId, isPrimary, clientX, clientY, button }) => {
    stop();
    if (!isPrimary || button !== 0 || !(target instanceof Element) || target.closest('.band') === null) return;
    from = { id: pointerId, x: clientX, y: clientY };
    start();
  });
  document.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    if (from === null || pointerId !== from.id) return;
    if (Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) stop();
  });
  for (const type of ['pointerup', 'pointercancel'] as const) document.addEventListener(type, stop);

  document.addEventListener('keydown', ({ key, repeat }) => {
    if (repeat) return;
    if (key !== 'ArrowUp' && key !== 'ArrowDown') {
      held.clear();
      return stop();
    }
    held.add(key);
    if (held.size === 2) start();
  });
  document.addEventListener('keyup', ({ key }) => {
    if (held.delete(key)) stop();
  });
  window.addEventListener('blur', () => {
    held.clear();
    stop();
  });
}
