import type { JSX } from 'preact';
import { SelectField } from '../../shared/components/field.tsx';
import { useAdmin } from '../model/admin.ts';
import { useLocations } from '../model/locations.ts';

/** Selects the location of the figures; renders nothing if there is only one. */
export function LocationChoice(): JSX.Element | null {
  const { t, chooseLocation } = useAdmin();
  const { all, here } = useLocations();
  if (all.length < 2) return null;
  return (
    <SelectField
      label={t('fields.location')}
      value={here?.id ?? ''}
      options={all.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={chooseLocation}
    />
  );
}
