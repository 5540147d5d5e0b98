import { ok, type Result } from '../../contract/result.ts';
import type { QueueOperations } from '../queue.ts';
import type { QueueFault } from '../request.ts';
import type { Steps } from '../step.ts';
import type { GlobalUnit } from '../unit.ts';

/** Notes in the audit log who read or exported what. */
export function* noteAccess(
  unit: GlobalUnit,
  { notes }: QueueOperations['noteAccess']['input'],
): Steps<Result<QueueOperations['noteAccess']['output'], QueueFault>> {
  const changeId = unit.newId();
  for (const note of notes) yield* unit.rows.noteAccess(note, changeId, unit.now);
  return ok({});
}
