import type { JSX } from 'preact';
import { SelectField, TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import type { WidgetProps } from './field-props.ts';

const DEVICE_TYPES = [1, 9, 7, 6, 2, 3, 4, 5, 8];

/** One of what the schema lists. */
export function ChoiceField({ name, schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  return (
    <SelectField
      label={label}
      hint={hint}
      fault={fault}
      value={String(value ?? schema.default ?? '')}
      options={(schema.enum ?? []).map((each) => ({ value: each, label: t(`enum.${name}.${each}`) }))}
      onChange={onChange}
    />
  );
}

/** Yes, no, or as the program decides. */
export function TriStateField({ name, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  return (
    <SelectField
      label={label}
      hint={hint}
      fault={fault}
      value={value === undefined ? '' : String(value)}
      options={['', 'true', 'false'].map((each) => ({ value: each, label: t(`enum.${name}.${each || 'unset'}`) }))}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen === 'true')}
    />
  );
}

export function DeviceTypeField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  return (
    <SelectField
      label={label}
      hint={hint}
      fault={fault}
      value={String(value ?? 1)}
      options={DEVICE_TYPES.map((type) => ({ value: String(type), label: t(`deviceType.${type}`) }))}
      onChange={(type) => onChange(Number(type))}
    />
  );
}

/** Never, without limit, or so many tickets. */
export function ToleranceField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const kind = value === 0 ? 'never' : value === -1 ? 'always' : 'some';
  return (
    <div class="pair">
      <SelectField
        label={label}
        hint={hint}
        value={kind}
        options={['never', 'some', 'always'].map((each) => ({ value: each, label: t(`enum.tolerance.${each}`) }))}
        onChange={(next) => onChange(next === 'never' ? 0 : next === 'always' ? -1 : 5)}
      />
      {kind === 'some' && (
        <TextField
          label={t('fields.toleranceTickets')}
          fault={fault}
          type="number"
          value={String(value ?? '')}
          onInput={(text) => onChange(/^\d+$/.test(text.trim()) ? Number(text) : text)}
        />
      )}
    </div>
  );
}
