import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../shared/components/field.tsx';
import { isSame } from '../model/item.ts';
import type { WidgetProps } from './field-props.ts';

/** A list of addresses or networks: one a line. */
export function LinesField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const lines = Array.isArray(value) ? value.map(String) : [];
  // What is typed may hold an empty line for a moment.
  const [typed, setTyped] = useState(lines.join('\n'));
  const text = isSame(read(typed), lines) ? typed : lines.join('\n');
  return (
    <TextField
      label={label}
      hint={hint}
      fault={fault}
      rows={Math.max(2, Math.min(8, lines.length + 1))}
      dir="ltr"
      value={text}
      onInput={(next) => {
        setTyped(next);
        onChange(read(next));
      }}
    />
  );
}

function read(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
