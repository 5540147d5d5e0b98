/** Question whether the visitor needs priority. */
import type { JSX } from 'preact';
import { useModel } from '../model.ts';
import { Frame } from '../parts/frame.tsx';
import { YesNoOptions } from '../questions/choice-question.tsx';
import { QuestionBlock, useHeadedBelow } from '../questions/question-block.tsx';
import { useSettled } from '../questions/use-settled.ts';
import type { KioskScreenProps } from './screen.ts';

/** Asked once, after the service, in words that say who it is for. */
export function PriorityScreen({ state, t, screen }: KioskScreenProps<'priority'>): JSX.Element {
  const { call } = useModel();
  const { settled, ready } = useSettled();
  const isHeadedBelow = useHeadedBelow();
  const title = t('priority.title');
  const who = t('priority.who');
  return (
    <Frame
      state={state}
      t={t}
      title={title}
      text={screen.serviceName}
      isHeadedBelow={isHeadedBelow}
      spoken={`${title} ${who}`}
      nav={{ label: t('back'), icon: 'back', onClick: () => call('back', {}) }}
    >
      <QuestionBlock kind="priority" title={isHeadedBelow ? title : null}>
        <p class="question-who">{who}</p>
        <YesNoOptions
          label={title}
          chosen={null}
          waits={!settled}
          t={t}
          onChoose={(answer) => {
            if (ready()) call('answerPriority', { priority: answer === 'yes' });
          }}
        />
      </QuestionBlock>
    </Frame>
  );
}
