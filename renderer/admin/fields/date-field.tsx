import type { JSX } from 'preact';
import { Field } from '../../shared/components/field.tsx';
import type { WidgetProps } from './field-props.ts';

/** `yyyy-mm-dd`, or nothing: with the browser's own way to pick one. */
export function DateField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {({ id, describedBy }) => (
        <input
          id={id}
          class="input narrow"
          type="date"
          value={typeof value === 'string' ? value : ''}
          aria-describedby={describedBy}
          aria-invalid={fault !== '' || undefined}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
