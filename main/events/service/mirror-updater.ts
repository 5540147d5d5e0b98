/** The mirror of a location and its readings: one at a time, and what happens meanwhile is made again on top of it. */
import type { Clock } from '../../lib/context.ts';
import type { ServiceQueue } from '../../queue/contract/records.ts';
import type { LocationChange } from '../../queue/operations/location-changes.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import { countsIn } from './change-messages.ts';
import { type LocationMirror, readLocation } from './location-mirror.ts';

export interface KeptMirror {
  /** Null before the first reading. */
  readonly current: LocationMirror | null;
  readonly isReading: boolean;
  queue(serviceId: string): ServiceQueue | undefined;
  /** Reads everything for the first time. Rejects when the store cannot be reached. */
  begin(): Promise<void>;
  /** After a change that cannot be told piece by piece. Goes on trying. */
  readAgain(): void;
  /** Something has happened, which a reading that is under way may not see. */
  happened(change: LocationChange): void;
  /** From now on the mirror shows it. */
  apply(change: LocationChange): void;
}

interface KeptMirrorDeps {
  readonly locationId: string;
  readonly store: Store;
  readonly site: () => Site;
  readonly clock: Clock;
  readonly isClosed: () => boolean;
  /** @param meanwhile what happened while it was read, and is in the mirror already. */
  readonly onRead: (meanwhile: readonly LocationChange[], isFirst: boolean) => void;
  /** After `onRead` of a reading that `readAgain` asked for. */
  readonly onReadAgain: () => void;
  readonly onFailed: (error: unknown) => void;
}

const RETRY_MS = 1_000;

export function createKeptMirror(deps: KeptMirrorDeps): KeptMirror {
  const { locationId, store, site, clock, isClosed } = deps;
  let current: LocationMirror | null = null;
  /** What has happened since a reading began; null while there is none. */
  let meanwhile: LocationChange[] | null = null;
  /** The last reading may be too old already. */
  let isDue = false;

  function apply(to: LocationMirror, change: LocationChange): void {
    if (change.kind === 'event') to.apply(change.event);
    else if (change.kind === 'counts') to.adopt(countsIn(change, site(), locationId));
  }

  async function read(): Promise<void> {
    const reader = site();
    const since: LocationChange[] = [];
    meanwhile = since;
    const fresh = await readLocation(locationId, reader, store, clock.now());
    if (isClosed()) return;
    if (reader !== site()) return await read();
    for (const change of since) apply(fresh, change);
    meanwhile = null;
    const isFirst = current === null;
    current = fresh;
    deps.onRead(since, isFirst);
  }

  function readAgain(): void {
    if (isClosed()) return;
    isDue = true;
    if (meanwhile !== null || current === null) return;
    isDue = false;
    read()
      .then(() => {
        if (isClosed()) return;
        deps.onReadAgain();
        if (isDue) readAgain();
      })
      .catch((error: unknown) => {
        meanwhile = null;
        deps.onFailed(error);
        clock.after(RETRY_MS, readAgain);
      });
  }

  return {
    get current() {
      return current;
    },
    get isReading() {
      return meanwhile !== null;
    },
    queue: (serviceId) => current?.queue(serviceId),
    async begin() {
      await read();
      if (isDue) readAgain();
    },
    readAgain,
    happened(change) {
      meanwhile?.push(change);
    },
    apply(change) {
      if (current !== null) apply(current, change);
    },
  };
}
