import { createHmac } from 'node:crypto';

/** The signature header of a body that is sent at that second: see `webhooks/contract/webhooks.ts`. */
export function signature(secret: string, seconds: number, body: string): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return `t=${seconds},v1=${hash}`;
}
