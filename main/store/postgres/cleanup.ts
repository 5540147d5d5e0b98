/** Ends what is left of earlier days, a slice at a time, so that nothing else has to wait for all of it. */

import type { BackgroundTasks } from '../../database/postgres/background-tasks.ts';
import type { Pool } from '../../database/postgres/pool.ts';
import type { Clock } from '../../lib/context.ts';
import { endOldTickets } from './end-old-tickets.ts';

export interface Tidying {
  /** Unless it is being done already. */
  begin(): void;
  /** The slice that has begun is still done. */
  stop(): void;
}

const TIDY_AGAIN_MS = 60_000;

export function createTidying(pool: Pool, clock: Clock, aside: BackgroundTasks): Tidying {
  let isTidying = false;
  let isOver = false;
  let cancelTryingAgain = (): void => {};

  async function tidy(): Promise<void> {
    try {
      while (!isOver && (await endOldTickets(pool)));
      isTidying = false;
    } catch {
      if (isOver) return;
      cancelTryingAgain = clock.after(TIDY_AGAIN_MS, () => {
        isTidying = false;
        begin();
      });
    }
  }

  function begin(): void {
    if (isTidying || isOver) return;
    isTidying = true;
    aside.add(tidy());
  }

  return {
    begin,
    stop() {
      isOver = true;
      cancelTryingAgain();
    },
  };
}
