/**
 * Reason for an invalid webhook URL, without the URL; null if it is valid.
 */
export function webhookUrlFault(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return 'is not an address such as https://example.org/queue';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http:// or https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password; use the signature';
  return url.hash === '' ? null : 'must not contain a #';
}
