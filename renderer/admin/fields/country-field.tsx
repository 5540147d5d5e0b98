import type { JSX } from 'preact';
import { TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import type { WidgetProps } from './field-props.ts';

/** Two letters, with the name of the country beside them. */
export function CountryField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { language } = useStaff();
  const code = typeof value === 'string' ? value : '';
  const name = countryName(code, language.id.value);
  return (
    <div class="narrow">
      <TextField
        label={label}
        hint={name === '' ? hint : name}
        fault={fault}
        value={code}
        maxLength={2}
        dir="ltr"
        onInput={(text) => onChange(text.toUpperCase())}
      />
    </div>
  );
}

function countryName(code: string, lang: string): string {
  if (!/^[A-Z]{2}$/i.test(code)) return '';
  const name = new Intl.DisplayNames([lang], { type: 'region', fallback: 'none' }).of(code.toUpperCase());
  return name ?? '';
}
