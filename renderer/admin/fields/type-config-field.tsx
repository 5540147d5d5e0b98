import type { JSX } from 'preact';
import { SelectField, TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { objectOf } from '../model/item.ts';
import type { WidgetProps } from './field-props.ts';

const TYPES = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const MASKS = [0, 2, 3, 4];

/** The kind of an answer, and for texts what they may be made of. */
export function TypeConfigField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { item, update } = useEditor();
  const config = objectOf(item.config);
  return (
    <>
      <SelectField
        label={label}
        hint={hint}
        fault={fault}
        value={String(value ?? 1)}
        options={TYPES.map((type) => ({ value: String(type), label: t(`answerType.${type}`) }))}
        onChange={(type) => onChange(Number(type))}
      />
      {value === 1 && (
        <div class="pair">
          <SelectField
            label={t('fields.mask')}
            value={String(config.mask ?? 0)}
            options={MASKS.map((mask) => ({ value: String(mask), label: t(`mask.${mask}`) }))}
            onChange={(mask) => update('config', { ...config, mask: Number(mask) })}
          />
          <TextField
            label={t('fields.length')}
            hint={t('hints.length')}
            type="number"
            value={String(config.length ?? '')}
            onInput={(length) => update('config', { ...config, length })}
          />
        </div>
      )}
    </>
  );
}
