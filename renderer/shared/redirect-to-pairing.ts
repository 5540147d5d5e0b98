/**
 * Redirect of a page without a valid key to the pairing page.
 *
 * That page shows a code.
 */

/** Tells the pairing page not to retry a key that was just rejected. */
const REFUSED = '#refused';

/**
 * Redirects if the server has a pairing page; a standalone kiosk has none.
 *
 * @param hadKey whether the page had a key that is no longer valid
 */
export async function goPairing(hadKey: boolean): Promise<void> {
  const url = new URL('../pair/', window.location.href);
  url.search = '';
  url.hash = '';
  try {
    if (!(await fetch(url, { method: 'HEAD' })).ok) return;
  } catch {
    // The page retries.
    return;
  }
  window.location.replace(`${url.href}${hadKey ? REFUSED : ''}`);
}
