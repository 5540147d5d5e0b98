/**
 * Events that servers of one database share besides the queue.
 *
 * Opening hours, devices, a changed site. The first server that notices a change publishes it for all, with a sequence
 * number of the location.
 */

import type { Clock } from '../../lib/context.ts';
import type { FollowedLocation } from '../../queue/operations/location-changes.ts';
import type { EventDevice, EventService } from '../contract/events.ts';

/**
 * Stored in the database and read by servers of other versions: fields can be added, but never change their meaning.
 */
export type ClusterEvent =
  | { readonly type: 'service.changed'; readonly services: readonly EventService[] }
  | { readonly type: 'device.changed'; readonly devices: readonly EventDevice[] }
  /** `essence`: hash of the site's parts that matter to this location. */
  | { readonly type: 'site.changed'; readonly essence: string };

export interface ClusterEvents {
  /** Publishes the next pending event. The store rejects it while this server has unread changes of other servers. */
  speak(): void;
}

interface SharedWordsDeps {
  readonly location: FollowedLocation;
  readonly clock: Clock;
  /** The first pending event; null without one. */
  readonly next: () => ClusterEvent | null;
  /** Sequence number of the last change received. */
  readonly heard: () => number;
}

const RETRY_MS = 500;

function isListOf(value: unknown, id: string): boolean {
  if (!Array.isArray(value)) return false;
  return value.every((item) => typeof item === 'object' && item !== null && typeof item[id] === 'string');
}

/** Required fields of each event type. */
const SHAPES: Readonly<Record<ClusterEvent['type'], (word: Readonly<Record<string, unknown>>) => boolean>> = {
  'service.changed': ({ services }) => isListOf(services, 'service_id'),
  'device.changed': ({ devices }) => isListOf(devices, 'device_id'),
  'site.changed': ({ essence }) => typeof essence === 'string',
};

/** Null for events of a newer program, and for invalid ones. */
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
    // Published events are processed when they arrive back. If one does not arrive, or the store is unavailable, the
    // publish is retried.
    const done = (): void => {
      speaking = false;
      clock.after(RETRY_MS, speak);
    };
    location.say(word, heard()).then(done, done);
  }

  return { speak };
}
