/** What a clerk does with a call: call again, end, pause, cancel. */
import type { Endpoint } from '../../contract/endpoints/endpoint.ts';
import { CANCEL_CALL, PAUSE_CALL, RECALL } from '../../contract/endpoints/queue.ts';
import { DoneAnswer } from '../../contract/rest/queue-answers.ts';
import { AnswerParameters } from '../../contract/rest/queue-parameters.ts';
import { ok } from '../../contract/result.ts';
import type { Role } from '../../contract/roles.ts';
import { COUNTER_DEVICES } from '../auth/device-kinds.ts';
import { operation } from '../operation.ts';
import { storeRefusal, when } from './resolve.ts';

function answerOperation(
  name: string,
  endpoint: Endpoint<typeof AnswerParameters, typeof DoneAnswer>,
  work: 'recall' | 'pauseCall' | 'cancelCall',
  ...more: readonly Role[]
) {
  return operation({
    name,
    endpoint,
    roles: ['acl_qmpad_access', ...more],
    devices: COUNTER_DEVICES,
    reach: { call: 'answer_id' },
    parameters: AnswerParameters,
    answer: DoneAnswer,
    async handle(parameters, context) {
      const done = await context.store.run(work, { answerId: parameters.answer_id }, when(context));
      return done.ok ? ok({ success: true }) : storeRefusal(done.error);
    },
  });
}

export const recall = answerOperation('recall', RECALL, 'recall');
export const pauseCall = answerOperation('pausecall', PAUSE_CALL, 'pauseCall', 'qm_qmpad_user_pause_ticket');
export const cancelCall = answerOperation('cancelcall', CANCEL_CALL, 'cancelCall');
