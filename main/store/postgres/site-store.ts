/**
 * PostgreSQL storage outside the queue.
 *
 * The site with its credentials and appointments, and program notes.
 */

import { randomUUID } from 'node:crypto';
import { readCredentials } from '../../access/sql/credentials.ts';
import type { NotifyChannel } from '../../database/postgres/notify-channel.ts';
import { postgresRunner } from '../../database/sql-runner.ts';
import type { Clock } from '../../lib/context.ts';
import type { UuidSource } from '../../lib/uuid.ts';
import {
  credentialsSince,
  editAppointment,
  readSite,
  siteSince,
  writeSite,
} from '../../site/sql/postgres/site-revisions.ts';
import { locationsOf, readMeta, writeMeta } from '../../site/sql/site-items.ts';
import type { Store } from '../contract/store.ts';
import type { StoreSessions } from './store-sessions.ts';

export type SiteStore = Pick<
  Store,
  | 'readSite'
  | 'readCredentials'
  | 'siteSince'
  | 'credentialsSince'
  | 'writeSite'
  | 'editAppointment'
  | 'readMeta'
  | 'writeMeta'
>;

export interface SiteStoreDeps {
  readonly sessions: StoreSessions;
  readonly clock: Clock;
  readonly newId: UuidSource;
  /** Called when a revision of the site is written. */
  readonly onSite: (revision: number) => void;
  /** Appointments at that location have changed. */
  readonly onBooking: (locationId: string) => void;
}

export function siteStore({ sessions, clock, newId, onSite, onBooking }: SiteStoreDeps): SiteStore {
  const { read, readTogether, readMuch, write, writeMuch } = sessions;
  const stamp = () => {
    const now = clock.now();
    return { now, changeId: newId(now) };
  };
  return {
    readSite: () => readMuch(readSite),
    readCredentials: () => read((session) => readCredentials(postgresRunner(session))),
    siteSince: (revision) => readMuch((session) => siteSince(session, revision)),
    credentialsSince: (revision) => readTogether((session) => credentialsSince(session, revision)),
    async writeSite(change) {
      const at = { ...stamp(), ...(change.changeId === undefined ? {} : { changeId: change.changeId }) };
      const revision = await writeMuch((session) => writeSite(session, change, at));
      if (revision !== null) onSite(revision);
      return revision;
    },
    async editAppointment(edit) {
      const at = stamp();
      const isDone = await write((session) => editAppointment(session, edit, at));
      if (isDone === true) for (const locationId of locationsOf(edit)) onBooking(locationId);
      return isDone;
    },
    readMeta: (key) => read((session) => readMeta(postgresRunner(session), key)),
    writeMeta: (key, value) => write((session) => writeMeta(postgresRunner(session), key, value)),
  };
}

export interface SharedBookings {
  /** Reports a change by this server: locally at once, and to the peers. */
  tell(locationId: string): void;
  close(): void;
}

const TOPIC = 'bookings';

/** @param onChange called with the location; a lost notification is detected by the next periodic check */
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
