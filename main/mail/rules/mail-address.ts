/** Mail addresses and the domains that mail may be sent to. */
import type { SiteFile, SiteSettings } from '../../site/contract/site.ts';

/** Maximum length of a mail address. */

const MAX_LETTERS = 254;

/** Addresses as used in practice, without quoted names and comments. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.?[^\s@<>()[\]\\,;:".]$/u;

const NAMED = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u;

export function isMailAddress(text: string): boolean {
  return text.length <= MAX_LETTERS && ADDRESS.test(text) && !text.includes('..');
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** `queue@example.org` or `Town Hall <queue@example.org>`; null if it is neither. */
export function readSender(text: string): Sender | null {
  const [, name = '', inside] = NAMED.exec(text.trim()) ?? [];
  const address = (inside ?? text).trim();
  return isMailAddress(address) ? { name: name.trim(), address } : null;
}

/** Domains to which users can send reports: the organisation's own, unless the settings list others. */
interface MailDomains {
  /** Whether mail to the address is allowed. A subdomain is a different domain. */
  has(address: string): boolean;
  /** Domain names for messages. */
  readonly names: readonly string[];
}

interface Organisation {
  readonly settings: Pick<SiteSettings, 'mail_domains' | 'mail_from'>;
  readonly file: Pick<SiteFile, 'locations' | 'users'>;
}

export function mailDomains({ settings, file: { locations, users } }: Organisation): MailDomains {
  const { mail_domains: named, mail_from: from } = settings;
  const own = [
    readSender(from)?.address ?? '',
    ...locations.map(({ email }) => email),
    ...users.map(({ email }) => email),
  ];
  const names = new Set((named.length > 0 ? named : own.map(domainOf)).map(plain).filter((name) => name !== ''));
  return { has: (address) => names.has(plain(domainOf(address))), names: [...names] };
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

const plain = (domain: string): string => domain.trim().toLowerCase().replace(/\.$/, '');
