/** Question for a rating. */
import type { JSX } from 'preact';
import { FitText } from '../parts/fit-text.tsx';
import { Icon } from '../parts/icon.tsx';
import type { QuestionProps } from './question-props.ts';

/** Marks in a row, or two where they are many, with words at both ends. */
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
