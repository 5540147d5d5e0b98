/** What is going to happen, in its order. No two things happen in one millisecond, so that every order is plain. */
export interface Agenda {
  at(instant: number, happens: (now: number) => Promise<void> | void): void;
  /** Lets everything happen that does so before `end`; `turnTo` moves the clock. */
  play(end: number, turnTo: (instant: number) => Promise<void>): Promise<void>;
}

interface Happening {
  readonly at: number;
  readonly happens: (now: number) => Promise<void> | void;
}

export function createAgenda(): Agenda {
  const happenings: Happening[] = [];
  let now = 0;

  return {
    at(instant, happens) {
      // Most of it happens soon: whoever is late stands behind, as in a line.
      let place = happenings.length;
      while (place > 0 && (happenings[place - 1]?.at ?? 0) <= instant) place -= 1;
      happenings.splice(place, 0, { at: instant, happens });
    },
    async play(end, turnTo) {
      for (;;) {
        const next = happenings.at(-1);
        if (next === undefined || next.at >= end) return;
        happenings.pop();
        now = Math.max(now + 1, Math.round(next.at));
        await turnTo(now);
        await next.happens(now);
      }
    },
  };
}
