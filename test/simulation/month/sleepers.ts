/** A clock for parts of the program that do something every few seconds: it is not turned on before they have done it. */
import type { Clock } from '../../../main/lib/context.ts';
import type { TurnedClock } from '../../helpers/turned-clock.ts';

export interface Sleepers {
  /** One for each part, which asks for its next turn when it is done with one. */
  clock(): Clock;
  /** Settles when each has asked for its next turn. */
  untilAsleep(): Promise<void>;
  /** Turns the clock on; on the way each does its work at its time, to the end. */
  turnTo(instant: number): Promise<void>;
}

export function sleepersOf(turned: TurnedClock): Sleepers {
  /** When each wants to be called; null while it is at work. */
  const turns: (number | null)[] = [];
  let asleep = (): void => {};

  async function untilAsleep(): Promise<void> {
    while (turns.includes(null)) {
      await new Promise<void>((resolve) => {
        asleep = resolve;
      });
    }
  }

  return {
    clock() {
      const own = turns.push(null) - 1;
      return {
        now: turned.now,
        after(ms, callback) {
          turns[own] = turned.now() + ms;
          asleep();
          return turned.after(ms, () => {
            turns[own] = null;
            callback();
          });
        },
      };
    },
    untilAsleep,
    async turnTo(instant) {
      for (;;) {
        const next = Math.min(...turns.map((at) => at ?? Number.POSITIVE_INFINITY));
        if (next > instant) break;
        turned.advance(Math.max(0, next - turned.now()));
        await untilAsleep();
      }
      turned.advance(instant - turned.now());
    },
  };
}
