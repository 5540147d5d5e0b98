import type { JSX } from 'preact';
import type { TicketQuestion } from '../../../main/forms/contract/rest/form-questions.ts';
import { useStaff } from '../../shared/staff.ts';
import { answerText, questionText } from '../question-text.ts';

/** Questions with their answers, read-only. */
export function AnswerList({ questions }: { readonly questions: readonly TicketQuestion[] }): JSX.Element {
  const { t, language } = useStaff();
  const lang = language.id.value;
  if (questions.length === 0) return <p class="empty">{t('questions.none')}</p>;
  return (
    <dl class="answers">
      {questions.map((question) => (
        <div key={question.id}>
          <dt dir="auto">{questionText(question, lang)}</dt>
          <dd dir="auto" data-empty={question.answers.length === 0}>
            {answerText(question, question.answers, lang, t)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
