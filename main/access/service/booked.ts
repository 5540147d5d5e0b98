import type { Appointment } from '../../site/contract/site.ts';
import type { Store } from '../../store/contract/store.ts';

/** One person may have many visits under one code, such as the number of a card. */
export const MAX_VISITS = 500;

/** The appointment with this id, else those with this code. One that was called off is not there. */
export async function booked(store: Store, idOrCode: string): Promise<readonly Appointment[]> {
  const kept = await store.query('appointment', { id: idOrCode });
  if (kept?.appointment.state === 1) return [kept.appointment];
  const ofCode = await store.query('appointmentsOfCode', { code: idOrCode, alike: false, limit: MAX_VISITS });
  return ofCode.map(({ appointment }) => appointment);
}
