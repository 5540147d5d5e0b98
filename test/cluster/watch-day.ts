/** Measures how soon peers receive changes, and how soon a killed server's leader leases are taken over. */
import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import type { ServerGroup } from './server-group.ts';

export interface DayWatch {
  /** Per kill of a server with leader leases: milliseconds until peers had all of them; infinite if not before the next kill. */
  readonly takeovers: readonly number[];
  /** Per change of a desk's name: milliseconds from its response until every available peer returned the new one. */
  readonly spreads: readonly number[];
  /** Settles when measuring has ended. */
  stop(): Promise<void>;
}

const LOOK_MS = 20;
const BETWEEN_CHANGES_MS = 1_000;
/** Timeout of a change. */
const GIVE_UP_MS = 60_000;

/** @param desk whose name is changed, in turn at each server. */
export async function watchDay(servers: ServerGroup, database: string, desk: string): Promise<DayWatch> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const takeovers: number[] = [];
  const spreads: number[] = [];
  let stopped = false;

  /** Holder of each leader lease, or null. */
  async function holders(): Promise<ReadonlyMap<string, string | null>> {
    const { rows } = await client.query<{ name: string; holder: string | null }>(
      'SELECT name, CASE WHEN until > clock_timestamp() THEN server_id END AS holder FROM duty',
    );
    return new Map(rows.map(({ name, holder }) => [name, holder]));
  }

  /** Whether a lease has no holder. */
  const isFree = (duties: ReadonlyMap<string, string | null>): boolean => [...duties.values()].includes(null);

  /** A changed holder shows that the killed server had the lease: all use the same clock. */
  async function watchDuties(): Promise<void> {
    let kills = servers.kills;
    let known = await holders();
    while (!stopped) {
      await after(LOOK_MS);
      if (servers.kills === kills) {
        known = await holders();
        continue;
      }
      kills = servers.kills;
      const before = known;
      const killedAt = performance.now();
      let takenAfter: number | null = null;
      // The next kill is later than any lease lasts.
      while (!stopped && servers.kills === kills) {
        known = await holders();
        const isTaken = [...known].some(([name, holder]) => holder !== before.get(name));
        if (isTaken && !isFree(known)) takenAfter ??= performance.now() - killedAt;
        await after(LOOK_MS);
      }
      if (takenAfter !== null) takeovers.push(takenAfter);
      else if (isFree(known) && !stopped) takeovers.push(Number.POSITIVE_INFINITY);
    }
  }

  const at = (address: string): string => `${address}/restapi/v2/admin/desks/${desk}`;

  async function isNamed(address: string, name: string): Promise<boolean> {
    const response = await fetch(at(address));
    const { item } = (await response.json()) as { readonly item?: { readonly name: string } };
    return item?.name === name;
  }

  /** Null if it was killed meanwhile. */
  async function knownAfter(address: string, name: string): Promise<number | null> {
    const began = performance.now();
    try {
      while (!(await isNamed(address, name))) {
        if (performance.now() - began > GIVE_UP_MS) return Number.POSITIVE_INFINITY;
        await after(LOOK_MS);
      }
      return performance.now() - began;
    } catch {
      return null;
    }
  }

  async function change(number: number): Promise<void> {
    const [first, ...others] = servers.doors(number);
    if (first === undefined || others.length === 0) return;
    const name = `Desk ${number}`;
    const headers = { 'content-type': 'application/json' };
    const { item } = (await (await fetch(at(first))).json()) as { readonly item: object };
    const body = JSON.stringify({ ...item, name });
    const changed = await fetch(at(first), { method: 'PUT', headers, body });
    if (changed.status !== 200) throw new Error(`No desk was changed: ${await changed.text()}`);
    const known = await Promise.all(others.map((address) => knownAfter(address, name)));
    const there = known.filter((ms) => ms !== null);
    if (there.length > 0) spreads.push(Math.max(...there));
  }

  async function watchChanges(): Promise<void> {
    for (let number = 1; !stopped; number += 1) {
      // The server may have been killed during the request.
      await change(number).catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
      });
      await after(BETWEEN_CHANGES_MS);
    }
  }

  const watching = Promise.all([watchDuties(), watchChanges()]);
  watching.catch(() => undefined);
  return {
    takeovers,
    spreads,
    async stop() {
      stopped = true;
      try {
        await watching;
      } finally {
        await client.end();
      }
    },
  };
}
