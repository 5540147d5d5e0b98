/** Parameters of the queue operations, in the interface's names. */
import Type, { type Static } from 'typebox';
import { formAnswers } from './form-questions.ts';
import {
  omittable,
  optionalDate,
  optionalFlag,
  optionalId,
  optionalIds,
  optionalText,
  ours,
  requiredId,
} from './parameters.ts';

export const CallTicketParameters = Type.Object({
  desk_id: requiredId,
  user_id: requiredId,
  ticket_id: requiredId,
  current_answer: ours(optionalId),
});

export const CallNextParameters = Type.Object({
  desk_id: requiredId,
  user_id: requiredId,
  services: optionalIds,
  current_answer: ours(optionalId),
});

export const AnswerParameters = Type.Object({ answer_id: requiredId });

export const TransferParameters = Type.Object({
  answer_id: requiredId,
  dst_type: Type.Enum(['service', 'desk', 'user']),
  dst_id: requiredId,
  note: optionalText,
  priority: optionalFlag,
  custom_field: optionalText,
  desk_id: requiredId,
  /** Ours: `behind` everybody, or in the place that the `arrival` of the visitor gives; empty: as the site says. */
  place: ours(omittable(Type.Enum(['', 'behind', 'arrival'], { default: '' }))),
});

/** Ours: with the `Idempotency-Key` of the ticket that nobody has. */
export const WithdrawTicketParameters = Type.Object({ service_id: requiredId });
export const WithdrawTicketAnswer = Type.Object({
  success: Type.Literal(true),
  ticket_id: Type.String({ description: 'The ticket that was ended; empty when there was none.' }),
});
export type WithdrawTicketAnswer = Static<typeof WithdrawTicketAnswer>;

export const CreateTicketParameters = Type.Object({
  service_id: requiredId,
  desk_id: optionalId,
  user_id: optionalId,
  lang: omittable(Type.String({ maxLength: 40, default: '' })),
  custom_field: optionalText,
  client_name: optionalText,
  device_id: optionalId,
  priority: optionalFlag,
  appointment: optionalId,
  scheduled_to: optionalDate,
  /** Ours: with `appointment`, an ordinary ticket for somebody who comes too late for it. */
  late_as_walk_in: ours(optionalFlag),
  from_virtualticket: optionalText,
  /** Ours: staff gives the number by word of mouth, without paper. */
  walk_in: ours(optionalFlag),
  /** Ours: answers to the questions before the visit, by question id; also as a text that holds the JSON object. */
  form_answers: Type.Optional(ours(formAnswers)),
});

/** Whether tickets are wanted with their printed label; so does the header `Accept-Profile: label`. */
export const wantsLabel = ours(optionalFlag);
export const DeskParameters = Type.Object({ desk_id: requiredId, label: wantsLabel });
export const ServiceParameters = Type.Object({ service_id: requiredId, label: wantsLabel });
export const OptionalLocationParameters = Type.Object({ location_id: optionalId });

export type CallTicketParameters = Static<typeof CallTicketParameters>;
export type CallNextParameters = Static<typeof CallNextParameters>;
export type TransferParameters = Static<typeof TransferParameters>;
export type CreateTicketParameters = Static<typeof CreateTicketParameters>;
