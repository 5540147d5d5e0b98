/** The whole program with a collector of metrics: what it sends is what `/metrics` says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Program, startProgram } from '../../main/app/app.ts';
import { silentLog } from '../../main/lib/context.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { openCollector } from './collector.ts';

interface Point {
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
  readonly asDouble?: number;
  readonly count?: number;
  readonly bucketCounts?: readonly number[];
  readonly explicitBounds?: readonly number[];
}

interface Sent {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly {
        readonly name: string;
        readonly sum?: { readonly dataPoints: readonly Point[]; readonly isMonotonic: boolean };
        readonly gauge?: { readonly dataPoints: readonly Point[] };
        readonly histogram?: { readonly dataPoints: readonly Point[] };
      }[];
    }[];
  }[];
}

async function start(...flags: readonly string[]): Promise<Program> {
  const data = mkdtempSync(join(tmpdir(), 'otel-metrics-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const read = readSettings(['--port', '0', '--data', data, '--printer', 'none:', ...flags], {});
  if (!read.ok || read.value.kind !== 'run') throw new Error('These settings are right.');
  return startProgram(read.value.settings, silentLog);
}

const labelled = (points: readonly Point[], value: string): Point | undefined =>
  points.find(({ attributes }) => attributes.some((each) => each.value.stringValue === value));

it('the collector gets the figures of /metrics, also at the end', async () => {
  const collector = await openCollector();
  const program = await start('--otel-metrics', collector.url);
  await fetch(`${program.address}/restapi/v2/queuemanagement/createticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service_id: 'passports', client_name: 'Maria Silva' }),
  });
  const scraped = await (await fetch(`${program.address}/metrics`)).text();
  await program.close();
  const metrics = new Map(
    collector
      .bodies<Sent>()
      .flatMap(({ resourceMetrics }) => resourceMetrics)
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap((scope) => scope.metrics)
      .map((metric) => [metric.name, metric]),
  );
  const names = [...scraped.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(names.filter((name) => !metrics.has(name ?? ''))).toEqual([]);
  expect(metrics.get('tan_tickets_created_total')?.sum).toMatchObject({
    isMonotonic: true,
    dataPoints: [{ asDouble: 1 }],
  });
  expect(labelled(metrics.get('tan_waiting_tickets')?.gauge?.dataPoints ?? [], 'passports')).toMatchObject({
    asDouble: 1,
  });
  const created = labelled(metrics.get('tan_request_seconds')?.histogram?.dataPoints ?? [], 'createticket');
  expect(created).toMatchObject({ count: 1 });
  expect(created?.bucketCounts).toHaveLength((created?.explicitBounds?.length ?? 0) + 1);
  expect(created?.bucketCounts?.reduce((one, other) => one + other, 0)).toBe(1);
  expect(collector.paths()).toEqual(expect.arrayContaining(['/v1/metrics']));
  expect(collector.text()).not.toContain('Maria');
});

it('a collector that does not answer holds nothing up', async () => {
  const program = await start('--otel-metrics', 'http://127.0.0.1:1');
  expect((await fetch(`${program.address}/healthz`)).status).toBe(200);
  await program.close();
});
