import type { JSX } from 'preact';
import { SelectField } from '../../shared/components/field.tsx';
import type { WidgetProps } from './field-props.ts';

export interface NamedChoiceProps {
  readonly field: Pick<WidgetProps, 'label' | 'hint' | 'fault'>;
  readonly value: string;
  readonly ids: readonly (string | number)[];
  /** What an id is called. */
  readonly nameOf: (id: string) => string;
  readonly onChoose: (id: string) => void;
}

/** One of these ids, each under its name. */
export function NamedChoice({ field, value, ids, nameOf, onChoose }: NamedChoiceProps): JSX.Element {
  return (
    <SelectField
      label={field.label}
      hint={field.hint}
      fault={field.fault}
      value={value}
      options={ids.map(String).map((id) => ({ value: id, label: nameOf(id) }))}
      onChange={onChoose}
    />
  );
}
