import { createHash } from 'node:crypto';

/**
 * Joins tables that leave the house: the same for the same ticket, and not its id, with which a ticket can be asked for.
 * Two of the same key are as unlikely as two equal ids of 96 bits.
 */
export function ticketKey(id: string): string {
  return createHash('sha256').update(`table ${id}`).digest('hex').slice(0, 24);
}
