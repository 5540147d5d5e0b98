/** Question with a choice of answers. */
import type { JSX } from 'preact';
import { FitText } from '../parts/fit-text.tsx';
import { Icon } from '../parts/icon.tsx';
import type { QuestionProps } from './question-props.ts';

/** One of a list, or several: as many large buttons as there are answers; a long list can be pushed up. */
export function ChoiceQuestion({
  question,
  answer,
  change,
  several,
}: QuestionProps & { readonly several: boolean }): JSX.Element {
  const toggle = (value: string): void =>
    change((before) => {
      if (!several) return [value];
      return before.includes(value) ? before.filter((each) => each !== value) : [...before, value];
    });
  const labels = question.options.map(({ label }) => label);
  return (
    <fieldset class="options" aria-label={question.text}>
      {question.options.map(({ value, label }) => {
        const chosen = answer.includes(value);
        const icon = several ? (chosen ? 'boxChosen' : 'box') : chosen ? 'chosen' : 'ring';
        return (
          <button key={value} type="button" class="option" aria-pressed={chosen} onClick={() => toggle(value)}>
            <Icon name={icon} />
            <span class="option-words">
              <FitText text={label} like={labels} />
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}

export function YesNoQuestion({ question, answer, change, t }: QuestionProps): JSX.Element {
  return (
    <fieldset class="options options-two" aria-label={question.text}>
      {(['yes', 'no'] as const).map((value) => (
        <button
          key={value}
          type="button"
          class="option option-big"
          aria-pressed={answer.includes(value)}
          onClick={() => change(() => [value])}
        >
          <Icon name={value === 'yes' ? 'check' : 'cross'} />
          <span class="option-words">
            <FitText text={t(`form.${value}`)} />
          </span>
        </button>
      ))}
    </fieldset>
  );
}
