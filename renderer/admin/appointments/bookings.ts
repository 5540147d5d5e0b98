import { LIST_APPOINTMENTS_OF } from '../../../main/appointments/contract/endpoints.ts';
import type { CollectionName } from '../../../main/site/contract/site.ts';
import { useAnswer } from '../../shared/use-answer.ts';
import { useAdmin } from '../model/admin.ts';
import { nameOf } from '../model/item.ts';
import type { Referrer } from '../model/references.ts';

/** Field of an appointment that references an item of each collection. */
const NAMED_BY: { readonly [Name in CollectionName]?: 'service' | 'user' | 'desk' } = {
  services: 'service',
  users: 'user',
  desks: 'desk',
};

/** Some of the appointments that reference the item; requested again after each change of the site. */
export function useBookings(collection: CollectionName, id: string): readonly Referrer[] {
  const { site } = useAdmin();
  const field = NAMED_BY[collection];
  const { value } = useAnswer(LIST_APPOINTMENTS_OF, field === undefined ? null : { [field]: id }, [site.file.value]);
  if (field === undefined || value === null) return [];
  return value.appointments.map((item) => ({ collection: 'appointments', id: item.id, name: nameOf(item), field }));
}
