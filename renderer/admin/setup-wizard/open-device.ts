/** Opens the page of a device in another tab, with a key of its own where one is needed. */
import { CREATE_DEVICE_KEY } from '../../../main/devices/contract/endpoints.ts';
import type { Rest, RestResult } from '../../shared/api-client.ts';

const PAGES = { kiosk: 'kiosk', display: 'display' } as const;

/**
 * @param needsKey where keys are asked for; the one that the device had ends.
 * @returns why it was not opened, if it was not
 */
export async function openDevice(
  rest: Rest,
  page: keyof typeof PAGES,
  id: string,
  needsKey: boolean,
): Promise<RestResult<unknown>> {
  const url = new URL(`../${PAGES[page]}/`, window.location.href);
  url.hash = '';
  url.searchParams.set('device', id);
  // Opened at once: a browser allows it as an answer to a touch, and no later.
  const tab = window.open('about:blank', '_blank');
  if (needsKey) {
    const made = await rest.call(CREATE_DEVICE_KEY, { id });
    if (!made.ok) {
      tab?.close();
      return made;
    }
    url.hash = `key=${made.value.key}`;
  }
  if (tab === null) window.location.href = url.href;
  else {
    tab.opener = null;
    tab.location.href = url.href;
  }
  return { ok: true, value: null };
}
