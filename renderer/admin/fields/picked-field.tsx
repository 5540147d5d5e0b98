import type { JSX } from 'preact';
import { Field } from '../../shared/components/field.tsx';
import type { WidgetProps } from './field-props.ts';

type Picked = Pick<WidgetProps, 'label' | 'hint' | 'fault'> & {
  readonly type: 'date' | 'datetime-local';
  readonly required: boolean;
  /** As HTML has it for that type. */
  readonly value: string;
  readonly onInput: (value: string) => void;
};

/** A date, with the browser's own way to pick one. */
export function PickedField({ label, hint, fault, type, required, value, onInput }: Picked): JSX.Element {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {({ id, describedBy }) => (
        <input
          id={id}
          class="input narrow"
          // The attributes are the same for both types; the declarations know each type by itself only.
          type={type as 'date'}
          required={required}
          value={value}
          aria-describedby={describedBy}
          aria-invalid={fault !== '' || undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
