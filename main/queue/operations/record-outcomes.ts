/** Operation: record the outcome codes of a call. */
import { ERRNO } from '../../lib/errno.ts';
import { fail, ok } from '../../lib/result.ts';
import { operation, type ScopeInput } from '../../store/contract/scope.ts';
import { CALL_STATE, type CallResult } from '../contract/records.ts';
import type { CalledTicket } from './call-records.ts';
import { concludeCall } from './conclude-call.ts';

/** Ends a call with what it came to; without `results` what was noted before stays. */
export const endCall = operation<ScopeInput['call'] & { readonly results?: readonly CallResult[] }, CalledTicket>({
  scope: 'call',
  startsDay: false,
  prefetch: ['call'],
  undoStep: 'endCall',
  *run(unit, { answerId, results }) {
    const ended = yield* concludeCall(unit, 'endCall', answerId);
    if (ended.ok && results !== undefined) yield* unit.rows.putResults(ended.value.answer, results);
    return ended;
  },
});

interface Noted {
  readonly results: readonly CallResult[];
}

/** Of a call that goes on or has ended; 116 for one that was paused, missed or sent on. */
export const noteResults = operation<ScopeInput['call'] & Noted, Noted>({
  scope: 'call',
  startsDay: false,
  prefetch: ['call'],
  *run({ rows }, { answerId, results }) {
    const answer = yield* rows.answer(answerId);
    if (answer === null) return fail({ errno: ERRNO.notFound, parameter: 'answer_id' });
    const { inService, ended } = CALL_STATE;
    if (answer.state !== inService && answer.state !== ended) return fail({ errno: ERRNO.answerEnded });
    yield* rows.putResults(answer, results);
    return ok({ results });
  },
});
