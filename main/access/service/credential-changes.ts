/** Changes of passwords and keys that follow a site edit. */

import { listDifference } from '../../lib/lists.ts';
import type { Device, SiteFile, SiteSetup, User, Webhook } from '../../site/contract/site.ts';
import type { CredentialChange } from '../operations/credentials.ts';
import { boundSecret, mailDestination, webhookDestination } from './bound-secret.ts';
import { GUESSABLE, GUESSABLE_PIN, isGuessable, isGuessablePin } from './common-passwords.ts';
import { type CredentialBook, MAIL_ID } from './credential-book.ts';
import type { PasswordHasher } from './password-hasher.ts';

interface Identified {
  readonly id: string;
}

/** The site file without passwords, PINs and secrets, for storage and export. */
export function withoutSecrets<File extends SiteSetup>(file: File): File {
  const open =
    file.users.every(({ password }) => password === undefined) &&
    file.devices.every(({ panel_pin }) => panel_pin === undefined) &&
    file.webhooks.every(({ secret }) => secret === undefined) &&
    file.settings?.mail_password === undefined;
  if (open) return file;
  const { mail_password: _mail, ...settings } = file.settings ?? {};
  return {
    ...file,
    ...(file.settings?.mail_password === undefined ? {} : { settings }),
    // An entry without a secret keeps its identity, so that it counts as unchanged.
    users: file.users.map((given): User => {
      if (given.password === undefined) return given;
      const { password: _password, ...user } = given;
      return user;
    }),
    devices: file.devices.map((given): Device => {
      if (given.panel_pin === undefined) return given;
      const { panel_pin: _pin, ...device } = given;
      return device;
    }),
    webhooks: file.webhooks.map((given): Webhook => {
      if (given.secret === undefined) return given;
      const { secret: _secret, ...webhook } = given;
      return webhook;
    }),
  };
}

/**
 * Faults of the passwords and PINs in a site file, by path. A password that the user already has is not checked again.
 * @param site the site with the file applied
 */
export async function passwordFaults(
  { users, devices }: SiteFile,
  site: SiteSetup,
  book: CredentialBook,
  hasher: PasswordHasher,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [place, user] of users.entries()) {
    const { id, password } = user;
    if (password === undefined || !(await isGuessable(password, user, site))) continue;
    const { secret = '' } = book.user(id) ?? {};
    if (secret !== '' && (await hasher.verify(password, secret))) continue;
    faults.push(`users[${place}].password: ${GUESSABLE}`);
  }
  for (const [place, { panel_pin: pin = '' }] of devices.entries()) {
    if (isGuessablePin(pin)) faults.push(`devices[${place}].panel_pin: ${GUESSABLE_PIN}`);
  }
  return faults;
}

/**
 * Credential changes that follow a site edit. A new password, a disabled or deleted user, and a deleted device or
 * report API key revoke the earlier tokens and keys. A password that the user already has changes nothing, so that a
 * site file can be loaded at every start.
 */
export async function credentialChanges(
  before: SiteSetup,
  after: SiteSetup,
  book: CredentialBook,
  hasher: PasswordHasher,
): Promise<readonly CredentialChange[]> {
  const changes = new Map<string, CredentialChange>();
  const { gone, fresh } = listDifference(before.users, after.users);
  const now = new Map(fresh.map(({ item }) => [item.id, item]));
  for (const { id, state } of gone) {
    const user = now.get(id);
    if (user === undefined) changes.set(id, { kind: 'user', id, secret: '' });
    else if (state === 1 && user.state !== 1) changes.set(id, { kind: 'user', id });
  }
  for (const { id, password } of now.values()) {
    if (password === undefined) continue;
    const { secret = '' } = book.user(id) ?? {};
    if (secret !== '' && (await hasher.verify(password, secret))) continue;
    changes.set(id, { kind: 'user', id, secret: await hasher.hash(password) });
  }
  return [
    ...changes.values(),
    ...ends('device', before.devices, after.devices),
    ...(await pinChanges(before, after, book, hasher)),
    ...ends('report_key', before.report_keys, after.report_keys),
    ...webhookChanges(before, after, book),
    ...mailChanges(before, after, book),
  ];
}

/** Removes the credentials of deleted entries. */
function ends(
  kind: CredentialChange['kind'],
  before: readonly Identified[],
  after: readonly Identified[],
): readonly CredentialChange[] {
  const { gone, fresh } = listDifference(before, after);
  const stays = new Set(fresh.map(({ item }) => item.id));
  return gone.filter(({ id }) => !stays.has(id)).map(({ id }) => ({ kind, id, secret: '' }));
}

/** PINs of added, changed and deleted kiosks. A PIN that the kiosk already has changes nothing. */
async function pinChanges(
  before: SiteSetup,
  after: SiteSetup,
  book: CredentialBook,
  hasher: PasswordHasher,
): Promise<readonly CredentialChange[]> {
  const changes = ends('device', before.devices, after.devices)
    .filter(({ id }) => book.panelPin(id) !== '')
    .map(({ id }): CredentialChange => ({ kind: 'panel', id, secret: '' }));
  const given: CredentialChange[] = [];
  for (const { id, panel_pin: pin } of after.devices) {
    const known = book.panelPin(id);
    if (pin === undefined || (pin === '' && known === '')) continue;
    if (pin !== '' && known !== '' && (await hasher.verify(pin, known))) continue;
    given.push({ kind: 'panel', id, secret: pin === '' ? '' : await hasher.hash(pin) });
  }
  return [...changes, ...given];
}

/**
 * Webhook secrets. They are stored in plain text because they sign messages. A deleted webhook or a changed address
 * removes the secret: a receiver at another address gets its own.
 */
function webhookChanges(before: SiteSetup, after: SiteSetup, book: CredentialBook): readonly CredentialChange[] {
  const addresses = new Map(before.webhooks.map((webhook) => [webhook.id, webhookDestination(webhook)]));
  const given = after.webhooks.flatMap((webhook): readonly CredentialChange[] => {
    const { id, secret } = webhook;
    const to = webhookDestination(webhook);
    const known = book.webhookSecret(webhook);
    if (secret !== undefined) return secret === known ? [] : [{ kind: 'webhook', id, secret: boundSecret(secret, to) }];
    const from = addresses.get(id) ?? to;
    return from !== to && book.has('webhook', id) ? [{ kind: 'webhook', id, secret: '' }] : [];
  });
  return [...ends('webhook', before.webhooks, after.webhooks), ...given];
}

/**
 * Mail password. It is stored in plain text because the mail server needs it. Another server, port, encryption or user
 * removes it.
 */
function mailChanges(before: SiteSetup, after: SiteSetup, book: CredentialBook): readonly CredentialChange[] {
  const password = after.settings?.mail_password;
  const to = mailDestination(after.settings);
  const change = (secret: string): readonly CredentialChange[] => [{ kind: 'mail', id: MAIL_ID, secret }];
  if (password !== undefined)
    return password === book.mailPassword(after.settings) ? [] : change(boundSecret(password, to));
  return mailDestination(before.settings) !== to && book.has('mail', MAIL_ID) ? change('') : [];
}
