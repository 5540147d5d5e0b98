import type { JSX } from 'preact';
import type { WidgetProps } from './field-props.ts';
import { PickedField } from './picked-field.tsx';

/** `yyyy-mm-dd`, or nothing. */
export function DateField({ value, onChange, ...frame }: WidgetProps): JSX.Element {
  const day = typeof value === 'string' ? value : '';
  return <PickedField {...frame} type="date" required={false} value={day} onInput={onChange} />;
}
