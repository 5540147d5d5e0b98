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
  dst_type: described(Type.Enum(['service', 'desk', 'user']), 'Type of the destination.'),
  dst_id: described(requiredId, 'Id of the destination service, desk or user.'),
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
    'Queue position after the transfer: at the end, or by original arrival time. Default: the setting of the site.',
  ),
});

/** Extension. The header `Idempotency-Key` is that of the ticket to withdraw. */
export const WithdrawTicketParameters = Type.Object({ service_id: serviceId });
export const WithdrawTicketAnswer = Type.Object({
  success: Type.Literal(true),
  ticket_id: Type.String({ description: 'The ended ticket; empty without one.' }),
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
    'Issue a walk-in ticket when it is too late for the appointment, if the location allows it.',
  ),
  from_virtualticket: described(optionalText, 'Any value except `0` and `false` marks a ticket taken on a phone.'),
  /** Extension. Staff give the number orally, without paper. */
  walk_in: described(ours(optionalFlag), 'A walk-in ticket by staff, without paper: flag 32.'),
  /** Extension. Answers to the questions before the visit, by question id; also accepted as JSON text. */
  form_answers: Type.Optional(
    described(ours(formAnswers), 'Answers to questions, by question id: a text, or a list of texts.'),
  ),
});

/** Whether to include printed labels; the header `Accept-Profile: label` does the same. */
export const wantsLabel = described(
  ours(optionalFlag),
  'Whether tickets contain their printed label; the header `Accept-Profile: label` has the same effect.',
);
export const DeskParameters = Type.Object({ desk_id: deskId, label: wantsLabel });
export const ServiceParameters = Type.Object({ service_id: serviceId, label: wantsLabel });
export const OptionalLocationParameters = Type.Object({ location_id: optionalLocationId });

export type CallTicketParameters = Static<typeof CallTicketParameters>;
export type CallNextParameters = Static<typeof CallNextParameters>;
export type TransferParameters = Static<typeof TransferParameters>;
export type CreateTicketParameters = Static<typeof CreateTicketParameters>;
