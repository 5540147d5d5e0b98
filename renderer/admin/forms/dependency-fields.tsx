import type { JSX } from 'preact';
import { ANSWER_TYPE } from '../../../main/forms/contract/form-constants.ts';
import { SelectField, TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { type Item, textOf } from '../model/item.ts';
import { type AnswerKind, configOf, optionsOf } from './question.ts';

/** Whether a question is asked at all: after which answer to which question before it. */
export function DependencyFields({
  depends,
  earlier,
  kinds,
  onChange,
}: {
  readonly depends: Item;
  readonly earlier: readonly Item[];
  readonly kinds: readonly AnswerKind[];
  readonly onChange: (depends: Item) => void;
}): JSX.Element {
  const { t } = useStaff();
  const wanted = depends.has_dependency === true ? textOf(depends, 'question') : '';
  const other = earlier.find(({ id }) => id === wanted);
  const type = kinds.find(({ id }) => id === other?.qat_id)?.type;
  const options =
    type === ANSWER_TYPE.yesNo
      ? ['yes', 'no']
      : type === ANSWER_TYPE.oneOf || type === ANSWER_TYPE.severalOf
        ? optionsOf(configOf(other ?? {}))
        : [];
  const answer = textOf(depends, 'answer');
  const set = (change: Item): void => onChange({ ...depends, ...change });
  return (
    <div class="pair">
      <SelectField
        label={t('question.after')}
        value={wanted}
        options={[
          { value: '', label: t('question.always') },
          ...earlier.map((each) => ({
            value: String(each.id),
            label: textOf(each, 'question') || t('question.unnamed'),
          })),
        ]}
        onChange={(id) => set({ has_dependency: id !== '', question: id, answer: '' })}
      />
      {other !== undefined &&
        (options.length > 0 ? (
          <SelectField
            label={t('question.answered')}
            value={answer}
            options={[
              { value: '', label: t('question.anyAnswer') },
              ...options.map((option) => ({
                value: option,
                label: type === ANSWER_TYPE.yesNo ? t(`question.${option}`) : option,
              })),
            ]}
            onChange={(value) => set({ answer: value })}
          />
        ) : (
          <TextField
            label={t('question.answered')}
            hint={t('question.anyAnswerHint')}
            value={answer}
            onInput={(value) => set({ answer: value })}
          />
        ))}
    </div>
  );
}
