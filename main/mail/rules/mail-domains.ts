/**
 * Domains to which users may have reports mailed.
 *
 * The organisation's own, unless the settings name others.
 */
import type { SiteFile, SiteSettings } from '../../site/contract/site.ts';
import { readSender } from './mail-address.ts';

export interface MailDomains {
  /** Whether mail may go there. An address of a subdomain is one of another domain. */
  has(address: string): boolean;
  /** For people. */
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
