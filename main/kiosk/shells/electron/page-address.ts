/** URL scheme of the pages inside Electron. */
export const PAGE_SCHEME = 'app';
const PAGE_HOST = 'kiosk';
export const PAGE_ORIGIN = `${PAGE_SCHEME}://${PAGE_HOST}`;
export const KIOSK_URL = `${PAGE_ORIGIN}/kiosk/index.html`;

/** Whether a URL has the origin of the kiosk page. */
export function isOurs(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  // Node has no `origin` for unknown schemes.
  return url !== null && url.protocol === `${PAGE_SCHEME}:` && url.host === PAGE_HOST;
}
