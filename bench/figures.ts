/** Measuring, and sorting out what was measured. */
import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Running } from './program.ts';

/** Of the kernel's clock, in which it counts the time of processes. */
const TICKS_PER_SECOND = 100;

/** CPU time that a process has used with all its threads, in seconds (proc(5), `stat`, fields 14 and 15). Linux only. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

export interface BenchRequest {
  /** Asked for each request, so that no two need to be alike. */
  readonly path: string | (() => string);
  /** Sent by POST; without one the request is a GET. */
  readonly body?: object;
}

const CONNECTIONS = 16;

/** CPU time of the server per request, in microseconds, over some seconds of full load. Requests come in their order. */
export async function cpuPerRequest(
  running: Running,
  requests: readonly BenchRequest[],
  seconds: number,
): Promise<number> {
  const before = cpuSeconds(running.pid);
  const result = await autocannon({
    url: running.address,
    connections: CONNECTIONS,
    duration: seconds,
    requests: requests.map(({ path, body }) => ({
      ...(typeof path === 'string' ? { path } : { setupRequest: (request: object) => ({ ...request, path: path() }) }),
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return ((cpuSeconds(running.pid) - before) / result.requests.total) * 1e6;
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export function report(name: string, figures: Readonly<Record<string, string>>, target: string, met: boolean): void {
  const text = Object.entries(figures).map(([key, value]) => `${key} ${value}`);
  console.log(`${met ? '✓' : '✗'} ${name}: ${text.join(', ')}   (target: ${target})`);
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`;
