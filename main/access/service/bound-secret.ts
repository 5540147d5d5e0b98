/**
 * Secret bound to one destination.
 *
 * Settings and secrets are read separately, and another server can change either at any time. A secret that carries the
 * digest of its destination is never sent to a changed destination, whichever was read first.
 */
import { createHash } from 'node:crypto';
import type { SiteSettings, Webhook } from '../../site/contract/site.ts';

/** A SHA-256 digest in base64url has 43 characters; secrets stored by earlier versions lack this prefix. */
const BOUND = /^to:([\w-]{43}):(.*)$/s;

export type Destination = string;

export function mailDestination(settings: SiteSettings | undefined): Destination {
  const {
    mail_server: server = '',
    mail_port: port = 0,
    mail_security: security = '',
    mail_user: user = '',
  } = settings ?? {};
  return JSON.stringify([server.toLowerCase(), port, security, user]);
}

export function webhookDestination({ url }: Pick<Webhook, 'url'>): Destination {
  return url;
}

/** @returns the text to store; empty without a secret */
export function boundSecret(secret: string, destination: Destination): string {
  return secret === '' ? '' : `to:${digestOf(destination)}:${secret}`;
}

/** The secret, or an empty text when it is bound to another destination. Secrets of earlier versions have no binding. */
export function secretFor(kept: string, destination: Destination): string {
  const [, of, secret] = BOUND.exec(kept) ?? [];
  if (secret === undefined) return kept;
  return of === digestOf(destination) ? secret : '';
}

function digestOf(destination: Destination): string {
  return createHash('sha256').update(destination).digest('base64url');
}
