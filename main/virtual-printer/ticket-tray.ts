/** Tray of printed paper, with waiting readers. */
import type { PrintedTicket } from '../printing/picture/paper.ts';

/** Where the paper falls: everything that came out, and who waits for it. */
export interface TicketTray {
  readonly tickets: readonly PrintedTicket[];
  readonly slips: readonly PrintedTicket[];
  drop(slip: PrintedTicket): void;
  /** The first ticket that no earlier call gave. */
  next(deadlineMs: number, describe: () => string): Promise<PrintedTicket>;
  onTicket(listener: (ticket: PrintedTicket) => void): () => void;
  onSlip(listener: (slip: PrintedTicket) => void): () => void;
}

function listen<T>(all: Set<T>, listener: T): () => void {
  all.add(listener);
  return () => void all.delete(listener);
}

/** A ticket is what was cut off on purpose and carries something. */
function isTicket(slip: PrintedTicket): boolean {
  const { lines, images, qrCodes, barcodes } = slip;
  return slip.cut !== 'torn' && lines.length + images.length + qrCodes.length + barcodes.length > 0;
}

export function createTicketTray(): TicketTray {
  const tickets: PrintedTicket[] = [];
  const slips: PrintedTicket[] = [];
  const ticketListeners = new Set<(ticket: PrintedTicket) => void>();
  const slipListeners = new Set<(slip: PrintedTicket) => void>();
  let given = 0;

  return {
    tickets,
    slips,
    drop(slip) {
      slips.push(slip);
      for (const listener of [...slipListeners]) listener(slip);
      if (!isTicket(slip)) return;
      tickets.push(slip);
      for (const listener of [...ticketListeners]) listener(slip);
    },
    next(deadlineMs, describe) {
      const index = given++;
      const present = tickets[index];
      if (present !== undefined) return Promise.resolve(present);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          stop();
          given--;
          reject(new Error(`no ticket within ${deadlineMs} ms: ${describe()}`));
        }, deadlineMs);
        const stop = listen(ticketListeners, () => {
          const ticket = tickets[index];
          if (ticket === undefined) return;
          clearTimeout(timer);
          stop();
          resolve(ticket);
        });
      });
    },
    onTicket: (listener) => listen(ticketListeners, listener),
    onSlip: (listener) => listen(slipListeners, listener),
  };
}
