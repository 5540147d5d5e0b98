import { atOnce, DONE } from '../../../database/effect.ts';
import type { KeptStep, StepRows } from '../../operations/undo-step.ts';

export interface DeskSteps extends StepRows {
  /** All that were done with one of those tickets. */
  forgetStepsOf(ticketIds: readonly string[]): void;
}

/**
 * In memory: a step counts for seconds, and to write one with each call cost as much as a third of the call. One of a transaction that
 * was undone may stand here: who takes it back is refused, since nothing is as it left it.
 */
export function deskStepRows(): DeskSteps {
  const steps = new Map<string, KeptStep>();
  const keyOf = (locationId: string, deskId: string): string => JSON.stringify([locationId, deskId]);
  return {
    forgetStepsOf(ticketIds) {
      const gone = new Set(ticketIds);
      for (const [key, { tickets }] of steps) if (tickets.some(({ id }) => gone.has(id))) steps.delete(key);
    },
    deskStep: (locationId, deskId) => atOnce(steps.get(keyOf(locationId, deskId)) ?? null),
    keepDeskStep(locationId, deskId, step) {
      if (step === null) steps.delete(keyOf(locationId, deskId));
      else steps.set(keyOf(locationId, deskId), step);
      return DONE;
    },
  };
}
