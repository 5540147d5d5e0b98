import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import type { WidgetProps } from './field-props.ts';

/** Without letters and digits that are taken for one another. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

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
          onChange(random(Math.max(14, (schema.minLength ?? 0) + 8)));
        }}
      >
        {t('makeOne')}
      </Button>
    </div>
  );
}

function random(length: number): string {
  return [...crypto.getRandomValues(new Uint32Array(length))].map((each) => SIGNS[each % SIGNS.length]).join('');
}
