/** The packaged alert rules and the documented scrape configuration, by Prometheus itself. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../helpers/free-port.ts';
import { openLockedTown } from '../helpers/locked-town.ts';
import { replaced } from '../helpers/nginx.ts';

const PROMTOOL = '/usr/bin/promtool';
const PROMETHEUS = '/usr/bin/prometheus';
const hasPrometheus = existsSync(PROMTOOL) && existsSync(PROMETHEUS);

const RULES = readFileSync(new URL('../../packaging/prometheus/take-a-number.rules.yml', import.meta.url), 'utf8');
const WATCHING = readFileSync(new URL('../../docs/admin/monitoring.md', import.meta.url), 'utf8');
const SCRAPE = /```yaml\n(scrape_configs:[\s\S]*?)```/.exec(WATCHING)?.[1] ?? '';

interface Alarm {
  /** The series that raises it, and one like it that does not: values by minute, as promtool writes them. */
  readonly series: string;
  readonly bad: string;
  readonly good: string;
  readonly afterMinutes: number;
}

const SERVER = 'job="take-a-number", instance="queue-1:8080"';
const ALARMS: Readonly<Record<string, Alarm>> = {
  ServerDown: { series: `up{${SERVER}}`, bad: '0x10', good: '1x10', afterMinutes: 2 },
  DatabaseUnavailable: { series: `tan_database_up{${SERVER}}`, bad: '0x10', good: '1x10', afterMinutes: 2 },
  DatabaseConnectionsExhausted: {
    series: `tan_database_waiting_requests{${SERVER}}`,
    bad: '3x10',
    good: '0x10',
    afterMinutes: 4,
  },
  ClockDiffers: { series: `tan_clock_offset_seconds{${SERVER}}`, bad: '-60x10', good: '1x10', afterMinutes: 3 },
  DatabaseTakesNoWrites: {
    series: `tan_store_write_age_seconds{${SERVER}}`,
    bad: '30x10',
    good: '1x10',
    afterMinutes: 3,
  },
  ReplicaBehind: { series: `tan_replica_lag_seconds{${SERVER}}`, bad: '60x20', good: '1x20', afterMinutes: 8 },
  NoLeader: { series: `tan_leader{${SERVER}}`, bad: '0x10', good: '1x10', afterMinutes: 3 },
  // The time of these tests begins in 1970.
  CertificateExpires: {
    series: `tan_certificate_expiry_timestamp_seconds{${SERVER}}`,
    bad: `${13 * 86_400}x200`,
    good: `${30 * 86_400}x200`,
    afterMinutes: 90,
  },
  EventLoopSlow: {
    series: `nodejs_eventloop_lag_p99_seconds{${SERVER}}`,
    bad: '1x20',
    good: '0.02x20',
    afterMinutes: 8,
  },
  RequestsFail: {
    series: `tan_requests_total{${SERVER}, operation="createticket", status="503"}`,
    bad: '0+60x30',
    good: '0+1x30',
    afterMinutes: 20,
  },
  BackupTooOld: {
    series: `tan_last_backup_timestamp_seconds{${SERVER}}`,
    bad: '60x4000',
    good: '0x4000',
    afterMinutes: 2 * 1440 + 30,
  },
  BackupFailed: {
    series: `tan_backups_failed_total{${SERVER}}`,
    bad: '0 0 1 1 1 1 1 1 1 1',
    good: '0x10',
    afterMinutes: 5,
  },
  WebhookPaused: { series: 'tan_webhook_paused{webhook="crm"}', bad: '1x20', good: '0x20', afterMinutes: 8 },
  KioskOffline: { series: 'tan_device_connected{device="kiosk-1"}', bad: '0x10', good: '1x10', afterMinutes: 4 },
  PrinterNeedsAttention: {
    series: 'tan_printer_state{device="kiosk-1", state="no-paper"}',
    bad: '1x10',
    good: '0x10',
    afterMinutes: 3,
  },
  PaperLow: { series: 'tan_device_tickets_left{device="kiosk-1"}', bad: '19x10', good: '20x10', afterMinutes: 3 },
  OfflineTicketsRefused: {
    series: 'tan_device_offline_refused{device="kiosk-1"}',
    bad: '1x20',
    good: '0x20',
    afterMinutes: 8,
  },
};

async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'take-a-number-alerts-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return path;
}

/** Whether the series raises the alert: promtool passes for 1, with whatever labels, and for 0. */
async function raises(alert: string, series: string, values: string, minutes: number): Promise<boolean> {
  const query = `count(ALERTS{alertname="${alert}", alertstate="firing"}) or vector(0)`;
  const test = {
    rule_files: ['rules.yml'],
    tests: [
      {
        interval: '1m',
        input_series: [{ series, values }],
        promql_expr_test: [{ expr: query, eval_time: `${minutes}m`, exp_samples: [{ labels: '{}', value: 1 }] }],
      },
    ],
  };
  const path = await folder({ 'rules.yml': RULES, 'test.yml': JSON.stringify(test) });
  return promisify(execFile)(PROMTOOL, ['test', 'rules', 'test.yml'], { cwd: path }).then(
    () => true,
    (error: { stdout: string; stderr: string }) => {
      const said = error.stdout + error.stderr;
      if (!/got:[\s\S]*\} 0E\+00/.test(said)) throw new Error(said);
      return false;
    },
  );
}

it('has a test for each alert rule', () => {
  const alerts = [...RULES.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(Object.keys(ALARMS).toSorted()).toEqual(alerts.toSorted());
});

it('docs/admin/monitoring.md says what each alert means', () => {
  for (const alert of Object.keys(ALARMS)) expect(WATCHING).toContain(`| \`${alert}\` |`);
});

// Left out where Debian's package prometheus is not installed.
describe.runIf(hasPrometheus)('Prometheus', () => {
  it.each(Object.entries(ALARMS))('raises %s when it should, and not otherwise', async (alert, alarm) => {
    expect(await raises(alert, alarm.series, alarm.bad, alarm.afterMinutes)).toBe(true);
    expect(await raises(alert, alarm.series, alarm.good, alarm.afterMinutes)).toBe(false);
  });

  it('scrapes a server by the documented configuration', async () => {
    const town = await openLockedTown({ authentication: 'on' });
    onTestFinished(() => town.close());
    const chief = await town.keyOf('chief');
    const keys = '/restapi/v2/admin/report_keys';
    await town.ask('POST', keys, chief, { id: 'prometheus', name: 'Prometheus', scope: 'metrics' });
    const { key } = (await town.ask('POST', `${keys}/prometheus/key`, chief)).body;
    const port = await freePort();
    const path = await folder({ 'take-a-number.key': key, 'take-a-number.rules.yml': RULES });
    const target = new URL(town.address).host;
    const config = replaced(SCRAPE, {
      'queue-1.example.org:8080': target,
      "'queue-2.example.org:8080', ": '',
      "'queue-3.example.org:8080'": `'${target}'`,
      '/etc/prometheus/take-a-number.key': join(path, 'take-a-number.key'),
      '/etc/prometheus/take-a-number.rules.yml': join(path, 'take-a-number.rules.yml'),
      'scrape_interval: 15s': 'scrape_interval: 1s',
    });
    await writeFile(join(path, 'prometheus.yml'), config);
    const flags = [`--config.file=${path}/prometheus.yml`, `--storage.tsdb.path=${path}/data`];
    const child = spawn(PROMETHEUS, [...flags, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const value = async (query: string): Promise<string | undefined> => {
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`;
      const answer = await fetch(url).then(
        (response) => response.json(),
        () => null,
      );
      return (answer as { data?: { result: { value: [number, string] }[] } } | null)?.data?.result[0]?.value[1];
    };
    await expect.poll(() => value('up{job="take-a-number"}')).toBe('1');
    await expect.poll(() => value('tan_leader')).toBe('1');
    await expect.poll(() => value('count(tan_waiting_tickets)')).toBeDefined();
  });
});
