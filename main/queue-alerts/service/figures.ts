import { Gauge, type Registry } from 'prom-client';
import { LIMIT_KINDS, type LimitAlarm } from '../contract/limits.ts';

/** Adds how many alarms stand of each kind, a kind without any too: a watch can tell 0 from a figure that is not there. */
export function addLimitFigures(registry: Registry, open: readonly LimitAlarm[]): void {
  const alarms = new Gauge({
    name: 'tan_limit_alarms',
    help: 'Active queue alerts of locations and services.',
    labelNames: ['kind'],
    registers: [registry],
  });
  for (const kind of LIMIT_KINDS) alarms.set({ kind }, 0);
  for (const { kind } of open) alarms.inc({ kind });
}
