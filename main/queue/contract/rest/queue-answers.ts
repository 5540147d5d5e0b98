/** Answers of the queue operations. */
import Type, { type Static } from 'typebox';
import {
  AnswerSchema,
  CreatedTicketSchema,
  flag,
  success,
  TicketSchema,
  TicketStringsSchema,
  text,
} from '../../../rest/contract/shapes.ts';

export const DoneAnswer = Type.Object({ success });
export const CallResponse = Type.Object({ success, answer: AnswerSchema });
export const TicketsAnswer = Type.Object({ success, tickets: Type.Array(TicketSchema) });

export const CreateTicketAnswer = Type.Object({
  success,
  ticket: CreatedTicketSchema,
  ticket_strings: TicketStringsSchema,
});

/** Response header of createticket (extension): the label as printed, `A043`. */
export const TICKET_LABEL_HEADER = 'ticket-label';

export const WaitingCountSchema = Type.Object(
  {
    id: text,
    tag: text,
    description: text,
    number_of_waiting_tickets: text,
    open: flag,
    avg_waiting_time: Type.String({
      description: 'Mean wait of the last tickets called, in whole seconds; a new ticket has it as `hh:mm:ss`.',
    }),
  },
  { title: 'WaitingCount' },
);

export const WaitingCountAnswer = Type.Object({ success, services: Type.Array(WaitingCountSchema) });

export type DoneAnswer = Static<typeof DoneAnswer>;
export type CallResponse = Static<typeof CallResponse>;
export type TicketsAnswer = Static<typeof TicketsAnswer>;
export type CreateTicketAnswer = Static<typeof CreateTicketAnswer>;
export type WaitingCountView = Static<typeof WaitingCountSchema>;
export type WaitingCountAnswer = Static<typeof WaitingCountAnswer>;
