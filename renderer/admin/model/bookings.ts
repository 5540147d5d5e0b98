import { useEffect, useState } from 'preact/hooks';
import type { CollectionName } from '../../../main/contract/site.ts';
import { useAdmin } from './admin.ts';
import { type Item, nameOf } from './item.ts';
import type { Referrer } from './references.ts';

/** The field of an appointment that names a thing of the collection. */
const NAMED_BY: { readonly [Name in CollectionName]?: string } = { services: 'service', users: 'user', desks: 'desk' };

/** Appointments that name the thing, some of them; asked of the server each time that the site has changed. */
export function useBookings(collection: CollectionName, id: string): readonly Referrer[] {
  const { session, site } = useAdmin();
  const [found, setFound] = useState<readonly Referrer[]>([]);
  const field = NAMED_BY[collection];
  const file = site.file.value;
  useEffect(() => {
    if (field === undefined) return;
    const asked = { [field]: id };
    void session.rest
      .get<{ readonly appointments: readonly Item[] }>('v2/admin/appointments_of', asked)
      .then((answer) => {
        if (!answer.ok) return;
        const named = answer.value.appointments.map((item) => ({ id: String(item.id), name: nameOf(item) }));
        setFound(named.map((one) => ({ ...one, collection: 'appointments', field })));
      });
  }, [session, field, id, file]);
  return found;
}
