/** Requests of a desk, each with an idempotency key. */

import type { Static, TObject } from 'typebox';
import type { EventTicket } from '../../main/events/contract/events.ts';
import { ERRNO } from '../../main/lib/result.ts';
import {
  ANSWER_STAFF_CALL,
  CALL_CANCELLED_TICKET,
  CALL_NEXT_TICKET,
  CALL_PAUSED_TICKET,
  CALL_TICKET,
  CANCEL_CALL,
  CHANGE_TICKET,
  CONTINUE_VISIT,
  CREATE_TICKET,
  END_CALL,
  NO_SHOW_AND_NEXT,
  PAUSE_CALL,
  PUT_BACK_CALL,
  RECALL,
  REMOVE_TICKET,
  REQUEUE_TICKET,
  SET_DESK,
  SET_OUTCOMES,
  TAKE_OVER,
  TRANSFER_CALL,
  UNDO,
} from '../../main/queue/contract/endpoints.ts';
import type { SetDeskParameters } from '../../main/queue/contract/rest/clerk.ts';
import type { CallResponse } from '../../main/queue/contract/rest/queue-answers.ts';
import type { CallerParameters, Endpoint } from '../../main/rest/contract/endpoint.ts';
import type { Rest, RestResult } from '../shared/api-client.ts';
import type { Sheet } from './list-tabs.ts';
import type { NotedOutcome } from './open-dialog.ts';

export interface TransferTo {
  readonly type: 'service' | 'desk' | 'user';
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly priority: boolean;
  /** At the end of the queue, or by arrival time. */
  readonly place: 'behind' | 'arrival';
}

/** Change of a waiting ticket, with a reason. */
export interface TicketEdit {
  /** Empty: unchanged. */
  readonly serviceId: string;
  readonly priority: 'keep' | 'yes' | 'no';
  readonly reason: string;
}

export interface WalkIn {
  readonly serviceId: string;
  readonly name: string;
  readonly priority: boolean;
  /** Whether to call it to this desk at once. */
  readonly serve: boolean;
}

/** Wanted state of a desk. */
export type DeskState = CallerParameters<typeof SetDeskParameters>['state'];

/** Ways to end a call. */
export type DeskConclusion = 'end' | 'pause' | 'cancel';

export interface DeskRequestsDeps {
  readonly deskId: string;
  /** The clerk at the desk. */
  readonly userId: () => string;
  readonly rest: Rest;
  /** Called when a request is sent again. */
  readonly onRetry: () => void;
}

const CALL_OF = {
  waiting: CALL_TICKET,
  paused: CALL_PAUSED_TICKET,
  cancelled: CALL_CANCELLED_TICKET,
} as const;

const PUT_ASIDE_BY = { pause: PAUSE_CALL, cancel: CANCEL_CALL } as const;

/** Delay before each retry, in milliseconds. */
const RETRY_MS = [500, 1_000, 2_000, 4_000] as const;

/** An action with its idempotency key, which all retries share: the server executes it once. */
interface Attempt<Taken extends TObject, Answer extends TObject> {
  readonly rest: Rest;
  readonly endpoint: Endpoint<Taken, Answer>;
  readonly parameters: CallerParameters<Taken>;
  readonly key: string;
  /** Called before the first retry. */
  readonly onRetry: () => void;
}

function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Retries until the server has answered, for about eight seconds plus request times. */
async function attempt<Taken extends TObject, Answer extends TObject>({
  rest,
  endpoint,
  parameters,
  key,
  onRetry,
}: Attempt<Taken, Answer>): Promise<RestResult<Static<Answer>>> {
  const send = () => rest.call(endpoint, parameters, { idempotencyKey: key });
  let answer = await send();
  for (const [index, waitMs] of RETRY_MS.entries()) {
    const isBusy = !answer.ok && answer.error.kind === 'refused' && answer.error.errno === ERRNO.storeUnreachable;
    if (answer.ok || (answer.error.kind === 'refused' && !isBusy)) return answer;
    if (index === 0) onRetry();
    await new Promise((resolve) => window.setTimeout(resolve, waitMs));
    answer = await send();
  }
  return answer;
}

export type DeskRequests = ReturnType<typeof createDeskRequests>;

/** `current` is the ticket that the clerk sees at the desk: an unseen call is never ended. */
export function createDeskRequests({ deskId, userId, rest, onRetry }: DeskRequestsDeps) {
  const send = <Taken extends TObject, Answer extends TObject>(
    endpoint: Endpoint<Taken, Answer>,
    parameters: CallerParameters<Taken>,
  ): Promise<RestResult<Static<Answer>>> => attempt({ rest, endpoint, parameters, key: newKey(), onRetry });
  const clerk = () => ({ desk_id: deskId, user_id: userId() });
  const here = (current: EventTicket | null) => ({ ...clerk(), current_answer: current?.answer_id ?? 'none' });
  const about = ({ ticket_id }: EventTicket) => ({ ...clerk(), ticket_id });
  return {
    callNext: (current: EventTicket | null, services: readonly string[]) =>
      send(CALL_NEXT_TICKET, { ...here(current), services }),
    noShowNext: (current: EventTicket, services: readonly string[]) =>
      send(NO_SHOW_AND_NEXT, { ...here(current), services }),
    putBack: ({ answer_id }: EventTicket, places: number) =>
      send(PUT_BACK_CALL, { answer_id, desk_id: deskId, places }),
    call(ticketId: string, from: Sheet, current: EventTicket | null): Promise<RestResult<CallResponse>> {
      const called = { ...here(current), ticket_id: ticketId };
      return from === 'served' ? send(CONTINUE_VISIT, called) : send(CALL_OF[from], called);
    },
    recall: (current: EventTicket) => send(RECALL, { answer_id: current.answer_id }),
    conclude(how: DeskConclusion, { answer_id }: EventTicket): Promise<RestResult<object>> {
      return how === 'end' ? send(END_CALL, { answer_id }) : send(PUT_ASIDE_BY[how], { answer_id });
    },
    transfer: (current: EventTicket, to: TransferTo) =>
      send(TRANSFER_CALL, {
        answer_id: current.answer_id,
        dst_type: to.type,
        dst_id: to.id,
        note: to.note,
        priority: to.priority,
        place: to.place,
        desk_id: deskId,
      }),
    create: ({ serviceId, name, priority }: WalkIn) =>
      send(CREATE_TICKET, { service_id: serviceId, client_name: name, priority, walk_in: true }),
    undo: (stepId: string) => send(UNDO, { desk_id: deskId, step_id: stepId }),
    /** Records the outcome of a visit. */
    note: (current: EventTicket, outcomes: readonly NotedOutcome[]) =>
      send(SET_OUTCOMES, { answer_id: current.answer_id, outcomes }),
    /** Accepts a staff call of that kiosk. */
    comeTo: (deviceId: string) => send(ANSWER_STAFF_CALL, { ...clerk(), device_id: deviceId }),
    setDesk: (state: DeskState, reason = '') => send(SET_DESK, { ...clerk(), state, reason }),
    takeOver: () => send(TAKE_OVER, clerk()),
    requeue: (ticket: EventTicket) => send(REQUEUE_TICKET, about(ticket)),
    remove: (ticket: EventTicket, reason: string) => send(REMOVE_TICKET, { ...about(ticket), reason }),
    change: (ticket: EventTicket, { serviceId, priority, reason }: TicketEdit) =>
      send(CHANGE_TICKET, { ...about(ticket), service_id: serviceId, priority, reason }),
  };
}
