/** Frame of a question: fault message and navigation. */
import type { ComponentChildren, JSX } from 'preact';
import type { View } from '../model.ts';
import { Frame, type NavButton } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';

interface QuestionFrameProps extends View {
  readonly title: string;
  readonly text?: string;
  readonly spoken: string;
  /** Class name of the question. */
  readonly kind: string;
  readonly hint: string;
  /** Why the last answer was rejected; empty: not. */
  readonly said: string;
  /** A request to the server is pending. */
  readonly busy?: boolean;
  readonly waits: boolean;
  readonly onBack: () => void;
  readonly onward: Pick<NavButton, 'label' | 'primary' | 'waits' | 'onClick'>;
  readonly offer?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A question with its error message, and buttons for back and next. */
export function QuestionFrame(props: QuestionFrameProps): JSX.Element {
  const { kind, hint, said, busy = false, waits, onBack, onward, children, ...frame } = props;
  return (
    <Frame
      {...frame}
      languages={false}
      steps={[
        { label: frame.t('back'), icon: 'back', waits, onClick: onBack },
        { icon: 'forth', onward: true, waits, ...onward },
      ]}
    >
      <div class="question" data-kind={kind} aria-busy={busy}>
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
      </div>
    </Frame>
  );
}
