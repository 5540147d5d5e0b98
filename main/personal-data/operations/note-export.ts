import { ok } from '../../lib/result.ts';
import { operation } from '../../store/contract/scope.ts';
import type { PersonalAudit } from './personal-records.ts';

/** Notes in the audit log that personal data was exported, and never of whom. */
export const notePersonalExport = operation<Omit<PersonalAudit, 'action'>, Readonly<Record<string, never>>>({
  scope: 'global',
  jobQueue: 'erasing',
  *run(unit, { by, counts }) {
    yield* unit.rows.notePersonalData({ by, action: 'exported', counts }, unit.newId(), unit.now);
    return ok({});
  },
});
