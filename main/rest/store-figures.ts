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
    help: 'Seconds by which the clock of this machine is ahead of that of the database; negative: behind.',
    registers,
  }).set(clock.offsetMs / 1000);
  new Gauge({
    name: 'tan_store_write_age_seconds',
    help: 'Seconds since the database last took what this server writes each second.',
    registers,
  }).set(sinceWritten() / 1000);
  const lagMs = replicaLagMs();
  if (lagMs === undefined) return;
  new Gauge({
    name: 'tan_replica_lag_seconds',
    help: 'Seconds that the read replica is behind; NaN while it does not answer.',
    registers,
  }).set(lagMs === null ? Number.NaN : lagMs / 1000);
}
