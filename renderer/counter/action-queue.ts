/**
 * Queue of the clerk's actions, one at a time.
 *
 * A double click counts once; every key press counts, after the result of the one before is shown.
 */
import { type ReadonlySignal, signal } from '@preact/signals';

export type QueuedAction =
  | 'next'
  | 'call'
  | 'recall'
  | 'end'
  | 'pause'
  | 'cancel'
  | 'no-show-next'
  | 'put-back'
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
   * Runs a pressed key's action. During a request the press waits for its result. Drops, with a message: a press about
   * a visitor who has left meanwhile, and the same key again while the screen has not changed for long.
   */
  press(key: Key, act: () => void): void;
  /**
   * Ends the block after an answer in a dialog: the next action is no hasty second press, even if the clerk answers
   * quickly.
   */
  allowAgain(): void;
}

interface Key {
  readonly name: string;
  /** The action is about the visitor at the desk, and not about the next one. */
  readonly aboutVisitor?: boolean;
  /** Takes back the last press that still waits, or the last step. */
  readonly undoes?: boolean;
}

export interface ActionQueueDeps {
  /** The desk's open call, empty without one. */
  readonly answerId: () => string;
  /** Reads the state after an action. */
  readonly refresh: () => Promise<void>;
  /** Tells that presses do nothing: the server has not answered, or the visitor has left. */
  readonly onDropped: (why: 'pending' | 'left') => void;
  /** Milliseconds of a clock that only rises. */
  readonly clock: () => number;
}

interface WaitingPress {
  readonly name: string;
  readonly act: () => void;
  /** The call that the press was about; null: any. */
  readonly about: string | null;
}

interface Wish {
  readonly doing: QueuedAction;
  readonly work: () => Promise<void>;
  readonly answerId: string;
}

/** Maximum interval of a double click. A key pressed again during a longer request only repeats it. */
const SETTLE_MS = 700;
/** A worn key can send two presses, faster than a person presses twice. */
const BOUNCE_MS = 60;

export function createActionQueue({ answerId, refresh, onDropped, clock }: ActionQueueDeps): ActionQueue {
  const isBusy = signal(false);
  const justDone = signal<QueuedAction | null>(null);
  let settling: number | undefined;
  let running: QueuedAction | null = null;
  let waiting: Wish | null = null;
  let presses: WaitingPress[] = [];
  let last = { name: '', at: 0 };
  let pending = { name: '', since: 0, answerId: '' };

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
    runNextPress();
  }

  function allowAgain(): void {
    justDone.value = null;
    running = null;
  }

  function run({ name, act }: Pick<WaitingPress, 'name' | 'act'>): void {
    pending = { name, since: clock(), answerId: answerId() };
    allowAgain();
    act();
  }

  function runNextPress(): void {
    const [next, ...later] = presses;
    if (next === undefined || isBusy.value) return;
    presses = later;
    if (next.about === null || next.about === answerId()) {
      run(next);
    } else {
      presses = [];
      onDropped('left');
    }
    // It may have sent no request.
    runNextPress();
  }

  /** The key repeats a request that has shown nothing for long. */
  const isImpatient = (name: string, at: number): boolean =>
    name === pending.name && at - pending.since > SETTLE_MS && answerId() === pending.answerId;

  function press({ name, aboutVisitor = false, undoes = false }: Key, act: () => void): void {
    const at = clock();
    const isBounce = name === last.name && at - last.at < BOUNCE_MS;
    last = { name, at };
    if (isBounce) return;
    if (undoes && presses.pop() !== undefined) return;
    if (!isBusy.value) run({ name, act });
    else if (undoes) act();
    else if (isImpatient(name, at)) onDropped('pending');
    else presses.push({ name, act, about: aboutVisitor ? answerId() : null });
  }

  return {
    isBusy,
    justDone,
    once,
    press,
    allowAgain,
  };
}
