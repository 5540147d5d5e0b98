/**
 * Ticket secrets: id with an HMAC, nothing stored.
 *
 * A secret consists of the ticket's id and 128 bits of its HMAC, so it cannot be guessed, and needs no storage. The id
 * alone, which every counter knows, does not reveal it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const MAC_BYTES = 16;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** 32 bytes as base64url. */
const SECRET = /^[\w-]{43}$/;

export interface TicketSecrets {
  /** 43 letters, digits, `-` and `_`; null for an invalid id. */
  of(ticketId: string): string | null;
  /** The id of the ticket; null for an invalid secret. */
  read(secret: string): string | null;
}

/** @param key at least 32 random bytes, the same at every start */
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
      // The last letter has two unused bits: reject other spellings, so that each ticket has one URL.
      if (bytes.toString('base64url') !== secret || !timingSafeEqual(bytes.subarray(ID_BYTES), macOf(id))) return null;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
