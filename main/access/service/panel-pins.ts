/** Rate limit for wrong operator-panel PINs, shared by all servers. */

import type { Store } from '../../store/contract/store.ts';
import { NO_TRIES, type PinTries, pinTriesTogether } from '../rules/pin-wait.ts';
import type { Cover } from './cover-guesses.ts';
import { keepLatest } from './lru-trim.ts';

export interface PanelPins {
  /** What other servers have said of that kiosk. */
  heard(deviceId: string): PinTries;
  tell(deviceId: string, tries: PinTries): void;
}

/** @param bulletin where servers of one database tell each other; null where there are none. */
export function sharePanelPins(bulletin: Store['peers']['bulletin'], coverKey: Cover): PanelPins & { close(): void } {
  const told = new Map<string, PinTries>();
  const cover = (deviceId: string): string => coverKey(`panel ${deviceId}`);

  const stop = bulletin?.follow('panel-pin', {
    accepts: ({ wrong, at }) => typeof wrong === 'number' && typeof at === 'number',
    note(_serverId, key, body) {
      const { wrong, at } = body as PinTries;
      keepLatest(told, key, pinTriesTogether(told.get(key) ?? NO_TRIES, { wrong, at }));
    },
    // A guesser waits also when the server that counted has ended.
    gone() {},
  });

  return {
    heard: (deviceId) => (told.size === 0 ? NO_TRIES : (told.get(cover(deviceId)) ?? NO_TRIES)),
    tell: (deviceId, { wrong, at }) => bulletin?.post('panel-pin', cover(deviceId), { wrong, at }),
    close: () => stop?.(),
  };
}
