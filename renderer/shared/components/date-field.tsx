/** Field for a day. */
import type { JSX } from 'preact';
import { Field } from './field.tsx';

interface DateFieldProps {
  readonly label: string;
  /** `yyyy-mm-dd`; empty: none. */
  readonly value: string;
  readonly onInput: (day: string) => void;
  /** First and last day that can be chosen. */
  readonly min?: string;
  readonly max?: string;
  readonly of?: string;
  readonly hint?: string;
  readonly fault?: string;
  readonly required?: boolean;
}

/** The browser's own date picker, which follows the user's language and calendar. */
export function DateField(props: DateFieldProps): JSX.Element {
  const { value, onInput, min, max, required = false, fault = '' } = props;
  return (
    <Field {...props}>
      {({ id, describedBy }) => (
        <input
          id={id}
          type="date"
          class="input date-input"
          value={value}
          min={min || undefined}
          max={max || undefined}
          required={required}
          autoComplete="off"
          aria-describedby={describedBy}
          aria-invalid={fault !== '' || undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
