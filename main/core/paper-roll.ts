/**
 * How much paper a kiosk has used since its roll was changed, and how many tickets are left. Nobody tells it how long a roll is: it
 * learns that when one ends. Pure.
 */
export interface PaperRoll {
  /** What the printer said of its paper last. */
  readonly paper: 'ok' | 'low' | 'out';
  /** When the roll was changed; null while no change was seen. Epoch milliseconds. */
  readonly since: number | null;
  readonly usedMm: number;
  readonly tickets: number;
  /** What was on earlier rolls when they ended, a mean that leans to the last ones; 0 while none has ended. */
  readonly rollMm: number;
}

export const NEW_ROLL: PaperRoll = { paper: 'ok', since: null, usedMm: 0, tickets: 0, rollMm: 0 };

/** A slip that is torn out and put back is no roll. */
const LEAST_ROLL_MM = 2_000;

/** A paper that is there after it was out, or is no longer low, is another roll. One that was put back counts as one too. */
export function rollAfterStatus(roll: PaperRoll, paper: PaperRoll['paper'], now: number): PaperRoll {
  if (paper === roll.paper) return roll;
  if (paper === 'out') return { ...roll, paper, rollMm: learned(roll) };
  const isNew = roll.paper === 'out' || paper === 'ok';
  return isNew ? { paper, since: now, usedMm: 0, tickets: 0, rollMm: roll.rollMm } : { ...roll, paper };
}

export function rollAfterPrint(roll: PaperRoll, mm: number): PaperRoll {
  return { ...roll, usedMm: roll.usedMm + mm, tickets: roll.tickets + 1 };
}

/** Only a roll whose beginning was seen tells how long it was. */
function learned({ since, usedMm, rollMm }: PaperRoll): number {
  if (since === null || usedMm < LEAST_ROLL_MM) return rollMm;
  return rollMm === 0 ? usedMm : Math.round((rollMm + usedMm) / 2);
}

/** As many as the roll may still last for; 0 while that cannot be known. */
export function ticketsLeft({ since, usedMm, tickets, rollMm, paper }: PaperRoll): number {
  if (since === null || rollMm === 0 || tickets === 0 || paper === 'out') return 0;
  // A roll that is longer than the others is not at its end for that.
  return Math.max(1, Math.floor((rollMm - usedMm) / (usedMm / tickets)));
}
