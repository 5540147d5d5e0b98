/** Changes of one appointment. Each is checked by itself, and costs the same however many there are. */
import { codedRefusal } from '../../lib/coded-refusal.ts';
import { ERRNO } from '../../lib/errno.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { keptAt } from '../../site/service/appointments-change.ts';
import { CHANGED_MEANWHILE, ID_TAKEN, isOld } from '../../site/service/edit-site.ts';
import { invalidSite, siteRefusal } from '../../site/service/site-fault.ts';
import type { AppointmentFault, AppointmentRequest, SiteEditor, SiteHolder } from '../../site/service/site-holder.ts';
import type { Slot } from '../rules/appointment-slots.ts';
import { readAppointment } from '../rules/read-appointment.ts';

/** With `anyway` it is booked also where no place is left. */
type Item = Readonly<Record<string, unknown>>;

/** 5 with all faults, also for an id that is taken. */
export function addAppointment(sites: SiteHolder, item: Item, by: SiteEditor): Promise<Result<null, Refusal>> {
  return change(sites, item, by, (before) => {
    if (before !== null) return ID_TAKEN;
    return null;
  });
}

/**
 * Puts an appointment in the place of the one with its id; what it leaves out gets its default. 6 when there is none.
 * @param revision Empty: of any; else 7 when it is no longer so.
 */
export function replaceAppointment(
  sites: SiteHolder,
  item: Item,
  by: SiteEditor,
  revision: string,
): Promise<Result<null, Refusal>> {
  return change(sites, item, by, (before) => missingOrOld(before, revision));
}

/** @param revision Empty: of any; else 7 when it is no longer so. */
export async function removeAppointment(
  sites: SiteHolder,
  id: string,
  by: SiteEditor,
  revision: string,
): Promise<Result<null, Refusal>> {
  let refusal: Refusal | null = null;
  const removed = await sites.changeAppointment(
    id,
    (_site, before) => {
      refusal = missingOrOld(before?.appointment ?? null, revision);
      return refusal === null ? { after: null } : null;
    },
    by,
  );
  return outcome(removed, refusal);
}

function missingOrOld(before: object | null, revision: string): Refusal | null {
  if (before === null) return { errno: ERRNO.notFound, parameter: 'id' };
  return isOld(before, revision) ? CHANGED_MEANWHILE : null;
}

async function change(
  sites: SiteHolder,
  item: Item,
  by: SiteEditor,
  check: (before: object | null) => Refusal | null,
): Promise<Result<null, Refusal>> {
  let refusal: Refusal | null = null;
  const { anyway = false, ...fields } = item;
  if (typeof anyway !== 'boolean') return fail({ errno: ERRNO.invalidParameters, parameter: 'anyway' });
  const id = typeof item.id === 'string' ? item.id : '';
  const changed = await sites.changeAppointment(
    id,
    (site, before): AppointmentRequest => {
      refusal = check(before?.appointment ?? null);
      if (refusal !== null) return null;
      const read = readAppointment(fields, site);
      if (read.ok) return { after: keptAt(site, read.value), anyway };
      refusal = invalidSite(read.error);
      return null;
    },
    by,
  );
  return outcome(changed, refusal);
}

/** @param refusal of the edit, which changed nothing then */
function outcome(changed: Result<null, AppointmentFault>, refusal: Refusal | null): Result<null, Refusal> {
  if (changed.ok) return refusal === null ? ok(null) : fail(refusal);
  return fail(changed.error.kind === 'full' ? noPlace(changed.error.slot) : siteRefusal(changed.error));
}

function noPlace({ from, capacity }: Slot): Refusal {
  return codedRefusal('slot_full', { parameter: 'scheduled_to', values: { capacity, from: from.slice(11) } });
}
