/**
 * Ticket secrets: id with an HMAC, nothing stored.
 *
 * Its id and 128 bits of an HMAC of it, so that nobody guesses it and nothing has to be stored. Whoever knows the id
 * alone, as every counter does, knows nothing of it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const MAC_BYTES = 16;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** 32 bytes as base64url. */
const SECRET = /^[\w-]{43}$/;

export interface TicketSecrets {
  /** 43 letters, digits, `-` and `_`; null for an id that is none of ours. */
  of(ticketId: string): string | null;
  /** The id of the ticket; null for what is no secret of this house. */
  read(secret: string): string | null;
}

/** @param key at least 32 random bytes, the same at every start. */
export function ticketSecrets(key: Buffer): TicketSecrets {
  const macOf = (id: Buffer): Buffer =>
    createHmac('sha256', key).update('ticket ').update(id).digest().subarray(0, MAC_BYTES);

  return {
    of(ticketId) {
      if (!UUID.test(ticketId)) return null;
      const id = Buffer.from(ticketId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, macOf(id)]).toString('base64url');
    },
    read(secret) {
      if (!SECRET.test(secret)) return null;
      const bytes = Buffer.from(secret, 'base64url');
      const id = bytes.subarray(0, ID_BYTES);
      // The last letter has two bits that say nothing: each ticket has one address only.
      if (bytes.toString('base64url') !== secret || !timingSafeEqual(bytes.subarray(ID_BYTES), macOf(id))) return null;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
