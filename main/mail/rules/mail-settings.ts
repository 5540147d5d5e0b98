/** Validation of the mail-server settings. */

import { isIP } from 'node:net';
import { addressName } from '../../lib/host-name.ts';
import type { SiteSettings } from '../../site/contract/site.ts';
import { readSender, type Sender } from './mail-address.ts';

export type MailSettings = Pick<
  SiteSettings,
  'mail_server' | 'mail_port' | 'mail_security' | 'mail_user' | 'mail_from'
>;

/** Faults by setting. Without a server there are none. */
export function mailSettingFaults(settings: MailSettings): readonly (readonly [keyof MailSettings, string])[] {
  const { mail_server: server, mail_security: security, mail_user: user, mail_from: from } = settings;
  if (server === '') return [];
  return [
    ...(isServerName(server) ? [] : [['mail_server', `"${server}" is not a name such as mail.example.org`] as const]),
    ...(readSender(from) === null
      ? [['mail_from', `"${from}" is not an address such as queue@example.org`] as const]
      : []),
    ...(security === 'none' && user !== ''
      ? [['mail_security', 'a user name needs an encrypted connection'] as const]
      : []),
  ];
}

/** Sender of mails; null if no mail is sent. */
export function senderOf(settings: MailSettings): Sender | null {
  return settings.mail_server === '' ? null : readSender(settings.mail_from);
}

/** Host name or IP address without a port, which is a separate setting. */
function isServerName(text: string): boolean {
  return isIP(text) !== 0 || (!text.includes(':') && addressName(text) !== null);
}
