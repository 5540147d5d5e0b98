import { DONE } from '../../../database/effect.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { insertOfMany, type RowColumns, statement } from '../../../database/postgres/statement.ts';
import type { StepRows } from '../../operations/rows/undo-step-rows.ts';
import type { KeptStep } from '../../operations/undo-step.ts';
import { deskStepOf } from '../stored-undo-steps.ts';

const STEP = statement('desk-step', 'SELECT step FROM desk_step WHERE location_id = $1 AND desk_id = $2');
const PUT = insertOfMany(
  'put-desk-steps',
  'desk_step',
  { desk_id: 'text', step: 'text' },
  'ON CONFLICT (location_id, desk_id) DO UPDATE SET step = excluded.step',
);
/** Of any desk, with one of those tickets; a location has as many rows as desks. Searched as text, which may be damaged. */
export const FORGET_STEPS = statement(
  'forget-steps-of-tickets',
  `DELETE FROM desk_step WHERE location_id = $1
  AND EXISTS (SELECT FROM unnest($2::text[]) AS ticket_id WHERE strpos(step, ticket_id) > 0)`,
);

export function deskStepRows(session: DatabaseSession): StepRows {
  const puts = new Map<string, KeptStep | null>();

  session.onFlush(() => {
    for (const [deskId, step] of puts) session.put(PUT, row(deskId, step));
    puts.clear();
  }, 'late');

  return {
    *deskStep(locationId, deskId) {
      const kept = puts.get(deskId);
      if (kept !== undefined) return kept;
      const [found] = yield* session.ask<{ readonly step: string }>(STEP, [locationId, deskId]);
      return found === undefined ? null : deskStepOf(deskId, found.step);
    },
    keepDeskStep(_locationId, deskId, step) {
      puts.set(deskId, step);
      return DONE;
    },
  };
}

/** The step goes within the JSON of the rows, and is its text there. */
const row = (deskId: string, step: KeptStep | null): RowColumns => ({ desk_id: deskId, step: step ?? 'null' });
