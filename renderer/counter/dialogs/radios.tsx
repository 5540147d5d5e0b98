import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

/** One of a few, all of them in sight. */
export function Radios<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}): JSX.Element {
  const name = useId();
  return (
    <fieldset class="radios">
      <legend class="field-label">{label}</legend>
      {options.map((option) => (
        <label key={option.value} class="radio">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
