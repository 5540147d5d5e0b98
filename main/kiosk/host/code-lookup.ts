/**
 * Lookup of codes typed at one kiosk, and of visitors without a code.
 *
 * Against guessing, a kiosk accepts five wrong codes per minute, for all visitors together and independent of the
 * server's authentication.
 */
import { TYPED_CODES, WINDOW_MS } from '../../access/rules/guess-policy.ts';
import type { AppointmentLookupAnswer } from '../../appointments/contract/rest/appointments.ts';
import type { Clock } from '../../lib/context.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { ClientFault, QueueClient } from '../client/queue-client.ts';
import type { CardRead, CardValue } from '../contract/reader.ts';
import type { SoughtPerson } from '../machine/look-up.ts';
import type { AppointmentNews, AppointmentOffer, CodeAnswer } from '../machine/model.ts';
import { type CardPlace, type PassedValue, passCardRules } from './pass-card-rules.ts';

type Offered = NonNullable<AppointmentLookupAnswer['choices']>[number];

interface CodeGiven {
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
async function usePerson(
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

export interface CodeLookup {
  code(value: CardValue, place: CardPlace): Promise<CodeAnswer>;
  /** Looks up a visitor without a code, with the same limit as codes. */
  person(person: SoughtPerson, locationId: string): Promise<CodeAnswer>;
}

/** Wrong codes of the last minute at this kiosk, by all visitors together. */
interface Attempts {
  /** Counts an attempt before its result is known, so that concurrent attempts gain nothing. False above the limit. */
  begin(now: number): boolean;
  /** Undoes the count of an attempt that was not wrong. */
  forgive(begun: number): void;
}

function countAttempts(): Attempts {
  let attempts: readonly number[] = [];
  return {
    begin(now) {
      // Ignores later times: a clock that was set back must not lock anyone out.
      const recent = attempts.filter((at) => at <= now && now - at < WINDOW_MS);
      if (recent.length >= TYPED_CODES.own) return false;
      attempts = [...recent, now];
      return true;
    },
    forgive(begun) {
      const place = attempts.indexOf(begun);
      if (place >= 0) attempts = attempts.toSpliced(place, 1);
    },
  };
}

export function openCodeLookup(client: QueueClient, clock: Clock): CodeLookup {
  const attempts = countAttempts();

  async function answered(begun: number, look: Promise<Result<AppointmentNews, NoAppointment>>): Promise<CodeAnswer> {
    const news = await look;
    if (news.ok) {
      attempts.forgive(begun);
      return news.value;
    }
    const { error } = news;
    if (error === 'unknown') return { kind: 'codeRefused', fault: 'unknown' };
    attempts.forgive(begun);
    return notLookedUp(error);
  }

  return {
    async code(typed, place) {
      const begun = clock.now();
      if (!attempts.begin(begun)) return { kind: 'codeRefused', fault: 'wait' };
      const judged = await passCardRules({ value: typed }, client, place);
      if (!judged.ok) {
        // A number blocked by a rule counts as wrong: the visitor need not hold the card.
        if (judged.error.kind === 'appointmentRefused') attempts.forgive(begun);
        return judged.error;
      }
      // A typed number gets no grants, because anyone can type it.
      const { value } = judged.value;
      return answered(begun, useAppointment({ value, typed: true }, client, place.locationId));
    },
    async person(person, locationId) {
      const begun = clock.now();
      if (!attempts.begin(begun)) return { kind: 'codeRefused', fault: 'wait' };
      return answered(begun, usePerson(person, client, locationId));
    },
  };
}
