/**
 * A secret that goes to one destination only, with that destination beside it.
 *
 * Settings and secrets are read apart, and another server may change either at any moment. A secret that says itself where it belongs
 * cannot follow a destination that has changed, whatever was read first.
 */
import { createHash } from 'node:crypto';
import type { SiteSettings, Webhook } from '../../site/contract/site.ts';

/** 43 letters of a SHA-256 in base64url; what an earlier version kept has no such beginning. */
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

/** @returns what is kept of it; empty when there is no secret. */
export function boundSecret(secret: string, destination: Destination): string {
  return secret === '' ? '' : `to:${digestOf(destination)}:${secret}`;
}

/** The secret, or an empty text when it belongs elsewhere. One that an earlier version kept belongs where it was at the upgrade. */
export function secretFor(kept: string, destination: Destination): string {
  const [, of, secret] = BOUND.exec(kept) ?? [];
  if (secret === undefined) return kept;
  return of === digestOf(destination) ? secret : '';
}

function digestOf(destination: Destination): string {
  return createHash('sha256').update(destination).digest('base64url');
}
