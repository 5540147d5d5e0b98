/** Parts of PostgreSQL addresses that settings need. */
import type { Environment } from './secret-files.ts';

/** Several hosts are separated by commas; the first one is used here. */
export function databaseUrl(text: string): URL | null {
  const first = text.replace(/^(\w+:\/\/(?:[^/?#@]*@)?[^/?#@,]*),[^/?#]*/, '$1');
  return URL.canParse(first) ? new URL(first) : null;
}

export function hasPassword(text: string): boolean {
  const url = databaseUrl(text);
  return url !== null && (url.password !== '' || url.searchParams.has('password'));
}

/**
 * Adds the password of `PGPASSWORD` to an address without one. The driver reads that variable from the process only,
 * but here it can come from a file.
 */
export function withPassword<T extends string | null>(text: T, { PGPASSWORD: password }: Environment): T | string {
  if (text === null || !password || hasPassword(text)) return text;
  const [address = '', ...fragment] = text.split('#');
  const given = `${address}${address.includes('?') ? '&' : '?'}password=${encodeURIComponent(password)}`;
  return [given, ...fragment].join('#');
}
