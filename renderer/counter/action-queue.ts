/**
 * Queue of the clerk's actions, one at a time.
 *
 * A hasty second press repeats nothing.
 */
import { type ReadonlySignal, signal } from '@preact/signals';

export type QueuedAction =
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

export interface ActionQueue {
  /** A request is pending; no other one is sent meanwhile. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** The action that was just done, and is blocked briefly; else null. */
  readonly justDone: ReadonlySignal<QueuedAction | null>;
  /**
   * Runs one action at a time, and blocks an immediate repetition: a hasty second press meant the call before. Another
   * action pressed meanwhile runs afterwards, if it concerns the same visitor; undo always concerns the last step.
   */
  once(doing: QueuedAction, work: () => Promise<void>): Promise<void>;
  /**
   * Ends the block after an answer in a dialog: the next action is no hasty second press, even if the clerk answers
   * quickly.
   */
  allowAgain(): void;
}

export interface ActionQueueDeps {
  /** The desk's open call, empty without one. */
  readonly answerId: () => string;
  /** Reads the state after an action. */
  readonly refresh: () => Promise<void>;
}

interface Wish {
  readonly doing: QueuedAction;
  readonly work: () => Promise<void>;
  readonly answerId: string;
}

/** Maximum interval of a double press. */
const SETTLE_MS = 700;

export function createActionQueue({ answerId, refresh }: ActionQueueDeps): ActionQueue {
  const isBusy = signal(false);
  const justDone = signal<QueuedAction | null>(null);
  let settling: number | undefined;
  let running: QueuedAction | null = null;
  let waiting: Wish | null = null;

  async function once(doing: QueuedAction, work: () => Promise<void>): Promise<void> {
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
