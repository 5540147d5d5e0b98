/** Field for a logo, stored in the site as a PNG. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Field } from '../../shared/components/field.tsx';
import { FileDrop } from '../../shared/components/file-drop.tsx';
import { useStaff } from '../../shared/staff.ts';
import { pictureFrom } from '../model/picture.ts';
import type { WidgetProps } from './field-props.ts';

/** Maximum size in pixels that paper and kiosk use. */
const LARGEST = { width: 960, height: 480 };

/** Stores an image file of this computer in the site, as a PNG reduced to the size limit. */
export function LogoField({ schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const [wrong, setWrong] = useState('');
  const text = typeof value === 'string' ? value : '';
  const isData = text.startsWith('data:');
  const most = schema.maxLength ?? 200_000;
  const read = async (chosen: File | undefined): Promise<void> => {
    setWrong('');
    if (chosen === undefined) return;
    const picture = await pictureFrom(chosen, { ...LARGEST, letters: most, look: 'lines' });
    if (picture.ok) onChange(picture.value);
    else setWrong(t(`logo.${picture.error}`, { size: Math.floor((most * 3) / 4 / 1000) }));
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
          <FileDrop
            id={id}
            accept="image/*"
            showsNames={false}
            describedBy={describedBy}
            onFiles={([file]) => void read(file)}
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
