import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { SelectField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { countries } from '../model/countries.ts';
import type { WidgetProps } from './field-props.ts';

/** A country by its name. What an older file says and no list knows stays, so that opening the editor changes nothing. */
export function CountryField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t, language } = useStaff();
  const lang = language.id.value;
  const all = useMemo(() => countries(lang), [lang]);
  const code = typeof value === 'string' ? value : '';
  const known = all.some((each) => each.value === code.toUpperCase());
  return (
    <div class="narrow">
      <SelectField
        label={label}
        hint={hint}
        fault={fault}
        value={known ? code.toUpperCase() : code}
        options={[
          { value: '', label: t('noneChosen') },
          ...(known || code === '' ? [] : [{ value: code, label: code }]),
          ...all,
        ]}
        onChange={onChange}
      />
    </div>
  );
}
