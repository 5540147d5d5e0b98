/** Fields with a choice of values. */
import type { JSX } from 'preact';
import { SelectField, TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import type { WidgetProps } from './field-props.ts';
import { NamedChoice } from './named-choice.tsx';

const DEVICE_TYPES = [1, 9, 7, 6, 2, 3, 4, 5, 8];

/** One of what the schema lists. */
export function ChoiceField(field: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { name, schema, value, onChange } = field;
  return (
    <NamedChoice
      field={field}
      value={String(value ?? schema.default ?? '')}
      ids={schema.enum ?? []}
      nameOf={(id) => t(`enum.${name}.${id}`)}
      onChoose={onChange}
    />
  );
}

/** Yes, no, or as the program decides. */
export function TriStateField(field: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { name, value, onChange } = field;
  return (
    <NamedChoice
      field={field}
      value={value === undefined ? '' : String(value)}
      ids={['', 'true', 'false']}
      nameOf={(id) => t(`enum.${name}.${id || 'unset'}`)}
      onChoose={(chosen) => onChange(chosen === '' ? undefined : chosen === 'true')}
    />
  );
}

export function DeviceTypeField(field: WidgetProps): JSX.Element {
  const { t } = useStaff();
  return (
    <NamedChoice
      field={field}
      value={String(field.value ?? 1)}
      ids={DEVICE_TYPES}
      nameOf={(type) => t(`deviceType.${type}`)}
      onChoose={(type) => field.onChange(Number(type))}
    />
  );
}

/** Never, without limit, or so many tickets. */
export function ToleranceField({ schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
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
          range={{ ...schema, minimum: 1 }}
          value={String(value ?? '')}
          onInput={(text) => onChange(/^\d+$/.test(text.trim()) ? Number(text) : text)}
        />
      )}
    </div>
  );
}
