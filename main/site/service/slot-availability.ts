/** Check whether a changed appointment needs another slot. */

import type { KeptAppointment } from '../../appointments/operations/appointment-records.ts';
import { type Slot, slotTaken } from '../../appointments/rules/appointment-slots.ts';
import type { Site } from '../rules/site-model.ts';

/** Null when it takes none, or keeps the one that it has: who is booked can be written to however many are. */
export function slotWanted(site: Site, before: KeptAppointment | null, after: KeptAppointment | null): Slot | null {
  const [had, wanted] = [before, after].map((kept) => slotOf(site, kept));
  const isKept = had?.serviceId === wanted?.serviceId && had?.from === wanted?.from;
  return wanted === undefined || wanted === null || isKept ? null : wanted;
}

function slotOf(site: Site, kept: KeptAppointment | null): Slot | null {
  const service = site.service(kept?.appointment.service ?? '');
  const location = site.location(service?.location ?? '');
  if (kept === null || service === undefined || location === undefined) return null;
  return slotTaken(kept.appointment, service, location);
}
