/** Parameters of the queue operations, in the REST API's names. */
import Type, { type Static } from 'typebox';
import { formAnswers } from '../../../forms/contract/rest/form-questions.ts';
import {
  CURRENT_CALL,
  callId,
  customField,
  described,
  deskId,
  LANGUAGE,
  omittable,
  optionalDate,
  optionalDeskId,
  optionalDeviceId,
  optionalFlag,
  optionalId,
  optionalLocationId,
  optionalText,
  optionalUserId,
  ours,
  priorityFlag,
  requiredId,
  serviceId,
  serviceIds,
  ticketId,
  userId,
} from '../../../rest/contract/parameters.ts';

export const CallTicketParameters = Type.Object({
  desk_id: deskId,
  user_id: userId,
  ticket_id: ticketId,
  current_answer: described(ours(optionalId), CURRENT_CALL),
});

export const CallNextParameters = Type.Object({
  desk_id: deskId,
  user_id: userId,
  services: serviceIds,
  current_answer: described(ours(optionalId), CURRENT_CALL),
});

export const AnswerParameters = Type.Object({ answer_id: callId });

export const TransferParameters = Type.Object({
  answer_id: callId,
  dst_type: described(Type.Enum(['service', 'desk', 'user']), 'What the ticket is sent on to.'),
  dst_id: described(requiredId, 'Id of the service, desk or user that gets the ticket.'),
  note: described(optionalText, 'A note for the clerk who serves the visitor next.'),
  priority: priorityFlag,
  custom_field: customField,
  desk_id: deskId,
  /**
   * Extension. `behind`: end of the queue; `arrival`: position by arrival time of the visitor; empty: the site's
   * setting.
   */
  place: described(
    ours(omittable(Type.Enum(['', 'behind', 'arrival'], { default: '' }))),
    'Where the ticket waits there: behind everybody, or in the place that the arrival of its visitor gives. Without it, as the site says.',
  ),
});

/** Extension. The header `Idempotency-Key` is that of the ticket to withdraw. */
export const WithdrawTicketParameters = Type.Object({ service_id: serviceId });
export const WithdrawTicketAnswer = Type.Object({
  success: Type.Literal(true),
  ticket_id: Type.String({ description: 'The ticket that was ended; empty when there was none.' }),
});
export type WithdrawTicketAnswer = Static<typeof WithdrawTicketAnswer>;

export const CreateTicketParameters = Type.Object({
  service_id: serviceId,
  desk_id: optionalDeskId,
  user_id: optionalUserId,
  lang: described(omittable(Type.String({ maxLength: 40, default: '' })), LANGUAGE),
  custom_field: customField,
  client_name: described(optionalText, 'Name of the visitor.'),
  device_id: optionalDeviceId,
  priority: priorityFlag,
  appointment: described(optionalId, 'Id or code of the appointment that the visitor checks in for.'),
  scheduled_to: described(optionalDate, '`yyyy-mm-dd hh:mm:ss` in the time zone of the location.'),
  /** Extension. With `appointment`: issue an ordinary ticket to a visitor who is too late for the appointment. */
  late_as_walk_in: described(
    ours(optionalFlag),
    'Take an ordinary ticket when it is too late for the appointment, if the location lets.',
  ),
  from_virtualticket: described(optionalText, 'Anything but `0` or `false` marks a ticket taken on a phone.'),
  /** Extension. Staff give the number orally, without paper. */
  walk_in: described(ours(optionalFlag), 'Staff gives this number by word of mouth, without paper: flag 32.'),
  /** Extension. Answers to the questions before the visit, by question id; also accepted as JSON text. */
  form_answers: Type.Optional(
    described(ours(formAnswers), 'Answers to questions, by question id: a text, or a list of texts.'),
  ),
});

/** Whether to include printed labels; the header `Accept-Profile: label` does the same. */
export const wantsLabel = described(
  ours(optionalFlag),
  'Whether tickets come with their printed label; the header `Accept-Profile: label` asks the same.',
);
export const DeskParameters = Type.Object({ desk_id: deskId, label: wantsLabel });
export const ServiceParameters = Type.Object({ service_id: serviceId, label: wantsLabel });
export const OptionalLocationParameters = Type.Object({ location_id: optionalLocationId });

export type CallTicketParameters = Static<typeof CallTicketParameters>;
export type CallNextParameters = Static<typeof CallNextParameters>;
export type TransferParameters = Static<typeof TransferParameters>;
export type CreateTicketParameters = Static<typeof CreateTicketParameters>;
