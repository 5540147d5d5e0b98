/** In-memory copy of the stored credentials, used by every request. */

import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import { subscribe } from '../../lib/lists.ts';
import type { SiteSettings, Webhook } from '../../site/contract/site.ts';
import type { Store } from '../../store/contract/store.ts';
import { type Credential, type CredentialChange, LOGIN_TOKEN_SECONDS } from '../operations/credentials.ts';
import { readResetTokens } from '../rules/reset-tokens.ts';
import { mailDestination, secretFor, webhookDestination } from './bound-secret.ts';

export interface CredentialBook {
  user(id: string): Credential | undefined;
  /** Id of the device whose key has this hash. */
  deviceWith(keyHash: string): string | undefined;
  /** Number of times that the device key was replaced or revoked. */
  deviceGeneration(id: string): number;
  /** Credential of a valid report API key, by its id or hash. */
  reportKey(id: string): Credential | undefined;
  reportKeyWith(keyHash: string): Credential | undefined;
  /** Id of the user with a mailed token of this hash, which may have expired. */
  userWithResetToken(tokenHash: string): string | undefined;
  /** Mailed tokens of a user as stored; empty without any. */
  resetTokens(userId: string): string;
  /** Whether a login token was signed out. */
  isEnded(keyId: string): boolean;
  /** Hash of the PIN of a kiosk's operator panel; empty without a PIN. */
  panelPin(deviceId: string): string;
  /** Signing secret for a webhook at its address; empty when there is none for this address. */
  webhookSecret(webhook: Pick<Webhook, 'id' | 'url'>): string;
  /** Password for the mail server of these settings; empty when there is none for this server. */
  mailPassword(settings: SiteSettings | undefined): string;
  /** Whether a secret is stored, for any destination. */
  has(kind: Credential['kind'], id: string): boolean;
  /** @param by actor for the audit log; without it the program itself */
  write(changes: readonly CredentialChange[], by?: AuditActor): Promise<void>;
  /** Writes like `write`, but only if nothing has changed since the last `reload`; false otherwise. */
  writeIfCurrent(changes: readonly CredentialChange[], by?: AuditActor): Promise<boolean>;
  /** Subscribes to changes of any credential. Returns the unsubscribe function. */
  onReload(listener: () => void): () => void;
  /** Loads changes. When it resolves, everything written before the call is included. */
  reload(): Promise<void>;
}

/** The organisation has one mail server, so the id is fixed. */
export const MAIL_ID = 'settings';

/** Loads all credentials and follows changes of any server. */
export async function openCredentials(store: Store): Promise<CredentialBook & { close(): void }> {
  const all = new Map<string, Credential>();
  const devices = new Map<string, string>();
  const reportKeys = new Map<string, Credential>();
  /** Hash of a mailed token → user id. */
  const resets = new Map<string, string>();
  const listeners = new Set<() => void>();
  let revision: number | null = null;
  let newestEnd = 0;

  const of = (kind: Credential['kind'], id: string): Credential | undefined => all.get(`${kind}\n${id}`);

  /** Takes a credential only if it is newer: two reads can overlap. */
  function take(one: Credential): void {
    const { kind, id, secret, generation } = one;
    const before = of(kind, id);
    if (before !== undefined && before.generation >= generation) return;
    all.set(`${kind}\n${id}`, one);
    if (kind === 'device') {
      if (before !== undefined && devices.get(before.secret) === id) devices.delete(before.secret);
      if (secret !== '') devices.set(secret, id);
    }
    if (kind === 'report_key') {
      if (before !== undefined) reportKeys.delete(before.secret);
      if (secret !== '') reportKeys.set(secret, one);
    }
    if (kind === 'reset') {
      for (const { hash } of readResetTokens(before?.secret ?? '').tokens) resets.delete(hash);
      for (const { hash } of readResetTokens(secret).tokens) resets.set(hash, id);
    }
    if (kind === 'ended_key') newestEnd = Math.max(newestEnd, Number(secret));
  }

  /** Drops signed-out tokens that have expired since. */
  function forgetEnded(): void {
    for (const [key, { kind, secret }] of all) {
      if (kind === 'ended_key' && Number(secret) < newestEnd - LOGIN_TOKEN_SECONDS) all.delete(key);
    }
  }

  async function reload(): Promise<void> {
    const since = revision;
    const news = await store.credentialsSince(since);
    if (news.whole) for (const kept of [all, devices, reportKeys, resets]) kept.clear();
    for (const one of news.credentials) take(one);
    if (news.credentials.some(({ kind }) => kind === 'ended_key')) forgetEnded();
    revision = since === null ? news.revision : Math.max(revision ?? 0, news.revision);
    if (since === null || news.credentials.length > 0) for (const listener of listeners) listener();
  }

  /** @param from base revision; the change is rejected if the site or a credential has changed since */
  async function write(
    credentials: readonly CredentialChange[],
    by: AuditActor | undefined,
    from?: number,
  ): Promise<boolean> {
    const written = await store.writeSite({
      put: [],
      remove: [],
      credentials,
      ...(by === undefined ? {} : { by }),
      ...(from === undefined ? {} : { from }),
    });
    await reload();
    return written !== null;
  }

  await reload();
  const stop = store.onSite((told, wentBack = false) => {
    if (wentBack) revision = null;
    // The next notice retries when the store is unavailable.
    if (revision === null || told > revision) reload().catch(() => {});
  });
  return {
    close: stop,
    user: (id) => of('user', id),
    deviceWith: (keyHash) => devices.get(keyHash),
    deviceGeneration: (id) => of('device', id)?.generation ?? 0,
    reportKey(id) {
      const known = of('report_key', id);
      return known?.secret === '' ? undefined : known;
    },
    reportKeyWith: (keyHash) => reportKeys.get(keyHash),
    userWithResetToken: (tokenHash) => resets.get(tokenHash),
    resetTokens: (userId) => of('reset', userId)?.secret ?? '',
    isEnded: (keyId) => of('ended_key', keyId) !== undefined,
    panelPin: (id) => of('panel', id)?.secret ?? '',
    webhookSecret: (webhook) => secretFor(of('webhook', webhook.id)?.secret ?? '', webhookDestination(webhook)),
    mailPassword: (settings) => secretFor(of('mail', MAIL_ID)?.secret ?? '', mailDestination(settings)),
    has: (kind, id) => (of(kind, id)?.secret ?? '') !== '',
    write: async (credentials, by) => void (await write(credentials, by)),
    writeIfCurrent: (credentials, by) => write(credentials, by, revision ?? 0),
    onReload: (listener) => subscribe(listeners, listener),
    reload,
  };
}
