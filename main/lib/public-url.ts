/** Public URL at which phones reach this server. */

/** Loopback names, which phones cannot reach. */
const OWN_NAMES = /^(localhost|.+\.localhost|127(\.\d+){3}|0(\.0){3}|\[::1?\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]+\])\.?$/;

/** Why it cannot be used; null for a valid URL or none. */
export function publicUrlFault(text: string): string | null {
  if (text === '') return null;
  if (!URL.canParse(text)) return `"${text}" is not an address such as https://queue.example`;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'it must begin with https:// or http://';
  if (url.username !== '' || url.password !== '') return 'it must not contain a user name or password';
  if (url.search !== '' || url.hash !== '') return 'it must not contain ? or #';
  if (OWN_NAMES.test(url.hostname)) return `${url.hostname} is a loopback address, which phones cannot reach`;
  return null;
}

/** URL of a path below the public URL; null without one. */
export function publicAddress(publicUrl: string, path: string): string | null {
  if (publicUrl === '' || publicUrlFault(publicUrl) !== null) return null;
  return `${new URL(publicUrl).href.replace(/\/+$/, '')}/${path}`;
}
