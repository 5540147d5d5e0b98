/** Form fields with label, hint and error. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

/** Distinguishes controls with the same label: appended for screen readers, after the visible label. */
export function Of({ name }: { readonly name: string }): JSX.Element | null {
  return name === '' ? null : <span class="spoken"> {name}</span>;
}

interface FieldFrame {
  readonly label: string;
  /** Distinguishes fields with the same label. Read after the label, not shown. */
  readonly of?: string;
  /** Hint before input. */
  readonly hint?: string;
  /** Error; empty: none. */
  readonly fault?: string;
  readonly required?: boolean;
}

interface Ids {
  readonly id: string;
  readonly describedBy: string | undefined;
}

/** Label, control, hint and error, associated for assistive technology. */
export function Field({
  label,
  of = '',
  hint = '',
  fault = '',
  children,
}: FieldFrame & { readonly children: (ids: Ids) => ComponentChildren }): JSX.Element {
  const id = useId();
  const describedBy = [hint === '' ? '' : `${id}-hint`, fault === '' ? '' : `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div class={fault === '' ? 'field' : 'field field-faulty'}>
      <label class="field-label" for={id}>
        {label}
        <Of name={of} />
      </label>
      {children({ id, describedBy: describedBy || undefined })}
      {hint !== '' && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault !== '' && (
        <p class="field-fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

export interface TextFieldProps extends FieldFrame {
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Called on Enter, instead of submitting the form. */
  readonly onEnter?: () => void;
  readonly type?: 'text' | 'password' | 'email' | 'tel' | 'date' | 'number' | 'time' | 'search';
  /** As in HTML: `username`, `current-password`; default `off`. */
  readonly autocomplete?: string;
  readonly maxLength?: number;
  /** Range of a number, for spin buttons and screen readers. */
  readonly range?: { readonly minimum?: number; readonly maximum?: number };
  readonly rows?: number;
  readonly autofocus?: boolean;
  readonly off?: boolean;
  readonly dir?: 'ltr' | 'auto';
}

export function TextField(props: TextFieldProps): JSX.Element {
  const { value, onInput, type = 'text', rows = 1, required = false, off = false } = props;
  return (
    <Field {...props}>
      {({ id, describedBy }) => {
        const common = {
          id,
          value,
          required,
          disabled: off,
          maxLength: props.maxLength,
          min: props.range?.minimum,
          max: props.range?.maximum,
          class: 'input',
          dir: props.dir ?? ('auto' as const),
          autoComplete: props.autocomplete ?? 'off',
          'aria-describedby': describedBy,
          'aria-invalid': (props.fault ?? '') !== '' || undefined,
          autofocus: props.autofocus,
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== 'Enter' || props.onEnter === undefined) return;
            event.preventDefault();
            props.onEnter();
          },
        };
        return rows > 1 ? (
          <textarea {...common} rows={rows} onInput={(event) => onInput(event.currentTarget.value)} />
        ) : (
          // These types share their attributes; the typings only accept a single type.
          <input {...common} type={type as 'text'} onInput={(event) => onInput(event.currentTarget.value)} />
        );
      }}
    </Field>
  );
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export function SelectField(
  props: FieldFrame & {
    readonly value: string;
    readonly options: readonly Option[];
    readonly onChange: (value: string) => void;
    readonly off?: boolean;
  },
): JSX.Element {
  return (
    <Field {...props}>
      {({ id, describedBy }) => (
        <select
          id={id}
          class="input"
          value={props.value}
          required={props.required}
          disabled={props.off}
          aria-describedby={describedBy}
          aria-invalid={(props.fault ?? '') !== '' || undefined}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: string;
  readonly off?: boolean;
}

export function CheckField({ label, checked, onChange, hint = '', off = false }: CheckFieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="field field-check">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={off}
        aria-describedby={hint === '' ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint !== '' && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
