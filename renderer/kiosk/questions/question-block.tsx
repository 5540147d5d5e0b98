/** Question and its answers as one block. */
import type { ComponentChildren, JSX } from 'preact';
import { useModel } from '../model.ts';
import { Heading } from '../parts/frame.tsx';

interface BlockProps {
  readonly kind: string;
  /** Null where the band has it. */
  readonly title: string | null;
  readonly children: ComponentChildren;
}

/** Whether questions are above their answers, instead of in the band: not on low screens, whose band is one row. */
export const useHeadedBelow = (): boolean => !useModel().isLow.value;

/** Question and answers together, in the middle of the stage. */
export function QuestionBlock({ kind, title, children }: BlockProps): JSX.Element {
  return (
    <div class="question question-centred" data-kind={kind}>
      {title !== null && (
        <div class="question-title">
          <Heading text={title} />
        </div>
      )}
      {children}
    </div>
  );
}
