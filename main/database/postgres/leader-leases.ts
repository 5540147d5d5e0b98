/**
 * Leader leases for jobs that only one server may run.
 *
 * A lease lasts some seconds by the clock of the database, and each heartbeat renews it. A server that dies, hangs or
 * is cut off loses it, and so does every holder at a failover of the primary. A holder releases a lease before another
 * server can take it.
 */
import type { Cluster, SingletonJob } from '../cluster.ts';
import type { Beat } from './heartbeat.ts';
import { statement } from './statement.ts';

/** Lifetime of a lease without renewal. */
const LOAN_MS = 5_000;
/** A holder that could not renew a lease gives it up this long before it expires. */
const MARGIN_MS = 1_000;

const DUTIES: readonly SingletonJob[] = [
  'backups',
  'days',
  'devices',
  'erasing',
  'limits',
  'mail',
  'tidying',
  'webhooks',
];
/** Jobs for capable servers only: those that listen for them. */
const NOT_OF_ALL: readonly SingletonJob[] = ['backups'];

/** Takes free leases, renews our own, and leaves those of other servers. */
const TAKE = statement(
  'take-duties',
  `INSERT INTO duty (name, server_id, until)
  SELECT wanted.name, $1, clock_timestamp() + make_interval(secs => $3) FROM unnest($2::text[]) AS wanted (name)
    WHERE NOT EXISTS (SELECT 1 FROM duty AS held
      WHERE held.name = wanted.name AND held.server_id <> $1 AND held.until > clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET server_id = excluded.server_id, until = excluded.until
    WHERE duty.server_id = excluded.server_id OR duty.until <= clock_timestamp()
  RETURNING name`,
);
const GIVE_UP = statement('give-up-duties', 'DELETE FROM duty WHERE name = ANY ($2) AND server_id = $1');

export interface LeaderLeases extends Pick<Cluster, 'isMine' | 'onDuty' | 'leave'> {
  readonly beat: Beat;
  /** Releases all leases, so that another server need not wait for their expiry. */
  readonly giveUp: Beat;
}

export interface LeaderLeaseOptions {
  readonly serverId: string;
  /** Lifetime of a lease without renewal. */
  readonly loanMs?: number | undefined;
  /** Whether this server may hold leases at all; otherwise it releases its own. */
  readonly mayLead?: () => boolean;
}

export function createLeaderLeases({
  serverId,
  loanMs = LOAN_MS,
  mayLead = () => true,
}: LeaderLeaseOptions): LeaderLeases {
  const listeners = new Map<SingletonJob, Set<(isMine: boolean) => void>>(DUTIES.map((duty) => [duty, new Set()]));
  let mine: ReadonlySet<SingletonJob> = new Set();
  /** Time until which this server does not take a released job, by `performance.now()`. */
  const leftUntil = new Map<SingletonJob, number>();
  /** Jobs to release in the database. */
  const left = new Set<SingletonJob>();
  let heldUntil = 0;
  let cancelLapse = (): void => {};

  function hold(held: ReadonlySet<SingletonJob>): void {
    const before = mine;
    mine = held;
    for (const duty of DUTIES) {
      if (held.has(duty) === before.has(duty)) continue;
      for (const listener of listeners.get(duty) ?? []) listener(held.has(duty));
    }
  }

  const withoutLeft = (held: readonly SingletonJob[]): ReadonlySet<SingletonJob> =>
    new Set(held.filter((duty) => !left.has(duty)));

  const wanted = (): readonly SingletonJob[] =>
    DUTIES.filter((duty) => !NOT_OF_ALL.includes(duty) || (listeners.get(duty)?.size ?? 0) > 0).filter(
      (duty) => (leftUntil.get(duty) ?? 0) <= performance.now(),
    );

  function lapse(): void {
    cancelLapse();
    hold(new Set());
  }

  return {
    isMine: (duty) => mine.has(duty) && performance.now() < heldUntil,
    onDuty(duty, listener) {
      listeners.get(duty)?.add(listener);
      return () => void listeners.get(duty)?.delete(listener);
    },
    leave(duty, ms) {
      if (!mine.has(duty)) return;
      leftUntil.set(duty, performance.now() + ms);
      left.add(duty);
      hold(withoutLeft([...mine]));
    },
    async beat(line) {
      if (!mayLead()) {
        lapse();
        left.clear();
        await line.tell(GIVE_UP, [serverId, DUTIES]);
        return;
      }
      if (left.size > 0) {
        const given = [...left];
        await line.tell(GIVE_UP, [serverId, given]);
        for (const duty of given) left.delete(duty);
      }
      // Measured before the statement is sent, so that the lease ends here no later than in the database.
      const sentAt = performance.now();
      const taken = await line.ask<{ name: SingletonJob }>(TAKE, [serverId, wanted(), loanMs / 1000]);
      if (performance.now() >= sentAt + loanMs - MARGIN_MS) return lapse();
      cancelLapse();
      heldUntil = sentAt + loanMs - MARGIN_MS;
      const timer = setTimeout(lapse, Math.max(0, heldUntil - performance.now()));
      timer.unref();
      cancelLapse = () => clearTimeout(timer);
      // Excludes jobs released since the statement was sent.
      hold(withoutLeft(taken.map(({ name }) => name)));
    },
    async giveUp(line) {
      lapse();
      await line.tell(GIVE_UP, [serverId, DUTIES]);
    },
  };
}
