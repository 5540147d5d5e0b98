/** Current answer, until the host accepts it. */
import { useRef, useState } from 'preact/hooks';
import type { QuestionProps } from './question-props.ts';
import { useSettled } from './use-settled.ts';

interface AnswerInHand {
  readonly answer: QuestionProps['answer'];
  /** Changed since it was sent: the error message no longer applies. */
  readonly changed: boolean;
  /** Whether the screen accepts touches already. */
  readonly settled: boolean;
  /** The same including the last key, even if not rendered yet. */
  readonly ready: () => boolean;
  readonly change: QuestionProps['change'];
  /** Answer including the last key, even if not rendered yet; without empty texts. */
  readonly given: () => string[];
  readonly send: () => void;
}

/** Current answer, until the host accepts it. */
export function useAnswer(first: QuestionProps['answer']): AnswerInHand {
  const [answer, setAnswer] = useState(first);
  const [changed, setChanged] = useState(false);
  const { settled, ready, settle } = useSettled();
  const latest = useRef(answer);

  return {
    answer,
    changed,
    settled,
    change: (next) => {
      // Keys are faster than rendering.
      latest.current = next(latest.current);
      setAnswer(latest.current);
      setChanged(true);
      settle();
    },
    ready,
    given: () => latest.current.filter((text) => text !== ''),
    send: () => setChanged(false),
  };
}
