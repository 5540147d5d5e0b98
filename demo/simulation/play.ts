/** Plays a morning on whatever performs its deeds. */
import type { Deed, Outcome, Turn } from './actions.ts';
import type { Hall } from './waiting-room.ts';

export interface Stage {
  /** Resolves when this minute of the morning has come. */
  until(minute: number): Promise<void>;
  perform(deed: Deed): Promise<Outcome>;
}

export interface Played {
  readonly turn: Turn;
  readonly outcomes: readonly Outcome[];
}

/** Yields after each turn; all who do something in it do it at once. */
export async function* playMorning(hall: Hall, stage: Stage): AsyncGenerator<Played> {
  for (let turn = hall.next(); turn !== null; turn = hall.next()) {
    await stage.until(turn.minute);
    const outcomes = await Promise.all(turn.deeds.map((deed) => stage.perform(deed)));
    hall.settle(turn, outcomes);
    yield { turn, outcomes };
  }
}
