/**
 * Redirect of a page without a key to the pairing page.
 *
 * Its screen shows a code instead, by which it gets one.
 */

/** The page of pairing does not try a key again that the server has just refused. */
const REFUSED = '#refused';

/**
 * Goes there, unless the server has no such page: that of a kiosk alone has none.
 *
 * @param hadKey whether the page had a key, which is not good any more
 */
export async function goPairing(hadKey: boolean): Promise<void> {
  const url = new URL('../pair/', window.location.href);
  url.search = '';
  url.hash = '';
  try {
    if (!(await fetch(url, { method: 'HEAD' })).ok) return;
  } catch {
    // The page tries again by itself.
    return;
  }
  window.location.replace(`${url.href}${hadKey ? REFUSED : ''}`);
}
