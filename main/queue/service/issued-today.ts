/** Tickets of a print journal, in the shape that the store compares with its own. */

import { uuidTime } from '../../lib/uuid.ts';
import type { Location, Service } from '../../site/contract/site.ts';
import type { JournaledTicket, NoteIssuedInput } from '../operations/note-issued.ts';
import { dayBegan, dayKey } from '../rules/business-day.ts';

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export interface IssuedNumberView {
  readonly id: string;
  readonly service_id: string;
  readonly number: number;
}

/** The journal's tickets of services at that location. */
export function issuedToday(
  printed: readonly IssuedNumberView[],
  services: readonly Service[],
  location: Location,
  now: number,
): NoteIssuedInput {
  const byId = new Map(services.filter((each) => each.location === location.id).map((each) => [each.id, each]));
  const tickets = printed.flatMap(({ id, service_id, number }): readonly JournaledTicket[] => {
    const service = byId.get(service_id);
    if (service === undefined || !UUID_7.test(id)) return [];
    const { first_ticket_number: firstNumber, maxTicketNumber: maxNumber } = service;
    return [{ id, serviceId: service.id, number, issuedAt: uuidTime(id), firstNumber, maxNumber }];
  });
  return {
    locationId: location.id,
    day: dayKey(now, location.timezone, location.reset_time),
    dayBegan: dayBegan(now, location.timezone, location.reset_time),
    tickets,
  };
}
