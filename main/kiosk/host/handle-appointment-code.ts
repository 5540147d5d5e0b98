/** Handling of an appointment code, typed or scanned. */

import type { AppointmentLookupAnswer } from '../../appointments/contract/rest/appointments.ts';
import { ERRNO } from '../../lib/errno.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { ClientFault, QueueClient } from '../client/queue-client.ts';
import type { CardRead } from '../contract/reader.ts';
import type { SoughtPerson } from '../machine/look-up.ts';
import type { AppointmentNews, AppointmentOffer } from '../machine/model.ts';
import type { PassedValue } from './pass-card-rules.ts';

type Offered = NonNullable<AppointmentLookupAnswer['choices']>[number];

export interface CodeGiven {
  readonly value: PassedValue;
  /** Other fields of the card. */
  readonly fields?: CardRead['fields'];
  /** It need not match exactly: it was typed, or the system's Caps Lock changed the reader's text. */
  readonly typed?: boolean;
}

/** `unknown`: no appointment, or a third-party server without appointments. `away`: no response. */
export type NoAppointment = 'unknown' | 'away' | 'refused';

export async function useAppointment(
  { value, fields, typed = false }: CodeGiven,
  client: QueueClient,
  locationId: string,
): Promise<Result<AppointmentNews, NoAppointment>> {
  return readFound(await client.findAppointment(value.reveal(), locationId, typed), fields);
}

/** Checks in a visitor without a code. */
export async function usePerson(
  { visitor, birthday }: SoughtPerson,
  client: QueueClient,
  locationId: string,
): Promise<Result<AppointmentNews, NoAppointment>> {
  return readFound(await client.findPersonsAppointment(visitor.reveal(), birthday.reveal(), locationId));
}

function readFound(
  found: Awaited<ReturnType<QueueClient['findAppointment']>>,
  fields?: CodeGiven['fields'],
): Result<AppointmentNews, NoAppointment> {
  if (!found.ok) return fail(reasonOf(found.error));
  const { choices = [] } = found.value;
  if (choices.length > 1) return ok({ kind: 'appointmentsRead', appointments: choices.map(readOffer) });
  const { id, service, checkin, walk_in: walkIn } = found.value.appointment;
  const appointment = { id, serviceId: service.id };
  switch (checkin) {
    case 'open':
      return ok({ kind: 'appointmentRead', appointment });
    case 'early':
      return ok({ kind: 'appointmentRefused', reason: 'appointment-early' });
    case 'late': {
      if (!walkIn) return ok({ kind: 'appointmentRefused', reason: 'appointment-late' });
      const card = { deviceId: '', clientName: null, missed: appointment };
      return ok({ kind: 'cardRead', card: fields === undefined ? card : { ...card, fields } });
    }
    case 'done':
      return ok({ kind: 'appointmentRefused', reason: 'appointment-done' });
    default:
      return fail('unknown');
  }
}

function readOffer({ id, service, scheduled_to }: Offered): AppointmentOffer {
  return { id, serviceId: service.id, serviceName: service.name, tag: service.tag, scheduledTo: scheduled_to };
}

/** Result for a lookup without a response. */
export function notLookedUp(without: Exclude<NoAppointment, 'unknown'>): AppointmentNews {
  return { kind: 'appointmentRefused', reason: without === 'away' ? 'server-away' : 'refused' };
}

function reasonOf(fault: ClientFault): NoAppointment {
  if (fault.kind === 'unreachable' || fault.errno === ERRNO.storeUnreachable) return 'away';
  return fault.errno === ERRNO.notFound || fault.errno === ERRNO.invalidOperation ? 'unknown' : 'refused';
}
