/**
 * Changes of stored appointments, for both databases.
 *
 * They run first in the transaction. The result is the audit entry; or null, without any change, when a precondition
 * fails.
 */

import { changedFields } from '../../audit/rules/audit.ts';
import type { AuditDraft } from '../../audit/sql/audit-draft.ts';
import type { Effects } from '../../database/effect.ts';
import { append } from '../../lib/lists.ts';
import type { Appointment } from '../../site/contract/site.ts';
import type { AppointmentEdit, AppointmentsChange } from '../../site/operations/site-changes.ts';
import { type AppointmentPlace, fingerprintOf, type KeptAppointment } from '../operations/appointment-records.ts';
import type { AppointmentRows } from '../operations/appointment-rows.ts';
import { isFull, type Slot } from '../rules/appointment-slots.ts';
import { placeOf } from './appointment-columns.ts';

/** Rows read or written by one statement. */
const TOGETHER = 1_000;

/** Edits one appointment. */
export function* editAppointment(
  rows: AppointmentRows,
  edit: AppointmentEdit,
): Effects<readonly AuditDraft[] | 'full' | null> {
  const { before, after, slot } = edit;
  const id = (before ?? after)?.appointment.id ?? '';
  const now = yield* rows.appointment(id);
  if (!isSame(now, before)) return null;
  if (isSame(before, after)) return [];
  if (slot !== undefined && after !== null && isFull(slot, yield* bookedOn(rows, after.locationId, slot), id))
    return 'full';
  if (now !== null) yield* rows.removeAppointments([now]);
  if (after !== null) yield* rows.putAppointments([after]);
  return drafts([{ before: now, after }]);
}

/** All bookings of the day at the location: one rule decides which slot they belong to. */
function* bookedOn(rows: AppointmentRows, locationId: string, { from }: Slot): Effects<readonly Appointment[]> {
  const day = from.slice(0, 10);
  const wanted = { locationId, from: day, until: day, state: null, text: '', services: [], after: null };
  const kept = yield* rows.appointmentsBefore({ ...wanted, limit: Number.MAX_SAFE_INTEGER }, null);
  return kept.map(({ appointment }) => appointment);
}

/** Changes appointments of a site file, and moves appointments of moved services. */
export function* changeAppointments(
  rows: AppointmentRows,
  { put, only, moved, seen }: AppointmentsChange,
): Effects<readonly AuditDraft[] | null> {
  if (seen !== undefined) {
    const there = yield* rows.appointmentsOf(seen.of, Number.MAX_SAFE_INTEGER);
    if (fingerprintOf(there) !== seen.fingerprint) return null;
  }
  const log: AuditDraft[] = [];
  if (only) append(log, yield* removeOthers(rows, new Set(put.map(({ appointment }) => appointment.id))));
  yield* follow(rows, moved);
  for (const given of together(put)) {
    const there = yield* rows.appointmentsOfIds(given.map(({ appointment }) => appointment.id));
    const known = new Map(there.map((kept) => [kept.appointment.id, kept]));
    const changes = given
      .map((after) => ({ before: known.get(after.appointment.id) ?? null, after }))
      .filter(({ before, after }) => !isSame(before, after));
    yield* rows.removeAppointments(changes.flatMap(({ before }) => before ?? []));
    yield* rows.putAppointments(changes.map(({ after }) => after));
    append(log, drafts(changes));
  }
  return log;
}

function* removeOthers(rows: AppointmentRows, kept: ReadonlySet<string>): Effects<readonly AuditDraft[]> {
  const log: AuditDraft[] = [];
  let after: (AppointmentPlace & { readonly locationId: string }) | null = null;
  for (;;) {
    const page: readonly KeptAppointment[] = yield* rows.everyAppointment(after, TOGETHER);
    const last = page.at(-1);
    if (last === undefined) return log;
    after = { locationId: last.locationId, ...placeOf(last.appointment) };
    const gone = page.filter(({ appointment }) => !kept.has(appointment.id));
    yield* rows.removeAppointments(gone);
    append(log, drafts(gone.map((before) => ({ before, after: null }))));
  }
}

/** Moves appointments to the location of their service. */
function* follow(rows: AppointmentRows, moved: AppointmentsChange['moved']): Effects<void> {
  for (const services of together(moved)) {
    const homes = new Map(services.map(({ serviceId, locationId }) => [serviceId, locationId]));
    const there = yield* rows.appointmentsOf({ services: [...homes.keys()] }, Number.MAX_SAFE_INTEGER);
    for (const those of together(there)) {
      yield* rows.removeAppointments(those);
      yield* rows.putAppointments(
        those.map((kept) => ({ ...kept, locationId: homes.get(kept.appointment.service) ?? kept.locationId })),
      );
    }
  }
}

function* together<Item>(items: readonly Item[]): Generator<readonly Item[], void> {
  for (let from = 0; from < items.length; from += TOGETHER) yield items.slice(from, from + TOGETHER);
}

interface Change {
  readonly before: KeptAppointment | null;
  readonly after: KeptAppointment | null;
}

function drafts(changes: readonly Change[]): AuditDraft[] {
  return changes.flatMap(({ before, after }) => {
    const [old, now] = [before?.appointment ?? null, after?.appointment ?? null];
    const fields = [...changedFields('appointments', old, now)];
    const { id = '' } = now ?? old ?? ({} as Partial<Appointment>);
    const action = old === null ? 'added' : now === null ? 'removed' : 'changed';
    return action === 'changed' && fields.length === 0
      ? []
      : [{ collection: 'appointments', itemId: id, itemName: '', action, fields }];
  });
}

function isSame(one: KeptAppointment | null, other: KeptAppointment | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.locationId !== other.locationId) return false;
  const fields = Object.keys(one.appointment) as (keyof Appointment)[];
  return fields.every((field) => one.appointment[field] === other.appointment[field]);
}
