import type { Result } from '../../../contract/result.ts';
import type { QueueFault, QueueOperations } from '../../store.ts';
import type { Transaction } from '../transaction.ts';
import { anonymise } from './anonymise.ts';
import { callCancelledTicket } from './call-cancelled-ticket.ts';
import { callNextTicket } from './call-next-ticket.ts';
import { callPausedTicket } from './call-paused-ticket.ts';
import { callTicket } from './call-ticket.ts';
import { concludeCall } from './conclude-answer.ts';
import { createTicket } from './create-ticket.ts';
import { leaveQueue } from './leave-queue.ts';
import { recall } from './recall.ts';
import { recordDeliveries } from './record-deliveries.ts';
import { resumeWebhook } from './resume-webhook.ts';
import { saveFormAnswers } from './save-form-answers.ts';
import { startDay } from './start-day.ts';
import { tidyWebhooks } from './tidy-webhooks.ts';
import { transferCall } from './transfer-call.ts';

type OperationName = keyof QueueOperations;

export const OPERATIONS: {
  readonly [Name in OperationName]: (
    transaction: Transaction,
    input: QueueOperations[Name]['input'],
  ) => Result<QueueOperations[Name]['output'], QueueFault>;
} = {
  createTicket,
  callTicket,
  callPausedTicket,
  callCancelledTicket,
  callNextTicket,
  recall,
  endCall: (transaction, input) => concludeCall(transaction, 'endCall', input.answerId),
  pauseCall: (transaction, input) => concludeCall(transaction, 'pauseCall', input.answerId),
  cancelCall: (transaction, input) => concludeCall(transaction, 'cancelCall', input.answerId),
  transferCall,
  leaveQueue,
  startDay,
  saveFormAnswers,
  anonymise,
  recordDeliveries,
  resumeWebhook,
  tidyWebhooks,
};
