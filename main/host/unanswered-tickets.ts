/**
 * Tickets that were asked for and never answered: the visitor has been told that there is none, so there must be none.
 * They are taken back as soon as the server answers again.
 */

import type { QueueClient } from '../client/queue-client.ts';
import type { Log } from '../context.ts';

/** Far more than a kiosk can ask for while a server is away. */
const MOST = 1_000;

export interface UnansweredTickets {
  add(serviceId: string, idempotencyKey: string): void;
  /** Takes back what it can now; the rest stays for the next time. */
  settle(): Promise<void>;
}

export function unansweredTickets(client: QueueClient, log: Log, deviceId: string): UnansweredTickets {
  const open = new Map<string, string>();
  let settling = false;

  async function takeBack(idempotencyKey: string, serviceId: string): Promise<boolean> {
    const answer = await client.withdrawTicket(serviceId, { idempotencyKey });
    if (answer.ok) log.info('ticket.withdrawn', { device: deviceId, ticket: answer.value.ticket_id });
    else if (answer.error.kind === 'unreachable') return false;
    else log.warn('ticket.not-withdrawn', { device: deviceId, errno: answer.error.errno });
    open.delete(idempotencyKey);
    return true;
  }

  return {
    add(serviceId, idempotencyKey) {
      if (open.size < MOST) open.set(idempotencyKey, serviceId);
    },
    async settle() {
      if (settling) return;
      settling = true;
      try {
        for (const [key, serviceId] of open) if (!(await takeBack(key, serviceId))) break;
      } finally {
        settling = false;
      }
    },
  };
}
