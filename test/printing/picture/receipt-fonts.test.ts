/** In a file of its own, so that no font is there yet. */
import { expect, it } from 'vitest';
import { receiptFamilies } from '../../../main/printing/picture/draw/draw-strip.ts';

it('the fonts of a picture of paper are read one by one, and once', () => {
  const steps = receiptFamilies();
  let pauses = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) pauses += 1;
  // Six subsets in two weights.
  expect(pauses).toBe(12);
  expect(step.value).toContain('"Receipt greek"');
  expect(receiptFamilies().next()).toEqual({ done: true, value: step.value });
});
