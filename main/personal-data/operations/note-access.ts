import { ok } from '../../lib/result.ts';
import { operation } from '../../store/contract/scope.ts';
import type { AccessNote } from './personal-records.ts';

/** Notes in the audit log who read or exported what. */
export const noteAccess = operation<{ readonly notes: readonly AccessNote[] }, Readonly<Record<string, never>>>({
  scope: 'global',
  jobQueue: 'erasing',
  *run(unit, { notes }) {
    const changeId = unit.newId();
    for (const note of notes) yield* unit.rows.noteAccess(note, changeId, unit.now);
    return ok({});
  },
});
