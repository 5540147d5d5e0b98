import { Gauge, type Registry } from 'prom-client';
import type { Store } from '../store/contract/store.ts';

/** Adds how well this server and the database of several servers agree; nothing where there are no other servers. */
export function addStoreFigures(
  registry: Registry,
  { clock, sinceWritten, replicaLagMs }: Pick<Store['peers'], 'clock' | 'sinceWritten' | 'replicaLagMs'>,
): void {
  if (clock === null) return;
  const registers = [registry];
  new Gauge({
    name: 'tan_clock_offset_seconds',
    help: 'Clock offset to the database in seconds; negative: behind.',
    registers,
  }).set(clock.offsetMs / 1000);
  new Gauge({
    name: 'tan_store_write_age_seconds',
    help: 'Seconds since the last successful write; each server writes every second.',
    registers,
  }).set(sinceWritten() / 1000);
  const lagMs = replicaLagMs();
  if (lagMs === undefined) return;
  new Gauge({
    name: 'tan_replica_lag_seconds',
    help: 'Lag of the read replica in seconds; NaN while it is unavailable.',
    registers,
  }).set(lagMs === null ? Number.NaN : lagMs / 1000);
}
