/** Choice of the location whose items a list shows. */
import type { JSX } from 'preact';
import { SelectField } from '../../shared/components/field.tsx';
import { useAdmin } from '../model/admin.ts';

interface LocationFilterProps {
  /** Empty: all locations. */
  readonly location: string;
  readonly onChange: (location: string) => void;
}

/** The location that a list shows: the asked one or, of a large site, the one that is loaded. */
export function useShownLocation(asked: string): string {
  return useAdmin().site.part.value || asked;
}

/** Selects one location or all. Of a large site, it loads what it selects. */
export function LocationFilter({ location, onChange }: LocationFilterProps): JSX.Element | null {
  const { t, site, chooseLocation } = useAdmin();
  const locations = site.file.value?.locations ?? [];
  if (locations.length < 2) return null;
  const choose = (id: string): void => {
    if (site.part.value !== '' && id === '') void site.readAll();
    else if (site.part.value !== '') chooseLocation(id);
    onChange(id);
  };
  return (
    <SelectField
      label={t('fields.location')}
      value={location}
      options={[{ value: '', label: t('all') }, ...locations.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={choose}
    />
  );
}
