/** Questions and answers of the current ticket. */
import type { JSX } from 'preact';
import type { TicketQuestion } from '../../../main/forms/contract/rest/form-questions.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useStaff } from '../../shared/staff.ts';
import { asked } from '../answers.ts';
import { useCounter } from '../model.ts';
import { AnswerList } from './answer-list.tsx';
import { QuestionField } from './question-field.tsx';

const STAGES = ['before', 'during', 'end'] as const;

/** The questions of the ticket at the desk: what the visitor said, and what is asked here. */
export function Questions(): JSX.Element | null {
  const { t } = useStaff();
  const { answers } = useCounter();
  const questions = answers.questions.value;
  if (answers.away.value) {
    return (
      <section class="questions" aria-label={t('questions.title')}>
        <NoticeBox kind="attention">{t('questions.away')}</NoticeBox>
        <Button onClick={answers.reload}>{t('questions.retry')}</Button>
      </section>
    );
  }
  if (questions === null || questions.length === 0) return null;
  const shown = asked(questions);
  const editable = shown.some((question) => question.editable);
  return (
    <section class="questions" aria-label={t('questions.title')}>
      <header class="questions-head">
        <h2>{t('questions.title')}</h2>
        {editable && (
          <p class="questions-state" data-state={answers.state.value} role="status">
            {answers.state.value === 'faulty' ? t('questions.unsaved') : t(`questions.${answers.state.value}`)}
          </p>
        )}
      </header>
      {STAGES.map((stage) => (
        <StageQuestions key={stage} stage={stage} questions={shown.filter((each) => each.stage === stage)} />
      ))}
    </section>
  );
}

function StageQuestions({
  stage,
  questions,
}: {
  readonly stage: (typeof STAGES)[number];
  readonly questions: readonly TicketQuestion[];
}): JSX.Element | null {
  const { t } = useStaff();
  if (questions.length === 0) return null;
  const fixed = questions.filter(({ editable }) => !editable);
  const open = questions.filter(({ editable }) => editable);
  return (
    <section class="stage" aria-label={t(`questions.${stage}`)}>
      <h3>{t(`questions.${stage}`)}</h3>
      {fixed.length > 0 && <AnswerList questions={fixed} />}
      {open.map((question) => (
        <QuestionField key={question.id} question={question} />
      ))}
    </section>
  );
}
