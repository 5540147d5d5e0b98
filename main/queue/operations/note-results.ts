/** What a call was about and how it ended, in codes of its service. */
import { ERRNO } from '../../contract/errno.ts';
import { ANSWER_STATE, type CallResult } from '../../contract/queue.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import type { CalledTicket } from '../calls.ts';
import type { QueueOperations } from '../queue.ts';
import type { QueueFault } from '../request.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';
import { concludeCall } from './conclude-answer.ts';

/** Ends a call with what it came to; without `results` what was noted before stays. */
export function* endCall(
  unit: Unit,
  { answerId, results }: QueueOperations['endCall']['input'],
): Steps<Result<CalledTicket, QueueFault>> {
  const ended = yield* concludeCall(unit, 'endCall', answerId);
  if (ended.ok && results !== undefined) yield* unit.rows.putResults(ended.value.answer, results);
  return ended;
}

/** Of a call that goes on or has ended; 116 for one that was paused, missed or sent on. */
export function* noteResults(
  { rows }: Unit,
  { answerId, results }: QueueOperations['noteResults']['input'],
): Steps<Result<{ readonly results: readonly CallResult[] }, QueueFault>> {
  const answer = yield* rows.answer(answerId);
  if (answer === null) return fail({ errno: ERRNO.notFound, parameter: 'answer_id' });
  const { inService, ended } = ANSWER_STATE;
  if (answer.state !== inService && answer.state !== ended) return fail({ errno: ERRNO.answerEnded });
  yield* rows.putResults(answer, results);
  return ok({ results });
}
