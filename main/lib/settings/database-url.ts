/** Addresses of PostgreSQL databases, as far as settings must look into them. */
import type { Environment } from './secret-files.ts';

/** Several machines may be named, separated by commas; the first stands for all. */
export function databaseUrl(text: string): URL | null {
  const first = text.replace(/^(\w+:\/\/(?:[^/?#@]*@)?[^/?#@,]*),[^/?#]*/, '$1');
  return URL.canParse(first) ? new URL(first) : null;
}

export function hasPassword(text: string): boolean {
  const url = databaseUrl(text);
  return url !== null && (url.password !== '' || url.searchParams.has('password'));
}

/**
 * An address with the password of `PGPASSWORD`, where it has none of its own. The driver knows that variable of the process
 * alone, and here it may come from a file.
 */
export function withPassword<T extends string | null>(text: T, { PGPASSWORD: password }: Environment): T | string {
  if (text === null || !password || hasPassword(text)) return text;
  const [address = '', ...fragment] = text.split('#');
  const given = `${address}${address.includes('?') ? '&' : '?'}password=${encodeURIComponent(password)}`;
  return [given, ...fragment].join('#');
}
