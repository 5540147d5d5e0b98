/**
 * Paper use since the last roll change, and tickets left.
 *
 * The length of a roll is configured, or learnt when one ends. Pure.
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
const MIN_ROLL_MM = 2_000;
/** Whoever is shown how to change a roll takes no longer. */
const SAME_CHANGE_MS = 600_000;

/** A paper that is there after it was out, or is no longer low, is another roll. One that was put back counts as one too. */
export function rollAfterStatus(roll: PaperRoll, paper: PaperRoll['paper'], now: number): PaperRoll {
  if (paper === roll.paper) return roll;
  if (paper === 'out') return { ...roll, paper, rollMm: learned(roll) };
  const isNew = roll.paper === 'out' || paper === 'ok';
  return isNew ? newRoll(roll, paper, now) : { ...roll, paper };
}

/** Somebody says that the roll was changed. A change that the printer has just seen by itself is that one. */
export function rollAfterChange(roll: PaperRoll, now: number): PaperRoll {
  const isKnown = roll.since !== null && now >= roll.since && now - roll.since <= SAME_CHANGE_MS;
  return isKnown ? roll : newRoll(roll, roll.paper, now);
}

const newRoll = ({ rollMm }: PaperRoll, paper: PaperRoll['paper'], now: number): PaperRoll => ({
  paper,
  since: now,
  usedMm: 0,
  tickets: 0,
  rollMm,
});

export function rollAfterPrint(roll: PaperRoll, mm: number): PaperRoll {
  return { ...roll, usedMm: roll.usedMm + mm, tickets: roll.tickets + 1 };
}

/** Only a roll whose beginning was seen tells how long it was. */
function learned({ since, usedMm, rollMm }: PaperRoll): number {
  if (since === null || usedMm < MIN_ROLL_MM) return rollMm;
  return rollMm === 0 ? usedMm : Math.round((rollMm + usedMm) / 2);
}

/**
 * As many as the roll may still last for; 0 while that cannot be known.
 *
 * @param saidMm how long staff say that a roll is, which counts more than what earlier ones were; 0: they do not say.
 */
export function ticketsLeft({ since, usedMm, tickets, rollMm, paper }: PaperRoll, saidMm: number): number {
  const wholeMm = saidMm > 0 ? saidMm : rollMm;
  if (since === null || wholeMm === 0 || tickets === 0 || paper === 'out') return 0;
  // A roll that is longer than the others is not at its end for that.
  return Math.max(1, Math.floor((wholeMm - usedMm) / (usedMm / tickets)));
}
