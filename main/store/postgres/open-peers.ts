/**
 * Cluster services of a server, with one common heartbeat.
 */

import { randomUUID } from 'node:crypto';
import type { Cluster, MakeSecret, OutboxNews } from '../../database/cluster.ts';
import { type Beat, startHeartbeat } from '../../database/postgres/heartbeat.ts';
import { createLeaderLeases } from '../../database/postgres/leader-leases.ts';
import type { NotifyChannel } from '../../database/postgres/notify-channel.ts';
import type { Pool, PoolConnection, PoolOptions } from '../../database/postgres/pool.ts';
import { statement } from '../../database/postgres/statement.ts';
import type { Log } from '../../lib/context.ts';
import { subscribe } from '../../lib/lists.ts';
import { createSiteWatch } from '../../site/sql/postgres/site-revisions.ts';
import type { Store } from '../contract/store.ts';
import type { DatabaseClock } from './database-clock.ts';
import { readMinimum } from './online-migration.ts';
import { createPeerState, THERE_MS } from './peer-state.ts';

export interface ClusterOptions extends Pick<PoolOptions, 'url' | 'connectMs' | 'statementMs'> {
  /** For work outside the heartbeat. */
  readonly pool: Pool;
  readonly notices: NotifyChannel;
  readonly clock: DatabaseClock;
  readonly log: Log;
  /** The newest schema of this program version. */
  readonly knowsSchema: number;
  /** Timeout after which a server counts as gone: for its leases and its peer state. */
  readonly loanMs?: number | undefined;
  /** Called once per revision of the site. */
  readonly onSiteChange: () => void;
}

export interface OpenCluster extends Pick<Store, 'onSite'> {
  readonly peers: Omit<Cluster, 'replicaLagMs'>;
  /** Identity of this server in its heartbeat. */
  readonly here: { readonly serverId: string; readonly thereMs: number };
  /** Reports a site revision made by this server. */
  madeSite(revision: number): void;
  /** Signs off, so that peers need not wait for the timeout. */
  close(): Promise<void>;
}

/** Notification that asks peers for an early heartbeat. */
const TOPIC = 'beat';

export async function openPeers(options: ClusterOptions): Promise<OpenCluster> {
  const { pool, notices, loanMs, onSiteChange, clock, log } = options;
  const serverId = randomUUID();
  const thereMs = loanMs ?? THERE_MS;
  const duties = createLeaderLeases({ serverId, loanMs, mayLead: () => clock.isTrusted });
  const outbox = createOutboxWatch();
  const site = createSiteWatch(onSiteChange);
  const bulletin = createPeerState({
    serverId,
    thereMs,
    onPost: () => heartbeat?.hurry(),
    onSaid: () => notices.tell(TOPIC, serverId),
    mayBury: () => duties.isMine('tidying'),
    log,
  });
  const leave = async (line: PoolConnection): Promise<void> => {
    await duties.giveUp(line);
    await bulletin.leave(line);
  };
  const schema = watchSchema(log, options.knowsSchema, leave);
  // An outdated server takes no leases and writes nothing.
  const unlessOutdated =
    (beat: Beat): Beat =>
    async (line) =>
      schema.isOutdated() ? undefined : beat(line);
  const others = [clock.beat, duties.beat, outbox.beat, site.beat, bulletin.beat];
  const beats = [schema.beat, ...others.map(unlessOutdated)];
  let heartbeat: Awaited<ReturnType<typeof startHeartbeat>> | null = null;
  const started = await startHeartbeat(options, beats);
  heartbeat = started;
  const stop = notices.subscribe(TOPIC, (from) => {
    if (from !== serverId) started.hurry();
  });

  return {
    here: { serverId, thereMs },
    onSite: site.onSite,
    madeSite(revision) {
      site.saw(revision);
      notices.tell(TOPIC, serverId);
    },
    peers: {
      onOutdated: schema.onOutdated,
      clock,
      sinceWritten: started.sinceLast,
      isMine: duties.isMine,
      onDuty: duties.onDuty,
      leave: duties.leave,
      onOutbox: outbox.onOutbox,
      bulletin,
      sharedSecret: (name, make) => sharedSecret(pool, name, make),
    },
    close() {
      stop();
      return started.close(leave);
    },
  };
}

interface SchemaWatch extends Pick<Cluster, 'onOutdated'> {
  readonly beat: Beat;
  isOutdated(): boolean;
}

/**
 * Detects that a newer version has migrated the database so that this one must stop serving.
 * @param knows the newest schema of this version
 * @param leave last action of this server on the heartbeat's connection
 */
function watchSchema(log: Log, knows: number, leave: Beat): SchemaWatch {
  const listeners = new Set<(noticeMs: number) => void>();
  /** End of the permitted time, by `performance.now()`; null while not outdated. */
  let servesUntil: number | null = null;
  return {
    isOutdated: () => servesUntil !== null,
    onOutdated(listener) {
      if (servesUntil !== null) listener(Math.max(0, servesUntil - performance.now()));
      return subscribe(listeners, listener);
    },
    async beat(line) {
      if (servesUntil !== null) return;
      const needed = await readMinimum(line);
      if (needed === null || needed.minimum <= knows) return;
      servesUntil = performance.now() + needed.noticeMs;
      log.error('store.release-outdated', { needs: needed.minimum, knows });
      for (const listener of listeners) listener(needed.noticeMs);
      await leave(line);
    },
  };
}

const READ = statement('secret', 'SELECT value FROM secret WHERE name = $1');
const PUT = statement('put-secret', 'INSERT INTO secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING');

/** Returns the secret in the database, even if another server was the first to store one. */
async function sharedSecret(pool: Pool, name: string, make: MakeSecret): Promise<Buffer> {
  const read = async (): Promise<Buffer | null> => {
    const [row] = await pool.work((line) => line.ask<{ value: string }>(READ, [name]));
    return row === undefined ? null : Buffer.from(row.value, 'base64url');
  };
  const known = await read();
  if (known !== null) return known;
  const made = (await make()).toString('base64url');
  await pool.work((line) => line.tell(PUT, [name, made]));
  const kept = await read();
  if (kept === null) throw new Error(`The secret ${name} was not stored.`);
  return kept;
}

/** Committed data only: the outbox gets its numbers in commit order. */
const LOOK = statement(
  'watch-outbox',
  `SELECT coalesce((SELECT seq FROM webhook_event ORDER BY seq DESC LIMIT 1), 0) AS events,
  coalesce((SELECT sum(goings) FROM webhook_progress), 0)::bigint AS progress`,
);

interface OutboxWatch extends Pick<Cluster, 'onOutbox'> {
  readonly beat: Beat;
}

function createOutboxWatch(): OutboxWatch {
  const listeners = new Set<(news: OutboxNews) => void>();
  let seen: Readonly<Record<OutboxNews, number>> | null = null;
  return {
    onOutbox: (listener) => subscribe(listeners, listener),
    async beat(line) {
      const before = seen;
      const [now] = await line.ask<Readonly<Record<OutboxNews, number>>>(LOOK, []);
      if (now === undefined) return;
      seen = now;
      for (const news of ['events', 'progress'] as const) {
        if (before !== null && now[news] !== before[news]) for (const listener of listeners) listener(news);
      }
    },
  };
}
