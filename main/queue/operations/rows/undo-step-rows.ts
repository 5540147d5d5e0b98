import type { Effect } from '../../../database/effect.ts';
import type { KeptStep } from '../undo-step.ts';

/** One a desk, in the place of the one before. Gone with the program or the database server, which is no harm after ten seconds. */
export interface StepRows {
  deskStep(locationId: string, deskId: string): Effect<KeptStep | null>;
  /** @param step null: nothing can be taken back there */
  keepDeskStep(locationId: string, deskId: string, step: KeptStep | null): Effect<void>;
}
