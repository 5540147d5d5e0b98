/** Field for the answer type of a question. */
import type { JSX } from 'preact';
import { ANSWER_LENGTH, MASK } from '../../../main/forms/contract/form-constants.ts';
import { SelectField, TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { objectOf } from '../model/item.ts';
import type { WidgetProps } from './field-props.ts';
import { NamedChoice } from './named-choice.tsx';

const TYPES = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const MASKS = [0, MASK.numeric, MASK.alpha, MASK.alphanumeric];

/** The kind of an answer, and for texts what they may be made of. */
export function TypeConfigField(field: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { item, update } = useEditor();
  const config = objectOf(item.config);
  return (
    <>
      <NamedChoice
        field={field}
        value={String(field.value ?? 1)}
        ids={TYPES}
        nameOf={(type) => t(`answerType.${type}`)}
        onChoose={(type) => field.onChange(Number(type))}
      />
      {field.value === 1 && (
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
            range={ANSWER_LENGTH}
            value={String(config.length ?? '')}
            onInput={(length) => update('config', { ...config, length })}
          />
        </div>
      )}
    </>
  );
}
