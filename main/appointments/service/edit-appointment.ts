/** Edits of a single appointment, at a cost independent of their number. */
import { codedRefusal, type Refusal } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { keptAt } from '../../site/service/appointments-change.ts';
import { CHANGED_MEANWHILE, ID_TAKEN, isOld } from '../../site/service/edit-site.ts';
import { invalidSite, siteRefusal } from '../../site/service/site-fault.ts';
import type { AppointmentFault, AppointmentRequest, SiteEditor, SiteHolder } from '../../site/service/site-holder.ts';
import type { Slot } from '../rules/appointment-slots.ts';
import { readAppointment } from '../rules/read-appointment.ts';

/** `anyway` books even without free capacity. */
type Item = Readonly<Record<string, unknown>>;

/** Error 5 with all faults, including a duplicate id. */
export function addAppointment(sites: SiteHolder, item: Item, by: SiteEditor): Promise<Result<null, Refusal>> {
  return change(sites, item, by, (before) => {
    if (before !== null) return ID_TAKEN;
    return null;
  });
}

/**
 * Replaces the appointment with this id; omitted fields get their defaults. Error 6 when there is none.
 * @param revision expected revision, error 7 when it has changed; empty: any
 */
export function replaceAppointment(
  sites: SiteHolder,
  item: Item,
  by: SiteEditor,
  revision: string,
): Promise<Result<null, Refusal>> {
  return change(sites, item, by, (before) => missingOrOld(before, revision));
}

/** @param revision expected revision, error 7 when it has changed; empty: any */
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

/** @param refusal of the edit, which then changed nothing */
function outcome(changed: Result<null, AppointmentFault>, refusal: Refusal | null): Result<null, Refusal> {
  if (changed.ok) return refusal === null ? ok(null) : fail(refusal);
  return fail(changed.error.kind === 'full' ? noPlace(changed.error.slot) : siteRefusal(changed.error));
}

function noPlace({ from, capacity }: Slot): Refusal {
  return codedRefusal('slot_full', { parameter: 'scheduled_to', values: { capacity, from: from.slice(11) } });
}
