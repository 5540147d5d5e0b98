/** Work that is done in runs, one at a time: what comes up during a run is for the next. */
import type { Clock } from '../../lib/context.ts';

export interface Runs {
  /** There is work for a run, after the answers of this turn of the event loop. */
  plan(): void;
  /** No run begins any more that is not planned yet. */
  close(): void;
}

interface RunsDeps {
  readonly run: () => Promise<void>;
  /** It is tried again a second later. */
  readonly onFailed: (error: unknown) => void;
  readonly clock: Clock;
}

const RETRY_MS = 1_000;

export function createRuns({ run, onFailed, clock }: RunsDeps): Runs {
  let planned = false;
  let running = false;
  let closed = false;

  function plan(): void {
    if (planned || closed) return;
    planned = true;
    if (!running) begin();
  }

  function begin(): void {
    setImmediate(() => void work());
  }

  async function work(): Promise<void> {
    planned = false;
    running = true;
    try {
      await run();
      running = false;
      if (planned) begin();
    } catch (error) {
      onFailed(error);
      running = false;
      planned = false;
      clock.after(RETRY_MS, plan);
    }
  }

  return {
    plan,
    close() {
      closed = true;
    },
  };
}
