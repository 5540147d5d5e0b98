/**
 * Translation of `app:` addresses for Chromium, which lacks this scheme without Electron. The browser sees https
 * addresses with a reserved host name.
 */
const SUFFIX = '.app.invalid';

export function toBrowser(address: string): string {
  return address.replace(/^app:\/\/([^/]+)/, `https://$1${SUFFIX}`);
}

export function fromBrowser(address: string): string {
  return address.replace(/^https:\/\/([^/]+)\.app\.invalid/, 'app://$1');
}
