/** Screen of a form question. */
import type { JSX } from 'preact';
import { useModel } from '../model.ts';
import { ChoiceQuestion, RatingQuestion, YesNoQuestion } from '../questions/choice-question.tsx';
import { DateQuestion } from '../questions/date-question.tsx';
import { QuestionFrame } from '../questions/question-frame.tsx';
import { faultKey, kindOf } from '../questions/question-kind.ts';
import type { QuestionProps } from '../questions/question-props.ts';
import { TextQuestion } from '../questions/text-question.tsx';
import { useAnswer } from '../questions/use-answer.ts';
import type { KioskScreenProps } from './screen.ts';

/** A question before the ticket. */
export function FormScreen(props: KioskScreenProps<'form'>): JSX.Element {
  return <AskedQuestion key={props.screen.question.id} {...props} />;
}

function AskedQuestion({ state, t, screen }: KioskScreenProps<'form'>): JSX.Element {
  const { call } = useModel();
  const { question, step, fault } = screen;
  const { answer, changed, settled, ready, change, given, send } = useAnswer(screen.answer);
  const kind = kindOf(question);
  /** One touch answers and goes on. */
  const goesOn = kind === 'one' || kind === 'yesNo';
  const next = (): void => {
    if (!ready()) return;
    send();
    if (given().length === 0 && !question.required) call('skipQuestion', { questionId: question.id });
    else call('answerQuestion', { questionId: question.id, answer: given() });
  };
  const choose: QuestionProps['change'] = (answered) => {
    if (!ready()) return;
    change(answered);
    next();
  };
  const back = (): void => {
    if (ready()) call('backInForm', { questionId: question.id, answer: given() });
  };

  const said = fault !== '' && !changed ? t(`form.fault.${faultKey(fault, question)}`, faultWords(screen)) : '';
  const place = t('form.step', { ...step });
  // What a touch has chosen is sent already.
  const empty = (goesOn ? screen.answer : answer).every((text) => text === '');
  const nextKey = empty && !question.required ? 'skip' : step.index === step.count ? 'finish' : 'next';
  const hint = hintOf(screen, t);
  return (
    <QuestionFrame
      state={state}
      t={t}
      title={question.text}
      text={step.count > 1 ? `${screen.serviceName} · ${place}` : screen.serviceName}
      progress={step.count > 1 ? step : null}
      spoken={[question.text, step.count > 1 ? place : '', hint].filter(Boolean).join('. ')}
      kind={kind}
      hint={hint}
      said={said}
      waits={!settled}
      onBack={back}
      onward={{
        label: t(`form.${nextKey}`),
        primary: nextKey !== 'skip',
        isReserved: goesOn && empty && question.required,
        onClick: next,
      }}
    >
      <Answer
        question={question}
        answer={answer}
        change={goesOn ? choose : change}
        waits={goesOn && !settled}
        onEnter={next}
        state={state}
        t={t}
      />
    </QuestionFrame>
  );
}

function faultWords({ question }: KioskScreenProps<'form'>['screen']): {
  readonly example: string;
  readonly count: number;
} {
  return { example: question.example, count: question.length || 500 };
}

/** Whether an answer is required, and its format. */
function hintOf({ question }: KioskScreenProps<'form'>['screen'], t: KioskScreenProps<'form'>['t']): string {
  const kind = kindOf(question);
  return [
    kind === 'several' ? t('form.several') : '',
    t(question.required ? 'form.required' : 'form.optional'),
    question.example === '' ? '' : t('form.example', { example: question.example }),
  ]
    .filter(Boolean)
    .join(' ');
}

function Answer(props: QuestionProps): JSX.Element {
  switch (kindOf(props.question)) {
    case 'one':
      return <ChoiceQuestion {...props} several={false} />;
    case 'several':
      return <ChoiceQuestion {...props} several />;
    case 'yesNo':
      return <YesNoQuestion {...props} />;
    case 'rating':
      return <RatingQuestion {...props} />;
    case 'date':
      return <DateQuestion {...props} />;
    case 'text':
    case 'digits':
      return <TextQuestion {...props} />;
  }
}
