/**
 * Cluster interface: jobs and facts shared by servers of one database.
 *
 * Jobs and facts shared by servers of one database. A server that is alone with its database is always the one that is
 * meant.
 */
import type { Clock } from '../lib/context.ts';

/**
 * Work that one of them does at a time: beginning days, erasing, telling webhooks (and clearing away what they do not need
 * any more), tidying the database itself, watching over devices and limits, sending mail and reports, and making backups, which
 * comes only to servers that can: those where somebody listens for it.
 */
export type SingletonJob = 'days' | 'erasing' | 'webhooks' | 'tidying' | 'devices' | 'limits' | 'mail' | 'backups';

/** The time that all servers over one database share, which is that of the database. */
export interface SharedClock extends Clock {
  /** Milliseconds by which the clock of this machine is ahead of it, negative when it is behind; 0 as far as it cannot be known. */
  readonly offsetMs: number;
  /** False when the clock of this machine differs by so much that this server must not lead. */
  readonly isTrusted: boolean;
}

/** What has come to webhooks: events that were committed, or leave to go on at once. */
export type OutboxNews = 'events' | 'progress';

/** Gives what a secret is to be that nobody has made yet. */
export type MakeSecret = () => Promise<Buffer>;

/** What servers tell each other: how devices are, their alarms, what was asked of them, screens that wait for a key, wrong tries to log in and wrong PINs of panels, who came in from where, cards that were asked for and are nobody's, and which ticket of a kiosk's screen a phone has. */
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
  /** Whether what stands there can be used. A body that cannot is reported, and passed by. */
  accepts?(body: Readonly<Record<string, unknown>>): boolean;
  /** What another server has told. */
  note(serverId: string, key: string, body: unknown): void;
  /** That server is not there any more, and what it told no longer holds. */
  gone(serverId: string): void;
}

/** Small facts, each of which one server tells the others, and takes with it when it goes. */
export interface PeerState {
  /** Puts it in the place of what was told of that key before; the others know within some two seconds. */
  post(topic: PeerStateTopic, key: string, body: object): void;
  /** Need not be remembered any more; who has read it already is not told. */
  drop(topic: PeerStateTopic, key: string): void;
  /** Begins with what there is already. Returns how to stop. */
  follow(topic: PeerStateTopic, reader: PeerStateReader): () => void;
}

export interface Cluster {
  /**
   * Called once when a newer program needs this one to stop serving, at once when it already has. `noticeMs`: how long it may
   * still serve. Returns how to unsubscribe.
   */
  onOutdated(listener: (noticeMs: number) => void): () => void;
  /** Null where there are no others: the time is that of this machine. */
  readonly clock: SharedClock | null;
  /** Milliseconds since the database last took what this server writes each second; 0 where there are no others. */
  sinceWritten(): number;
  /** Milliseconds that the read replica is behind; null while it does not answer, undefined where there is none. */
  replicaLagMs(): number | null | undefined;
  /** Whether this server does it now. Asked again before each piece of work that must not be done by two. */
  isMine(duty: SingletonJob): boolean;
  /** Called when a duty comes to this server or leaves it. Returns how to stop. */
  onDuty(duty: SingletonJob, listener: (isMine: boolean) => void): () => void;
  /** Leaves it to the others for so long, because it cannot be done here; it may come back afterwards. Where there are none it stays. */
  leave(duty: SingletonJob, ms: number): void;
  /** Called when any server has left something for webhooks, at most a second later. Returns how to stop. */
  onOutbox(listener: (news: OutboxNews) => void): () => void;
  /** Null where there are no others. */
  readonly bulletin: PeerState | null;
  /** The secret of that name, the same for all servers. Null where there are no others: then it stays out of the database. */
  readonly sharedSecret: ((name: string, make: MakeSecret) => Promise<Buffer>) | null;
}

const NOTHING_TO_STOP = (): void => {};

/** Of a database that one server has for itself: its own `onEvents` tells all there is. */
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
