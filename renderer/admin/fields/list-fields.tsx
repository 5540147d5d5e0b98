/** Fields of several texts: lines and check boxes. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { isSame, listOf } from '../model/item.ts';
import { CheckList } from './check-list.tsx';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';

/** Addresses or networks, one per line. */
export function LinesField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const lines = Array.isArray(value) ? value.map(String) : [];
  // The text may contain an empty line while the user types.
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

/** Check boxes of the schema's enum values. */
export function ChecksField({ name, schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const chosen = listOf({ value }, 'value');
  const all = schema.items?.enum ?? [];
  return (
    <Group label={label} hint={hint} fault={fault}>
      <CheckList
        all={all.map((id) => ({ id, name: t(`enum.${name}.${id.replaceAll('.', '_')}`) }))}
        chosen={chosen}
        onChange={(id, isChosen) => onChange(all.filter((one) => (one === id ? isChosen : chosen.includes(one))))}
      />
    </Group>
  );
}
