/** Small movements of static content against burn-in. */
import { effect, signal } from '@preact/signals';

const STEP_MS = 45_000;
/** A walk around and across the middle, in steps of at most one part; the style sheet knows how large a part is. */
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

/** Numbers of the step, which also says where the notice of a closed house stands. */
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
