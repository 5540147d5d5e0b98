/** Frame of a question: fault message and navigation. */
import type { ComponentChildren, JSX } from 'preact';
import type { View } from '../model.ts';
import { Frame, type NavButton, type QuestionStep } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import { QuestionBlock, useHeadedBelow } from './question-block.tsx';
import type { QuestionKind } from './question-kind.ts';

interface QuestionFrameProps extends View {
  readonly title: string;
  readonly text?: string;
  readonly spoken: string;
  readonly kind: QuestionKind;
  readonly progress?: QuestionStep | null;
  readonly hint: string;
  /** Why the last answer was rejected; empty: not. */
  readonly said: string;
  /** A request to the server is pending. */
  readonly busy?: boolean;
  readonly waits: boolean;
  readonly onBack: () => void;
  readonly onward: Pick<NavButton, 'label' | 'primary' | 'waits' | 'isReserved' | 'onClick'>;
  readonly offer?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A question with its error message, and buttons for back and next. */
export function QuestionFrame(props: QuestionFrameProps): JSX.Element {
  const { kind, hint, said, busy = false, waits, onBack, onward, children, ...frame } = props;
  const isTyped = kind === 'text' || kind === 'digits' || kind === 'date';
  const isHeadedBelow = useHeadedBelow() && !isTyped;
  const below = (
    <>
      <div class={said === '' ? 'question-hint' : 'question-hint question-fault'} id="question-hint">
        {said === '' ? (
          hint
        ) : (
          <>
            <Icon name="attention" />
            <span role="alert">{said}</span>
          </>
        )}
      </div>
      {children}
    </>
  );
  return (
    <Frame
      {...frame}
      isHeadedBelow={isHeadedBelow}
      languages={false}
      steps={[
        { label: frame.t('back'), icon: 'back', waits, onClick: onBack },
        { icon: 'forth', onward: true, waits, ...onward },
      ]}
    >
      {isTyped ? (
        <div class="question" data-kind={kind} aria-busy={busy}>
          {below}
        </div>
      ) : (
        <QuestionBlock kind={kind} title={isHeadedBelow ? frame.title : null}>
          {below}
        </QuestionBlock>
      )}
    </Frame>
  );
}
