import { useEffect, useState } from 'preact/hooks';
import { LIST_APPOINTMENTS_OF } from '../../../main/appointments/contract/endpoints.ts';
import type { CollectionName } from '../../../main/site/contract/site.ts';
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
  const { session, site } = useAdmin();
  const [found, setFound] = useState<readonly Referrer[]>([]);
  const field = NAMED_BY[collection];
  const file = site.file.value;
  useEffect(() => {
    if (field === undefined) return;
    void session.rest.call(LIST_APPOINTMENTS_OF, { [field]: id }).then((answer) => {
      if (!answer.ok) return;
      const named = answer.value.appointments.map((item) => ({ id: item.id, name: nameOf(item) }));
      setFound(named.map((one) => ({ ...one, collection: 'appointments', field })));
    });
  }, [session, field, id, file]);
  return found;
}
