/**
 * One server on a database. Several would not spoil anything, because every location is locked; but they would not hear of
 * each other's calls, and would all send the same webhooks. So one holds a lock for as long as it is connected.
 */
import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import { databaseHosts } from './database-hosts.ts';
import { CLAIM, UNCLAIM } from './locks.ts';
import { DatabaseRefused } from './migrate.ts';
import { asUnreachable } from './postgres-error.ts';

const TRY_AGAIN_MS = 500;
/** PostgreSQL needs a while to see that a server is gone that was switched off or cut off. */
const PATIENCE_MS = 10_000;
/** After the connection was lost. */
const RECLAIM_MS = 2_000;

export interface Claim {
  release(): Promise<void>;
}

/** Rejects with `DatabaseRefused` when another server works on the database, and goes on doing so. */
export async function claimDatabase(url: string, connectMs: number, patienceMs = PATIENCE_MS): Promise<Claim> {
  let isOver = false;
  const places = databaseHosts(url);
  let turn = 0;
  let client: pg.Client | null = null;

  /** A connection that holds the claim; null when somebody else has it. */
  async function attempt(): Promise<pg.Client | null> {
    const fresh = new pg.Client({
      connectionString: places[turn % places.length] ?? url,
      connectionTimeoutMillis: connectMs,
      query_timeout: connectMs,
      keepAlive: true,
      application_name: 'take-a-number claim',
    });
    fresh.on('error', () => undefined);
    try {
      await fresh.connect();
      const { rows } = await fresh.query<{ claimed: boolean }>(CLAIM);
      if (rows[0]?.claimed === true) return fresh;
    } catch (error) {
      fresh.end().catch(() => undefined);
      turn += 1;
      throw asUnreachable(error);
    }
    await fresh.end();
    return null;
  }

  function keep(held: pg.Client): void {
    client = held;
    held.once('end', () => {
      if (!isOver) void reclaim();
    });
  }

  async function reclaim(): Promise<void> {
    client = null;
    while (!isOver && client === null) {
      await after(RECLAIM_MS, undefined, { ref: false });
      const held = await attempt().catch(() => null);
      if (held === null) continue;
      if (isOver) await held.end();
      else keep(held);
    }
  }

  for (let left = Math.ceil(patienceMs / TRY_AGAIN_MS); ; left -= 1) {
    const held = await attempt();
    if (held !== null) {
      keep(held);
      break;
    }
    if (left <= 0) throw new DatabaseRefused('another server works on this database already; stop that one first');
    await after(TRY_AGAIN_MS);
  }

  return {
    async release() {
      isOver = true;
      const held = client;
      client = null;
      await held?.query(UNCLAIM).catch(() => undefined);
      await held?.end().catch(() => undefined);
    },
  };
}
