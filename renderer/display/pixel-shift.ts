/** Small shifts of static content against burn-in. */
import { effect, signal } from '@preact/signals';

const STEP_MS = 45_000;
/** Offsets around the centre, in steps of at most one unit; the style sheet defines the unit. */
const WALK: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
  [2, 0],
  [1, 2],
  [-1, 2],
  [-2, 1],
  [-2, -1],
  [-1, -2],
  [1, -2],
];

/** Number of the step, which also positions the notice of a closed location. */
export const shiftStep = signal(0);

export function startPixelShift(root: HTMLElement): void {
  effect(() => {
    const [x, y] = WALK[shiftStep.value % WALK.length] ?? [0, 0];
    root.style.setProperty('--shift-x', String(x));
    root.style.setProperty('--shift-y', String(y));
  });
  window.setInterval(() => {
    shiftStep.value += 1;
  }, STEP_MS);
}
