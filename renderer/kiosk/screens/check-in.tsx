import type { JSX } from 'preact';
import { ANSWER_TYPE } from '../../../main/contract/form-words.ts';
import type { KioskQuestion } from '../../../main/contract/kiosk.ts';
import { useModel } from '../model.ts';
import { Frame } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import type { QuestionProps } from '../questions/question-props.ts';
import { TextQuestion } from '../questions/text-question.tsx';
import { useAnswer } from '../questions/use-answer.ts';
import type { ScreenProps } from './screen.ts';

/** Longer than any code that somebody types standing up. */
const MOST_LETTERS = 60;

/** The code of an appointment, typed by hand: one question, with the keys of every other. */
export function CheckInScreen({ state, t, screen }: ScreenProps<'check-in'>): JSX.Element {
  const { call } = useModel();
  const { answer, changed, settled, ready, change, given, send } = useAnswer([]);
  const [code = ''] = answer;
  const waits = !settled || screen.looking;

  const type: QuestionProps['change'] = (next) =>
    change((before) => next(before).map((text) => text.toUpperCase().slice(0, MOST_LETTERS)));
  const ask = (): void => {
    const [typed = ''] = given();
    if (!ready() || screen.looking || typed.trim() === '') return;
    send();
    call('checkIn', { code: typed });
  };
  const back = (): void => {
    if (ready() && !screen.looking) call('back', {});
  };

  const said = screen.fault !== '' && !changed ? t(`checkIn.fault.${screen.fault}`) : '';
  const hint = t(screen.looking ? 'issuing.title' : 'checkIn.hint');
  const title = t('checkIn.title');
  return (
    <Frame
      state={state}
      t={t}
      title={title}
      spoken={`${title}. ${hint}`}
      languages={false}
      steps={[
        { label: t('back'), icon: 'back', waits, onClick: back },
        {
          label: t('checkIn.go'),
          icon: 'forth',
          primary: true,
          onward: true,
          waits: waits || code.trim() === '',
          onClick: ask,
        },
      ]}
    >
      <div class="question" data-kind="text" aria-busy={screen.looking}>
        <div class={said === '' ? 'question-hint' : 'question-hint question-fault'} id="question-hint">
          {said === '' ? (
            hint
          ) : (
            <>
              <Icon name="note" />
              <span role="alert">{said}</span>
            </>
          )}
        </div>
        <TextQuestion
          question={questionOf(title)}
          answer={answer}
          change={type}
          onEnter={ask}
          code
          state={state}
          t={t}
        />
      </div>
    </Frame>
  );
}

function questionOf(text: string): KioskQuestion {
  return {
    id: 'code',
    text,
    type: ANSWER_TYPE.text,
    required: true,
    options: [],
    ratingTo: 0,
    mask: 0,
    length: 0,
    example: '',
  };
}
