/**
 * Events that servers of one database share besides the queue.
 *
 * Opening hours, devices, a changed site. The first server that notices a change publishes it for all, with a number
 * of the location.
 */

import type { Clock } from '../../lib/context.ts';
import type { FollowedLocation } from '../../queue/operations/location-changes.ts';
import type { EventDevice, EventService } from '../contract/events.ts';

/** Kept in the database, and read by servers of other versions: a field may be added, and is never another thing. */
export type ClusterEvent =
  | { readonly type: 'service.changed'; readonly services: readonly EventService[] }
  | { readonly type: 'device.changed'; readonly devices: readonly EventDevice[] }
  /** `essence`: what of the site matters here, as one short text. */
  | { readonly type: 'site.changed'; readonly essence: string };

export interface ClusterEvents {
  /** Says what is to be said now, unless another server has said something that has not been heard here yet. */
  speak(): void;
}

interface SharedWordsDeps {
  readonly location: FollowedLocation;
  readonly clock: Clock;
  /** The first thing to say; null when everything is said. */
  readonly next: () => ClusterEvent | null;
  /** The last change that was heard. */
  readonly heard: () => number;
}

const RETRY_MS = 500;

function isListOf(value: unknown, id: string): boolean {
  if (!Array.isArray(value)) return false;
  return value.every((item) => typeof item === 'object' && item !== null && typeof item[id] === 'string');
}

/** What each word needs so that it can be told. */
const SHAPES: Readonly<Record<ClusterEvent['type'], (word: Readonly<Record<string, unknown>>) => boolean>> = {
  'service.changed': ({ services }) => isListOf(services, 'service_id'),
  'device.changed': ({ devices }) => isListOf(devices, 'device_id'),
  'site.changed': ({ essence }) => typeof essence === 'string',
};

/** Null for words of a newer program, and for what is none. */
export function readWord(body: unknown): ClusterEvent | null {
  if (typeof body !== 'object' || body === null || !('type' in body)) return null;
  const { type } = body;
  if (typeof type !== 'string' || !Object.hasOwn(SHAPES, type)) return null;
  return SHAPES[type as ClusterEvent['type']]({ ...body }) ? (body as ClusterEvent) : null;
}

export function createClusterEvents({ location, clock, next, heard }: SharedWordsDeps): ClusterEvents {
  let speaking = false;

  function speak(): void {
    const word = speaking ? null : next();
    if (word === null) return;
    speaking = true;
    // What comes back as said is looked at when it is heard. Should it not come, or the store be away, it is tried again.
    const done = (): void => {
      speaking = false;
      clock.after(RETRY_MS, speak);
    };
    location.say(word, heard()).then(done, done);
  }

  return { speak };
}
