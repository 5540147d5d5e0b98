import { ok, type Result } from '../../contract/result.ts';
import type { QueueOperations } from '../queue.ts';
import type { QueueFault } from '../request.ts';
import type { Steps } from '../step.ts';
import type { GlobalUnit } from '../unit.ts';

/** Notes in the audit log that personal data was exported, and never of whom. */
export function* notePersonalExport(
  unit: GlobalUnit,
  { by, counts }: QueueOperations['notePersonalExport']['input'],
): Steps<Result<QueueOperations['notePersonalExport']['output'], QueueFault>> {
  yield* unit.rows.notePersonalData({ by, action: 'exported', counts }, unit.newId(), unit.now);
  return ok({});
}
