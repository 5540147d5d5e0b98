import type { QueueEvent } from '../../queue/contract/records.ts';

/** Filter of a webhook. An empty list does not filter. */
export interface Subscription {
  readonly events: readonly string[];
  readonly locations: readonly string[];
}

export function isSubscribed(
  { events, locations }: Subscription,
  { type, locationId }: Pick<QueueEvent, 'type' | 'locationId'>,
): boolean {
  return (events.length === 0 || events.includes(type)) && (locations.length === 0 || locations.includes(locationId));
}
