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

/** The file as it may be kept and shown: without passwords, PINs and secrets. */
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
    // What has none stays the very same, so that it counts as unchanged.
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
 * What is wrong with the passwords and PINs of a site file, each fault by its path. A password that its user has already is no
 * new one.
 *
 * @param site the same as it will be
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
 * A new password, a user who is switched off or gone and a device or a key for reports that is gone end the keys that they
 * had. A password that a user has already, as when the same file is loaded at every start, changes nothing.
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

/** Whoever is gone has no key any more, and no secret. */
function ends(
  kind: CredentialChange['kind'],
  before: readonly Identified[],
  after: readonly Identified[],
): readonly CredentialChange[] {
  const { gone, fresh } = listDifference(before, after);
  const stays = new Set(fresh.map(({ item }) => item.id));
  return gone.filter(({ id }) => !stays.has(id)).map(({ id }) => ({ kind, id, secret: '' }));
}

/** A PIN goes with its kiosk. One that the kiosk has already changes nothing. */
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
 * Its secret has to sign, so that it is kept as it is; it goes with the webhook, and with its address: a receiver at another address
 * gets a secret of its own.
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

/** It has to be said to the mail server, so that it is kept as it is; another server, port, protection or user takes it away. */
function mailChanges(before: SiteSetup, after: SiteSetup, book: CredentialBook): readonly CredentialChange[] {
  const password = after.settings?.mail_password;
  const to = mailDestination(after.settings);
  const change = (secret: string): readonly CredentialChange[] => [{ kind: 'mail', id: MAIL_ID, secret }];
  if (password !== undefined)
    return password === book.mailPassword(after.settings) ? [] : change(boundSecret(password, to));
  return mailDestination(before.settings) !== to && book.has('mail', MAIL_ID) ? change('') : [];
}
