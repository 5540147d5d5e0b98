/** Field for custom keys and texts. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Of, TextField } from '../../shared/components/field.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { CROSS } from '../../shared/components/marks.ts';
import { useStaff } from '../../shared/staff.ts';
import { objectOf } from '../model/item.ts';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';

/** Keys and texts of one's own. */
export function MetadataField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const [fresh, setFresh] = useState('');
  const data = objectOf(value);
  const name = fresh.trim();
  return (
    <Group label={label} hint={hint} fault={fault}>
      {Object.entries(data).map(([key, text]) => (
        <div class="pair pair-button" key={key}>
          <TextField
            label={key}
            value={String(text)}
            maxLength={4000}
            onInput={(next) => onChange({ ...data, [key]: next })}
          />
          <Button
            look="plain"
            class="button-mark"
            label={t('take', { name: key })}
            onClick={() => onChange(Object.fromEntries(Object.entries(data).filter(([other]) => other !== key)))}
          >
            <Mark path={CROSS} />
          </Button>
        </div>
      ))}
      <div class="pair pair-button">
        <TextField label={t('fields.newKey')} value={fresh} maxLength={200} onInput={setFresh} />
        <Button
          off={name === '' || name in data}
          onClick={() => {
            onChange({ ...data, [name]: '' });
            setFresh('');
          }}
        >
          {t('add')}
          <Of name={label} />
        </Button>
      </div>
    </Group>
  );
}
