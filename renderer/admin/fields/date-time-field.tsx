import type { JSX } from 'preact';
import type { WidgetProps } from './field-props.ts';
import { PickedField } from './picked-field.tsx';

/** `yyyy-mm-dd hh:mm:ss` on the wall clock of the location. */
export function DateTimeField({ value, onChange, ...frame }: WidgetProps): JSX.Element {
  const text = typeof value === 'string' ? value : '';
  return (
    <PickedField
      {...frame}
      type="datetime-local"
      required
      value={text.slice(0, 16).replace(' ', 'T')}
      onInput={(given) => onChange(given === '' ? '' : `${given.replace('T', ' ')}:00`.slice(0, 19))}
    />
  );
}
