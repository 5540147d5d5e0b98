/** Current answer, until the host accepts it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { QuestionProps } from './question-props.ts';

/** A hasty second touch was meant for the previous screen. */
const SETTLE_MS = 400;

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
  const [settled, setSettled] = useState(false);
  const latest = useRef(answer);
  const isReady = useRef(false);
  const settle = (): void => {
    isReady.current = true;
    setSettled(true);
  };

  useEffect(() => {
    const timer = window.setTimeout(settle, SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, []);

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
    ready: () => isReady.current,
    given: () => latest.current.filter((text) => text !== ''),
    send: () => setChanged(false),
  };
}
