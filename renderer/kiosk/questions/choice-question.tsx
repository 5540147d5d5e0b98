/** Question with a choice of answers. */
import type { JSX } from 'preact';
import { FitText } from '../parts/fit-text.tsx';
import { Icon } from '../parts/icon.tsx';
import type { QuestionProps } from './question-props.ts';

/** Single or multiple choice as large buttons; a long list scrolls. */
export function ChoiceQuestion({
  question,
  answer,
  change,
  waits = false,
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
          <button
            key={value}
            type="button"
            class="option"
            aria-pressed={chosen}
            aria-disabled={waits}
            onClick={() => toggle(value)}
          >
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

export function YesNoQuestion({ question, answer, change, waits = false, t }: QuestionProps): JSX.Element {
  return (
    <YesNoOptions
      label={question.text}
      chosen={answer[0] ?? null}
      waits={waits}
      t={t}
      onChoose={(value) => change(() => [value])}
    />
  );
}

interface YesNoProps extends Pick<QuestionProps, 't'> {
  readonly label: string;
  /** The given answer; null before. */
  readonly chosen: string | null;
  /** Ignores touches for now. */
  readonly waits?: boolean;
  readonly onChoose: (value: 'yes' | 'no') => void;
}

export function YesNoOptions({ label, chosen, waits = false, t, onChoose }: YesNoProps): JSX.Element {
  return (
    <fieldset class="options options-two" aria-label={label}>
      {(['yes', 'no'] as const).map((value) => (
        <button
          key={value}
          type="button"
          class="option option-big"
          aria-pressed={chosen === value}
          aria-disabled={waits}
          onClick={() => onChoose(value)}
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

/** Rating marks in one or two rows, with labels at both ends. */
export function RatingQuestion({ question, answer, change, t }: QuestionProps): JSX.Element {
  const to = question.ratingTo;
  const given = Number(answer[0] ?? 0);
  const marks = Array.from({ length: to }, (_, index) => index + 1);
  return (
    <div class="rating">
      <fieldset
        class="marks"
        aria-label={question.text}
        style={{ '--in-row': to > 6 ? Math.ceil(to / 2) : to, '--in-wide-row': to }}
      >
        {marks.map((mark) => (
          <button
            key={mark}
            type="button"
            class={mark <= given ? 'mark mark-reached' : 'mark'}
            aria-pressed={mark === given}
            aria-label={t('form.mark', { mark, to })}
            onClick={() => change(() => [String(mark)])}
          >
            <Icon name="star" />
            <span aria-hidden="true">{mark}</span>
          </button>
        ))}
      </fieldset>
      <div class="rating-ends">
        <div>
          <FitText text={`1 = ${t('form.low')}`} />
        </div>
        <div>
          <FitText text={`${to} = ${t('form.high')}`} />
        </div>
      </div>
    </div>
  );
}
