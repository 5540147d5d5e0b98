/** What a desk asks of the server, each thing under a key of its own. */
import type { EventTicket } from '../../main/contract/events.ts';
import type { CallAnswer, CreateTicketAnswer } from '../../main/contract/rest/queue-answers.ts';
import type { AnswerStaffCallAnswer } from '../../main/contract/rest/staff-calls.ts';
import type { PathRest } from '../shared/path-rest.ts';
import type { RestResult } from '../shared/rest.ts';
import { attempt, newKey } from './intention.ts';
import type { Sheet } from './sheets.ts';

export interface TransferTo {
  readonly type: 'service' | 'desk' | 'user';
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly priority: boolean;
  /** Behind everybody there, or where they would wait had they come there first. */
  readonly place: 'behind' | 'arrival';
}

/** What becomes of a ticket that waits, and why. */
export interface TicketChange {
  /** Empty: it stays. */
  readonly serviceId: string;
  readonly priority: 'keep' | 'yes' | 'no';
  readonly reason: string;
}

export interface WalkIn {
  readonly serviceId: string;
  readonly name: string;
  readonly priority: boolean;
  /** Call it to this desk at once. */
  readonly serve: boolean;
}

/** How a call can be over. */
export type Conclusion = 'end' | 'pause' | 'cancel';

/** `current` is the ticket that the clerk sees at the desk: nobody is ended who is not seen. */
export interface DeskRequests {
  callNext(current: EventTicket | null, services: readonly string[]): Promise<RestResult<CallAnswer>>;
  call(ticketId: string, from: Sheet, current: EventTicket | null): Promise<RestResult<CallAnswer>>;
  recall(current: EventTicket): Promise<RestResult<object>>;
  conclude(how: Conclusion, current: EventTicket): Promise<RestResult<object>>;
  transfer(current: EventTicket, to: TransferTo): Promise<RestResult<object>>;
  create(ticket: WalkIn): Promise<RestResult<CreateTicketAnswer>>;
  undo(stepId: string): Promise<RestResult<object>>;
  requeue(ticket: EventTicket): Promise<RestResult<object>>;
  remove(ticket: EventTicket, reason: string): Promise<RestResult<object>>;
  change(ticket: EventTicket, change: TicketChange): Promise<RestResult<object>>;
  /** What a visit came to. */
  note(current: EventTicket, outcomes: readonly object[]): Promise<RestResult<object>>;
  /** Somebody asks for help at that kiosk. */
  comeTo(deviceId: string): Promise<RestResult<AnswerStaffCallAnswer>>;
  /** A break, a desk that is closed, or that changes hands. */
  atDesk(operation: string, more: object): Promise<RestResult<object>>;
}

export interface DeskRequestsDeps {
  readonly deskId: string;
  /** Who sits here. */
  readonly userId: () => string;
  readonly rest: PathRest;
  /** Told when something has to be sent again. */
  readonly onRetry: () => void;
}

const QUEUE = 'v2/queuemanagement';
const CALL_OF: Readonly<Record<Sheet, string>> = {
  waiting: 'callticket',
  paused: 'callpausedticket',
  cancelled: 'callcancelledticket',
  served: 'continuevisit',
};

export function createDeskRequests({ deskId, userId, rest, onRetry }: DeskRequestsDeps): DeskRequests {
  const send = <Answer>(operation: string, body: object): Promise<RestResult<Answer>> =>
    attempt<Answer>({ rest, path: `${QUEUE}/${operation}`, body, key: newKey(), onRetry });
  const here = (current: EventTicket | null): object => ({
    desk_id: deskId,
    user_id: userId(),
    current_answer: current?.answer_id ?? 'none',
  });
  const put = (operation: string, ticket: EventTicket, more: object = {}): Promise<RestResult<object>> =>
    send(operation, { desk_id: deskId, user_id: userId(), ticket_id: ticket.ticket_id, ...more });
  return {
    callNext: (current, services) => send('callnextticket', { ...here(current), services: [...services] }),
    call: (ticketId, from, current) => send(CALL_OF[from], { ...here(current), ticket_id: ticketId }),
    recall: (current) => send('recall', { answer_id: current.answer_id }),
    conclude: (how, current) => send(`${how}call`, { answer_id: current.answer_id }),
    transfer: (current, to) =>
      send('transfercall', {
        answer_id: current.answer_id,
        dst_type: to.type,
        dst_id: to.id,
        note: to.note,
        priority: to.priority,
        place: to.place,
        desk_id: deskId,
      }),
    create: ({ serviceId, name, priority }) =>
      send('createticket', { service_id: serviceId, client_name: name, priority, walk_in: true }),
    undo: (stepId) => send('undo', { desk_id: deskId, step_id: stepId }),
    note: (current, outcomes) => send('setoutcomes', { answer_id: current.answer_id, outcomes }),
    comeTo: (deviceId) => send('answerstaffcall', { desk_id: deskId, user_id: userId(), device_id: deviceId }),
    atDesk: (operation, more) => send(operation, { desk_id: deskId, user_id: userId(), ...more }),
    requeue: (ticket) => put('requeueticket', ticket),
    remove: (ticket, reason) => put('removeticket', ticket, { reason }),
    change: (ticket, { serviceId, priority, reason }) =>
      put('changeticket', ticket, { service_id: serviceId, priority, reason }),
  };
}
