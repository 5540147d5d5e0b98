/**
 * Chromium knows no `app:` scheme unless Electron has taught it, so the stand-in shows such an address as https under
 * a host that cannot exist, and translates wherever an address passes from one side to the other.
 */
const SUFFIX = '.app.invalid';

export function toBrowser(address: string): string {
  return address.replace(/^app:\/\/([^/]+)/, `https://$1${SUFFIX}`);
}

export function fromBrowser(address: string): string {
  return address.replace(/^https:\/\/([^/]+)\.app\.invalid/, 'app://$1');
}
