/**
 * Link that assigns a browser to a desk's counter.
 *
 * It contains no secret: clerks still sign in.
 */

export const DESK_PARAMETER = 'desk';

/** @param page URL of any page of this server, one level deep */
export function deskLink(deskId: string, page: string): string {
  const url = new URL('../counter/', page);
  url.hash = '';
  url.search = new URLSearchParams({ [DESK_PARAMETER]: deskId }).toString();
  return url.href;
}
