/** The address that makes a browser the counter of a desk. No secret is in it: whoever works there still signs in. */

export const DESK_PARAMETER = 'desk';

/** @param page any page of this server, one level deep. */
export function deskLink(deskId: string, page: string): string {
  const url = new URL('../counter/', page);
  url.hash = '';
  url.search = new URLSearchParams({ [DESK_PARAMETER]: deskId }).toString();
  return url.href;
}
