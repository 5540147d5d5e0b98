/**
 * Cluster interface: jobs and state shared by servers of one database.
 *
 * A single server always holds every job.
 */
import type { Clock } from '../lib/context.ts';

/**
 * Jobs that one server at a time runs under a lease: business days, erasure, webhooks with their cleanup, database
 * maintenance, monitoring of devices and queue alerts, mail and reports, and backups. Only servers that listen for it
 * get the backup job.
 */
export type SingletonJob = 'days' | 'erasing' | 'webhooks' | 'tidying' | 'devices' | 'limits' | 'mail' | 'backups';

/** Clock shared by all servers of one database: the clock of the database. */
export interface SharedClock extends Clock {
  /** Milliseconds by which this machine's clock is ahead, negative when behind; 0 while unknown. */
  readonly offsetMs: number;
  /** False when this machine's clock differs so much that the server must not hold leases. */
  readonly isTrusted: boolean;
}

/** News for webhooks: committed events, or permission to continue at once. */
export type OutboxNews = 'events' | 'progress';

/** Creates a secret that no server has created yet. */
export type MakeSecret = () => Promise<Buffer>;

/**
 * Topics of peer state: device state, alarms and remote actions, pairing codes, failed logins and panel PINs, known
 * login addresses, lookups of unknown cards, and phone tickets of kiosk screens.
 */
export type PeerStateTopic =
  | 'device'
  | 'device-alarms'
  | 'device-action'
  | 'login-try'
  | 'login-known'
  | 'guess'
  | 'panel-pin'
  | 'pairing'
  | 'ticket-taken';

export interface PeerStateReader {
  /** Whether the body is valid. An invalid one is reported and skipped. */
  accepts?(body: Readonly<Record<string, unknown>>): boolean;
  /** State published by another server. */
  note(serverId: string, key: string, body: unknown): void;
  /** The server is gone; its state is no longer valid. */
  gone(serverId: string): void;
}

/** Small facts that each server publishes to its peers. They end with their server. */
export interface PeerState {
  /** Publishes a fact and replaces the previous one of this key; peers receive it within about two seconds. */
  post(topic: PeerStateTopic, key: string, body: object): void;
  /** Withdraws a fact. Peers that have read it are not notified. */
  drop(topic: PeerStateTopic, key: string): void;
  /** Subscribes, starting with the present facts. Returns the unsubscribe function. */
  follow(topic: PeerStateTopic, reader: PeerStateReader): () => void;
}

export interface Cluster {
  /**
   * Called once when a newer program needs this one to stop serving, at once when it already does. `noticeMs`: how long
   * it can still serve. Returns the unsubscribe function.
   */
  onOutdated(listener: (noticeMs: number) => void): () => void;
  /** Null with a single server: the time is that of this machine. */
  readonly clock: SharedClock | null;
  /** Milliseconds since this server's last successful heartbeat write; 0 with a single server. */
  sinceWritten(): number;
  /** Lag of the read replica in milliseconds; null while it does not respond, undefined without one. */
  replicaLagMs(): number | null | undefined;
  /** Whether this server holds the job. Check again before each piece of work that two servers must not do. */
  isMine(duty: SingletonJob): boolean;
  /** Called when this server gains or loses a job. Returns the unsubscribe function. */
  onDuty(duty: SingletonJob, listener: (isMine: boolean) => void): () => void;
  /**
   * Releases the job for this time, because this server cannot run it; it can return afterwards. A single server keeps
   * it.
   */
  leave(duty: SingletonJob, ms: number): void;
  /** Called when any server has news for webhooks, within a second. Returns the unsubscribe function. */
  onOutbox(listener: (news: OutboxNews) => void): () => void;
  /** Null with a single server. */
  readonly bulletin: PeerState | null;
  /**
   * The secret with this name, the same for all servers. Null with a single server, which keeps secrets outside the
   * database.
   */
  readonly sharedSecret: ((name: string, make: MakeSecret) => Promise<Buffer>) | null;
}

const NOTHING_TO_STOP = (): void => {};

/** Cluster of a single server: its own `onEvents` reports everything. */
export const NO_PEERS: Cluster = {
  onOutdated: () => NOTHING_TO_STOP,
  clock: null,
  sinceWritten: () => 0,
  replicaLagMs: () => undefined,
  isMine: () => true,
  onDuty: () => NOTHING_TO_STOP,
  leave: () => {},
  onOutbox: () => NOTHING_TO_STOP,
  bulletin: null,
  sharedSecret: null,
};
