/** That something is booked otherwise at a location, told to all servers of the database. */
import { randomUUID } from 'node:crypto';
import type { NotifyChannel } from '../../../database/postgres/notify-channel.ts';

export interface SharedBookings {
  /** This server has changed it: told here at once, and to the others. */
  tell(locationId: string): void;
  close(): void;
}

const TOPIC = 'bookings';

/** @param onChange called with the location; whoever misses a notice finds what is new at the next look. */
export function shareBookings(notices: NotifyChannel, onChange: (locationId: string) => void): SharedBookings {
  const self = randomUUID();
  const stop = notices.subscribe(TOPIC, (key) => {
    if (key === null || key.startsWith(`${self} `)) return;
    onChange(key.slice(key.indexOf(' ') + 1));
  });
  return {
    tell(locationId) {
      onChange(locationId);
      notices.tell(TOPIC, `${self} ${locationId}`);
    },
    close: stop,
  };
}
