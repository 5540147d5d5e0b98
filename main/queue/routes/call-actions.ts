/** REST operations on a call. */

import { COUNTER_DEVICES } from '../../access/service/device-kinds.ts';
import { ok } from '../../lib/result.ts';
import type { Endpoint } from '../../rest/contract/endpoint.ts';
import { CALL_ENDED_ERRNOS, storeRefusal, when } from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { Role } from '../../site/contract/roles.ts';
import { CANCEL_CALL, PAUSE_CALL, RECALL } from '../contract/endpoints.ts';
import { DoneAnswer } from '../contract/rest/queue-answers.ts';
import { AnswerParameters } from '../contract/rest/queue-parameters.ts';

interface WithCall extends Pick<Operation, 'name' | 'summary'> {
  readonly endpoint: Endpoint<typeof AnswerParameters, typeof DoneAnswer>;
  readonly work: 'recall' | 'pauseCall' | 'cancelCall';
  readonly roles?: readonly Role[];
}

function withCall({ work, roles = [], ...more }: WithCall) {
  return operation({
    ...more,
    part: 'interface',
    area: 'queue',
    errnos: CALL_ENDED_ERRNOS,
    roles: ['acl_qmpad_access', ...roles],
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

const recall = withCall({
  name: 'recall',
  summary: 'Calls the visitor of an open call once more.',
  endpoint: RECALL,
  work: 'recall',
});

const pauseCall = withCall({
  name: 'pausecall',
  summary: 'Pauses the ticket of a call.',
  endpoint: PAUSE_CALL,
  work: 'pauseCall',
  roles: ['qm_qmpad_user_pause_ticket'],
});

const cancelCall = withCall({
  name: 'cancelcall',
  summary: 'Cancels the ticket of a call: nobody came.',
  endpoint: CANCEL_CALL,
  work: 'cancelCall',
});

export const CALL_STEP_OPERATIONS: readonly Operation[] = [recall, pauseCall, cancelCall];
