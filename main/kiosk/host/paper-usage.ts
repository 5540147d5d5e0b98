/** Paper use of the printer since its roll change, on disk. */

import type { DeviceStatus } from '../../devices/contract/device-status.ts';
import type { ClockAndLog } from '../../lib/context.ts';
import type { PrinterStatus } from '../../printing/contract/printing.ts';
import { readKept, writeKept } from '../../printing/json-file.ts';
import {
  NEW_ROLL,
  type PaperRoll,
  rollAfterChange,
  rollAfterPrint,
  rollAfterStatus,
  ticketsLeft,
} from '../rules/paper-roll.ts';

export interface PaperUsage {
  printer(status: PrinterStatus): void;
  /** @param mm printed since the printer was opened */
  printed(mm: number): void;
  /** Staff changed the roll: many printers do not detect that. */
  changed(): void;
  /**
   * @param metres length of a roll as configured; 0: unknown
   * @returns whether it has changed
   */
  lasts(metres: number): boolean;
  facts(): Pick<DeviceStatus, 'paper_used' | 'paper_tickets' | 'paper_left' | 'roll_since'>;
  close(): Promise<void>;
}

export interface PaperUsageOptions extends ClockAndLog {
  /** Null stores nothing on disk. */
  readonly path: string | null;
}

/** Each ticket changes it, and losing a few millimetres in a power cut does no harm. */
const WRITE_EVERY_MS = 10_000;
const MM_PER_M = 1000;

export function openPaperUsage({ path, clock, log }: PaperUsageOptions): PaperUsage {
  let roll: PaperRoll = (path === null ? null : readRoll(path)) ?? NEW_ROLL;
  let cancelWrite: (() => void) | null = null;
  let failed = false;
  /** The printer's last count, in millimetres since it was opened. */
  let counted = 0;
  let saidMm = 0;
  let work: Promise<void> = Promise.resolve();

  function change(next: PaperRoll): void {
    if (next === roll) return;
    const isUrgent = next.paper !== roll.paper || next.since !== roll.since;
    roll = next;
    if (isUrgent) write();
    else cancelWrite ??= clock.after(WRITE_EVERY_MS, write);
  }

  function write(): void {
    cancelWrite?.();
    cancelWrite = null;
    if (path === null) return;
    const now = roll;
    work = work.then(async () => {
      try {
        await writeKept(path, now);
        failed = false;
      } catch (error) {
        if (!failed) log.warn('paper-usage.write-failed', { error: String(error) });
        failed = true;
      }
    });
  }

  return {
    printer(status) {
      const paper = paperOf(status);
      if (paper !== null) change(rollAfterStatus(roll, paper, clock.now()));
    },
    printed(mm) {
      // A reopened printer counts from zero.
      const more = mm >= counted ? mm - counted : mm;
      counted = mm;
      if (more > 0) change(rollAfterPrint(roll, more));
    },
    changed: () => change(rollAfterChange(roll, clock.now())),
    lasts(metres) {
      const isNew = saidMm !== metres * MM_PER_M;
      saidMm = metres * MM_PER_M;
      return isNew;
    },
    facts: () => ({
      paper_used: roll.since === null ? 0 : Math.round(roll.usedMm),
      paper_tickets: roll.since === null ? 0 : roll.tickets,
      paper_left: ticketsLeft(roll, saidMm),
      roll_since: roll.since === null ? '' : new Date(roll.since).toISOString(),
    }),
    async close() {
      if (cancelWrite !== null) write();
      await work;
    },
  };
}

/** Null where the printer does not report it. */
function paperOf(status: PrinterStatus): PaperRoll['paper'] | null {
  if (status.kind === 'no-paper') return 'out';
  if (status.kind !== 'ready') return null;
  return status.paperLow ? 'low' : 'ok';
}

/** Null for an invalid file. */
function readRoll(path: string): PaperRoll | null {
  const kept = { ...NEW_ROLL, ...(readKept(path) as Partial<PaperRoll> | null) };
  return Number.isFinite(kept.usedMm) && Number.isFinite(kept.rollMm) ? kept : null;
}
