import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { ANSWER_TYPE } from '../../../main/forms/contract/form-constants.ts';
import { useStaff } from '../../shared/staff.ts';
import type { Item } from '../model/item.ts';
import { configOf, optionsOf, translated } from './question.ts';

const DEFAULT_BEST = 5;

/** What a kind of answer is typed with. */
const INPUTS: Readonly<Record<number, string>> = { 5: 'date', 7: 'email', 8: 'tel', 9: 'number' };

/** One question, ready to be answered; nothing of it goes anywhere. */
export function PreviewQuestion({
  question,
  type,
  lang,
  answer,
  onAnswer,
}: {
  readonly question: Item;
  readonly type: number;
  readonly lang: string;
  readonly answer: readonly string[];
  readonly onAnswer: (answer: readonly string[]) => void;
}): JSX.Element {
  const { t } = useStaff();
  const id = useId();
  const config = configOf(question);
  const words = translated(question, lang);
  const best = typeof config.to === 'number' ? config.to : DEFAULT_BEST;
  const choices =
    type === ANSWER_TYPE.yesNo
      ? ['yes', 'no'].map((value) => ({ value, label: t(`question.${value}`) }))
      : type === ANSWER_TYPE.rating
        ? Array.from({ length: best }, (_, place) => ({ value: String(place + 1), label: String(place + 1) }))
        : optionsOf(config).map((value, place) => ({ value, label: words.options[place] ?? value }));
  const isSeveral = type === ANSWER_TYPE.severalOf;
  const title = (
    <>
      {words.question || '…'} {question.required === true && <span class="soft">*</span>}
    </>
  );
  if (choices.length === 0) {
    return (
      <div class="preview-question">
        <label for={id}>{title}</label>
        <input
          id={id}
          class="input"
          type={(INPUTS[type] ?? 'text') as 'text'}
          value={answer[0] ?? ''}
          placeholder={typeof config.example === 'string' ? config.example : ''}
          onInput={(event) => onAnswer(event.currentTarget.value === '' ? [] : [event.currentTarget.value])}
        />
      </div>
    );
  }
  return (
    <fieldset class="preview-question">
      <legend>{title}</legend>
      <div class={type === ANSWER_TYPE.rating ? 'preview-marks' : 'preview-options'}>
        {choices.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            class="choice"
            aria-pressed={answer.includes(value)}
            onClick={() => {
              if (answer.includes(value)) onAnswer(answer.filter((each) => each !== value));
              else onAnswer(isSeveral ? [...answer, value] : [value]);
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
