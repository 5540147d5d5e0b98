/**
 * Focus movement by arrow keys to the nearest control.
 *
 * Distance across the direction counts double, so that movement follows rows and columns.
 */
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function watchArrows(): void {
  document.addEventListener('keydown', (event) => {
    const direction = DIRECTIONS[event.key];
    if (direction === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    next(direction)?.focus();
  });
}

function next([dx, dy]: readonly [number, number]): HTMLElement | null {
  const active = document.activeElement;
  const controls = [...document.querySelectorAll<HTMLElement>('button:not([disabled])')].filter(
    (control) => control.offsetParent !== null,
  );
  if (!(active instanceof HTMLElement) || !controls.includes(active)) return controls[0] ?? null;
  const from = active.getBoundingClientRect();
  let best: HTMLElement | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const control of controls) {
    const to = control.getBoundingClientRect();
    const along =
      dx === 0
        ? dy * (centre(to.top, to.height) - centre(from.top, from.height))
        : dx * (centre(to.left, to.width) - centre(from.left, from.width));
    const clear =
      dx === 0
        ? dy > 0
          ? to.top >= from.bottom - 1
          : to.bottom <= from.top + 1
        : dx > 0
          ? to.left >= from.right - 1
          : to.right <= from.left + 1;
    if (control === active || !clear) continue;
    const across =
      dx === 0 ? gap(from.left, from.right, to.left, to.right) : gap(from.top, from.bottom, to.top, to.bottom);
    const distance = along + 2 * across;
    if (distance < least) {
      least = distance;
      best = control;
    }
  }
  return best;
}

function centre(start: number, size: number): number {
  return start + size / 2;
}

/** Distance between two spans on one axis; 0 if they overlap. */
function gap(aStart: number, aEnd: number, bStart: number, bEnd: number): number {
  return Math.max(0, bStart - aEnd, aStart - bEnd);
}
