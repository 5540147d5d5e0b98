/**
 * Queue of the clerk's actions, one at a time.
 *
 * A hasty second press does nothing twice.
 */
import { type ReadonlySignal, signal } from '@preact/signals';

export type Doing =
  | 'next'
  | 'call'
  | 'recall'
  | 'end'
  | 'pause'
  | 'cancel'
  | 'transfer'
  | 'desk'
  | 'walk-in'
  | 'undo'
  | 'put-right';

export interface Wishes {
  /** Something is on its way to the server; meanwhile nothing else is. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** What was done a moment ago, and is not done again at once; else null. */
  readonly justDone: ReadonlySignal<Doing | null>;
  /**
   * One thing at a time, and not the same again at once: a hasty second press was meant for the call before. Something
   * else that is pressed meanwhile comes after it, if it is still about the same visitor; undo is about whatever was
   * done last.
   */
  once(doing: Doing, work: () => Promise<void>): Promise<void>;
  /**
   * What comes next was answered in a dialog, and is no hasty second press: neither of what was just done, nor of what
   * opened the dialog and is not over yet, as where somebody knows the answer by heart.
   */
  allowAgain(): void;
}

export interface WishesDeps {
  /** The open call of the desk, empty without one. */
  readonly answerId: () => string;
  /** Reads what a wish has changed. */
  readonly refresh: () => Promise<void>;
}

interface Wish {
  readonly doing: Doing;
  readonly work: () => Promise<void>;
  readonly answerId: string;
}

/** As long as a double press may take. */
const SETTLE_MS = 700;

export function createWishes({ answerId, refresh }: WishesDeps): Wishes {
  const isBusy = signal(false);
  const justDone = signal<Doing | null>(null);
  let settling: number | undefined;
  let running: Doing | null = null;
  let waiting: Wish | null = null;

  async function once(doing: Doing, work: () => Promise<void>): Promise<void> {
    if (isBusy.value) {
      if (doing !== running) waiting = { doing, work, answerId: answerId() };
      return;
    }
    if (justDone.value === doing) return;
    window.clearTimeout(settling);
    isBusy.value = true;
    running = doing;
    try {
      await work();
      await refresh();
    } finally {
      isBusy.value = false;
      justDone.value = running;
      running = null;
      settling = window.setTimeout(() => {
        justDone.value = null;
      }, SETTLE_MS);
    }
    const next = waiting;
    waiting = null;
    if (next !== null && (next.doing === 'undo' || next.answerId === answerId())) await once(next.doing, next.work);
  }

  return {
    isBusy,
    justDone,
    once,
    allowAgain: () => {
      justDone.value = null;
      running = null;
    },
  };
}
