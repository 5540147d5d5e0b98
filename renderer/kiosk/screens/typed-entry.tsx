/** Typed line or date for check-in. */
import type { ComponentChildren, JSX } from 'preact';
import { ANSWER_TYPE } from '../../../main/forms/contract/form-constants.ts';
import type { ShownQuestion } from '../../../main/kiosk/contract/kiosk.ts';
import { type KioskPageModel, useModel, type View } from '../model.ts';
import { DateQuestion } from '../questions/date-question.tsx';
import { QuestionFrame } from '../questions/question-frame.tsx';
import type { QuestionProps } from '../questions/question-props.ts';
import { TextQuestion } from '../questions/text-question.tsx';
import { useAnswer } from '../questions/use-answer.ts';

interface TypedEntryProps extends View {
  readonly title: string;
  /** Type of the answer: `ANSWER_TYPE`. */
  readonly type: number;
  /** The earlier answer. */
  readonly first: QuestionProps['answer'];
  readonly hint: string;
  /** Why the last answer was rejected; empty: not. */
  readonly said: string;
  /** Label of the next button. */
  readonly go: string;
  /** A request to the server is pending. */
  readonly looking: boolean;
  readonly code?: boolean;
  readonly clean?: (text: string) => string;
  /** Alternative action. */
  readonly offer?: ComponentChildren;
  readonly onSend: (call: KioskPageModel['call'], text: string) => void;
}

/** A required question with free text. */
const ANYTHING = { id: '', required: true, options: [], ratingTo: 0, mask: 0, length: 0, example: '' };

/** Line or date that a visitor types to check in, with the usual keyboard. */
export function TypedEntry(props: TypedEntryProps): JSX.Element {
  const { call } = useModel();
  const { state, t, title, type: kind, looking, code = false, clean = (text) => text } = props;
  const { answer, changed, settled, ready, change, given, send } = useAnswer(props.first);
  const [written = ''] = answer;
  const waits = !settled || looking;

  const question: ShownQuestion = { ...ANYTHING, text: title, type: kind };
  const type: QuestionProps['change'] = (next) => change((before) => next(before).map(clean));
  const onward = (): void => {
    const [typed = ''] = given();
    if (!ready() || looking || typed.trim() === '') return;
    send();
    props.onSend(call, typed);
  };
  const back = (): void => {
    if (ready() && !looking) call('back', {});
  };

  const said = changed ? '' : props.said;
  const hint = looking ? t('issuing.title') : props.hint;
  const asked = { question, answer, change: type, onEnter: onward, state, t };
  const isDate = kind === ANSWER_TYPE.date;
  return (
    <QuestionFrame
      state={state}
      t={t}
      title={title}
      spoken={`${title}. ${hint}`}
      kind={isDate ? 'date' : 'text'}
      hint={hint}
      said={said}
      busy={looking}
      waits={waits}
      onBack={back}
      onward={{ label: props.go, primary: true, waits: waits || written.trim() === '', onClick: onward }}
      offer={props.offer}
    >
      {isDate ? <DateQuestion {...asked} /> : <TextQuestion {...asked} code={code} />}
    </QuestionFrame>
  );
}
