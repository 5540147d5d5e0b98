/** Fields of secrets, never shown again: PIN and password. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { randomPassword } from '../model/random-password.ts';
import { CopyButton } from '../parts/copied.tsx';
import type { WidgetProps } from './field-props.ts';

const MADE_DIGITS = 8;

const MAX_DIGITS = 12;

/** A PIN, never shown again; an empty text removes the saved one. */
export function PinField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const [made, setMade] = useState(false);
  return (
    <div class="pair pair-button">
      <TextField
        label={label}
        hint={value === '' ? t('pin.none') : hint}
        fault={fault}
        type={made ? 'text' : 'password'}
        autocomplete="new-password"
        dir="ltr"
        maxLength={MAX_DIGITS}
        value={typeof value === 'string' ? value : ''}
        onInput={(next) => onChange(next === '' ? undefined : next)}
      />
      <Button
        onClick={() => {
          setMade(true);
          onChange(random(MADE_DIGITS));
        }}
      >
        {t('makeOne')}
      </Button>
      <Button onClick={() => onChange('')}>{t('pin.remove')}</Button>
    </div>
  );
}

function random(length: number): string {
  return [...crypto.getRandomValues(new Uint32Array(length))].map((each) => each % 10).join('');
}

/** A password, never shown again. */
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
      {made && text !== '' && <CopyButton label={label} value={text} />}
    </div>
  );
}
