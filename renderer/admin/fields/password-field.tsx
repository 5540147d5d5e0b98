import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { randomPassword } from '../model/random-password.ts';
import type { WidgetProps } from './field-props.ts';

/** Written, never shown again. */
export function PasswordField({ schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { isNew } = useEditor();
  const [made, setMade] = useState(false);
  const text = typeof value === 'string' ? value : '';
  return (
    <div class="pair pair-button">
      <TextField
        label={label}
        hint={isNew ? hint : t('hints.keepPassword')}
        fault={fault}
        type={made ? 'text' : 'password'}
        autocomplete="new-password"
        dir="ltr"
        maxLength={schema.maxLength ?? 200}
        value={text}
        onInput={(next) => onChange(next === '' ? undefined : next)}
      />
      <Button
        onClick={() => {
          setMade(true);
          onChange(randomPassword(Math.max(14, (schema.minLength ?? 0) + 8)));
        }}
      >
        {t('makeOne')}
      </Button>
    </div>
  );
}
