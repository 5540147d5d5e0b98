/** Choice of the current location, in the app bar. */
import type { JSX } from 'preact';
import { useAdmin } from '../model/admin.ts';
import { useLocations } from '../model/locations.ts';

/** Selects the location of figures and of large lists; renders nothing if there is only one. */
export function LocationChoice(): JSX.Element | null {
  const { t, chooseLocation } = useAdmin();
  const { all, here } = useLocations();
  if (all.length < 2) return null;
  return (
    <select
      class="input top-location"
      aria-label={t('palette.here')}
      value={here?.id ?? ''}
      onChange={(event) => chooseLocation(event.currentTarget.value)}
    >
      {all.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
