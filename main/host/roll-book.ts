/** The paper of a kiosk's printer, kept on its disk: what was used since the roll was changed outlives the program. */
import { open, readFile, rename } from 'node:fs/promises';
import type { Clock, Log } from '../context.ts';
import type { DeviceStatus } from '../contract/device-status.ts';
import type { PrinterStatus } from '../contract/printing.ts';
import { NEW_ROLL, type PaperRoll, rollAfterPrint, rollAfterStatus, ticketsLeft } from '../core/paper-roll.ts';

export interface RollBook {
  printer(status: PrinterStatus): void;
  /** @param mm printed since the printer was opened. */
  printed(mm: number): void;
  facts(): Pick<DeviceStatus, 'paper_used' | 'paper_tickets' | 'paper_left' | 'roll_since'>;
  close(): Promise<void>;
}

export interface RollBookOptions {
  /** Null keeps nothing on disk. */
  readonly path: string | null;
  readonly clock: Clock;
  readonly log: Log;
  /** What it knows was read. */
  readonly onRead: () => void;
}

/** Each ticket changes it, and a few millimetres after a power cut are no loss. */
const WRITE_EVERY_MS = 10_000;

export function openRollBook({ path, clock, log, onRead }: RollBookOptions): RollBook {
  let roll: PaperRoll = NEW_ROLL;
  /** What happens before the file is read happens to what is read. */
  let before: ((roll: PaperRoll) => PaperRoll)[] | null = [];
  let cancelWrite: (() => void) | null = null;
  let counted = 0;
  let failed = false;
  let work: Promise<void> = Promise.resolve();

  function change(make: (roll: PaperRoll) => PaperRoll): void {
    if (before !== null) {
      before.push(make);
      return;
    }
    const next = make(roll);
    if (next === roll) return;
    const isUrgent = next.paper !== roll.paper;
    roll = next;
    if (isUrgent) write();
    else cancelWrite ??= clock.after(WRITE_EVERY_MS, write);
  }

  function write(): void {
    cancelWrite?.();
    cancelWrite = null;
    if (path === null) return;
    const text = JSON.stringify(roll);
    work = work.then(async () => {
      try {
        const file = await open(`${path}.new`, 'w', 0o600);
        try {
          await file.writeFile(text);
          await file.datasync();
        } finally {
          await file.close();
        }
        await rename(`${path}.new`, path);
        failed = false;
      } catch (error) {
        if (!failed) log.warn('roll.not-written', { detail: String(error) });
        failed = true;
      }
    });
  }

  async function read(): Promise<void> {
    const kept = await (path === null ? null : readFile(path, 'utf8').then(parse, () => null));
    roll = kept ?? NEW_ROLL;
    const waiting = before ?? [];
    before = null;
    for (const make of waiting) change(make);
    onRead();
  }

  const reading = read();

  return {
    printer(status) {
      const paper = paperOf(status);
      if (paper !== null) change((now) => rollAfterStatus(now, paper, clock.now()));
    },
    printed(mm) {
      // A printer that was opened anew counts from the beginning.
      const more = mm >= counted ? mm - counted : mm;
      counted = mm;
      if (more > 0) change((now) => rollAfterPrint(now, more));
    },
    facts: () => ({
      paper_used: roll.since === null ? 0 : Math.round(roll.usedMm),
      paper_tickets: roll.since === null ? 0 : roll.tickets,
      paper_left: ticketsLeft(roll),
      roll_since: roll.since === null ? '' : new Date(roll.since).toISOString(),
    }),
    async close() {
      await reading;
      if (cancelWrite !== null) write();
      await work;
    },
  };
}

/** Null where the printer says nothing of it. */
function paperOf(status: PrinterStatus): PaperRoll['paper'] | null {
  if (status.kind === 'no-paper') return 'out';
  if (status.kind !== 'ready') return null;
  return status.paperLow ? 'low' : 'ok';
}

/** Null for what is no roll, as after a power cut. */
function parse(text: string): PaperRoll | null {
  try {
    const kept = { ...NEW_ROLL, ...(JSON.parse(text) as Partial<PaperRoll>) };
    return Number.isFinite(kept.usedMm) && Number.isFinite(kept.rollMm) ? kept : null;
  } catch {
    return null;
  }
}
