/** Hashes of guessed names, ids and addresses for the database. */
import { createHmac } from 'node:crypto';

export type Cover = (key: string) => string;

/** @param secret of the installation, the same at all servers */
export const coverWith =
  (secret: Buffer): Cover =>
  (key) =>
    createHmac('sha256', secret).update(key).digest('base64url').slice(0, 22);
