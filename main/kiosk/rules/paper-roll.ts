/**
 * Paper use since the last roll change, and tickets left.
 *
 * The length of a roll is configured, or learnt from earlier rolls. Pure.
 */
export interface PaperRoll {
  /** Last reported paper state. */
  readonly paper: 'ok' | 'low' | 'out';
  /** Time of the roll change, epoch milliseconds; null before the first change. */
  readonly since: number | null;
  readonly usedMm: number;
  readonly tickets: number;
  /** Length of earlier rolls, as a moving average; 0 before the first ended. */
  readonly rollMm: number;
}

export const NEW_ROLL: PaperRoll = { paper: 'ok', since: null, usedMm: 0, tickets: 0, rollMm: 0 };

/** A shorter use is no roll: the same roll was taken out and put back. */
const MIN_ROLL_MM = 2_000;
/** Maximum duration of a guided roll change. */
const SAME_CHANGE_MS = 600_000;

/** Paper after paper-out, or no longer low, counts as a new roll, even if the same roll was put back. */
export function rollAfterStatus(roll: PaperRoll, paper: PaperRoll['paper'], now: number): PaperRoll {
  if (paper === roll.paper) return roll;
  if (paper === 'out') return { ...roll, paper, rollMm: learned(roll) };
  const isNew = roll.paper === 'out' || paper === 'ok';
  return isNew ? newRoll(roll, paper, now) : { ...roll, paper };
}

/** Staff report a roll change. A change that the printer has just detected is the same one. */
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

/** Learns only from a roll whose start is known. */
function learned({ since, usedMm, rollMm }: PaperRoll): number {
  if (since === null || usedMm < MIN_ROLL_MM) return rollMm;
  return rollMm === 0 ? usedMm : Math.round((rollMm + usedMm) / 2);
}

/**
 * Estimated tickets left; 0 while unknown.
 * @param saidMm configured length of a roll, which takes precedence over earlier rolls; 0: unknown
 */
export function ticketsLeft({ since, usedMm, tickets, rollMm, paper }: PaperRoll, saidMm: number): number {
  const wholeMm = saidMm > 0 ? saidMm : rollMm;
  if (since === null || wholeMm === 0 || tickets === 0 || paper === 'out') return 0;
  // At least 1, because a roll can be longer than the others.
  return Math.max(1, Math.floor((wholeMm - usedMm) / (usedMm / tickets)));
}
