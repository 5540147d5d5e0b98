import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { useOfficeWords } from '../model/office-words.ts';
import type { WidgetProps } from './field-props.ts';

/** A password that somebody else's server wants: written, never shown again; an empty text takes the one before away. */
export function ForeignPasswordField({ schema, label, fault, value, onChange }: WidgetProps): JSX.Element {
  const w = useOfficeWords();
  return (
    <div class="pair pair-button">
      <TextField
        label={label}
        hint={w(value === '' ? 'mail.noPassword' : 'mail.keepPassword')}
        fault={fault}
        type="password"
        autocomplete="new-password"
        dir="ltr"
        maxLength={schema.maxLength ?? 500}
        value={typeof value === 'string' ? value : ''}
        onInput={(next) => onChange(next === '' ? undefined : next)}
      />
      <Button onClick={() => onChange('')}>{w('mail.removePassword')}</Button>
    </div>
  );
}
