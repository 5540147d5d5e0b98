import { atOnce, DONE } from '../../../database/effect.ts';
import type { KeptStep, StepRows } from '../../operations/undo-step.ts';

export interface DeskSteps extends StepRows {
  /** Deletes all steps with one of those tickets. */
  forgetStepsOf(ticketIds: readonly string[]): void;
}

/**
 * Desk steps in memory: they matter for seconds, and writing one per call would add a third to its cost. After a
 * rollback a stale step can remain here; undo rejects it, because the state differs.
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
