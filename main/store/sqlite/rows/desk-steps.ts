import type { KeptStep } from '../../../queue/kept-step.ts';
import type { StepRows } from '../../../queue/rows.ts';
import { atOnce, DONE } from '../../../queue/step.ts';

/** In memory: a step counts for seconds, and to write one with each call cost as much as a third of the call. */
export function deskStepRows(): StepRows {
  const steps = new Map<string, KeptStep>();
  return {
    deskStep: (_locationId, deskId) => atOnce(steps.get(deskId) ?? null),
    keepDeskStep(_locationId, deskId, step) {
      if (step === null) steps.delete(deskId);
      else steps.set(deskId, step);
      return DONE;
    },
  };
}
