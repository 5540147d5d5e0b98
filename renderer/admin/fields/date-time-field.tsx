import type { JSX } from 'preact';
import { Field } from '../../shared/components/field.tsx';
import type { WidgetProps } from './field-props.ts';

/** `yyyy-mm-dd hh:mm:ss` on the wall clock of the location. */
export function DateTimeField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const text = typeof value === 'string' ? value : '';
  return (
    <Field label={label} hint={hint} fault={fault}>
      {({ id, describedBy }) => (
        <input
          id={id}
          class="input narrow"
          type="datetime-local"
          required
          value={text.slice(0, 16).replace(' ', 'T')}
          aria-describedby={describedBy}
          aria-invalid={fault !== '' || undefined}
          onInput={(event) => {
            const given = event.currentTarget.value;
            onChange(given === '' ? '' : `${given.replace('T', ' ')}:00`.slice(0, 19));
          }}
        />
      )}
    </Field>
  );
}
