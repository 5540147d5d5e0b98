import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Field } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import type { WidgetProps } from './field-props.ts';

/** A picture from this computer becomes part of the site. */
export function LogoField({ schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const [wrong, setWrong] = useState('');
  const text = typeof value === 'string' ? value : '';
  const isData = text.startsWith('data:');
  const most = schema.maxLength ?? 200_000;
  const read = (chosen: File | undefined): void => {
    setWrong('');
    if (chosen === undefined) return;
    if (chosen.type !== 'image/png') {
      setWrong(t('logo.type'));
      return;
    }
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const address = String(reader.result);
      if (address.length > most) setWrong(t('logo.large', { size: Math.floor((most * 3) / 4 / 1000) }));
      else onChange(address);
    });
    reader.addEventListener('error', () => setWrong(t('logo.type')));
    reader.readAsDataURL(chosen);
  };
  return (
    <Field label={label} hint={hint} fault={fault || wrong}>
      {({ id, describedBy }) => (
        <div class="logo">
          {isData && <img class="logo-picture" src={text} alt={t('logo.alt')} />}
          {text !== '' && !isData && (
            <p>
              <code dir="ltr">{text}</code>
            </p>
          )}
          <input
            id={id}
            type="file"
            accept="image/png"
            aria-describedby={describedBy}
            onChange={(event) => read(event.currentTarget.files?.[0])}
          />
          {text !== '' && (
            <Button
              look="plain"
              onClick={() => {
                setWrong('');
                onChange('');
              }}
            >
              {t('logo.remove')}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
