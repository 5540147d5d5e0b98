/** Current answer, until the host accepts it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { QuestionProps } from './question-props.ts';

/** The second touch of a hasty finger was meant for the screen before. */
const SETTLE_MS = 400;

interface AnswerInHand {
  readonly answer: QuestionProps['answer'];
  /** Since it was sent: what was said about it holds no more. */
  readonly changed: boolean;
  /** Whether the screen takes touches already. */
  readonly settled: boolean;
  /** The same as of the last key, though it may not be drawn yet. */
  readonly ready: () => boolean;
  readonly change: QuestionProps['change'];
  /** What is answered as of the last key, though it may not be drawn yet; without empty texts. */
  readonly given: () => string[];
  readonly send: () => void;
}

/** What a visitor is answering, until the host takes it. */
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
      // Keys come faster than the page draws.
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
