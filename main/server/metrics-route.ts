/**
 * Route of Prometheus metrics.
 *
 * It responds within a second; if the database is unavailable, with the metrics of the process only. Servers of a
 * cluster would all report the same queues and devices, so only the leader reports them.
 */
import { X509Certificate } from 'node:crypto';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { AccessRule } from '../access/service/caller.ts';
import { siteFor } from '../access/service/scoped-site.ts';
import { addDeviceFigures } from '../events/service/figures.ts';
import type { MetricReading } from '../lib/context.ts';
import { isForwarded } from '../lib/forwarded-headers.ts';
import type { WaitingCount } from '../queue/operations/rows/queues.ts';
import { LIMIT_KINDS, type LimitAlarm } from '../queue-alerts/contract/limits.ts';
import type { HttpApp } from '../rest/http/open-http.ts';
import type { Metrics, SeenFigures } from '../rest/metrics.ts';
import { isTrusted } from '../rest/origin-check/forwarded.ts';
import { sendFailure } from '../rest/responses/send.ts';
import type { Site } from '../site/rules/site-model.ts';
import type { Store } from '../store/contract/store.ts';
import { addWebhookFigures } from '../webhooks/service/figures.ts';
import type { ServerDeps } from './deps.ts';

const FIGURES: AccessRule = { roles: ['reports_view'], metricsKeys: true };

/** A scraper gives up after ten seconds, and an alert on an unavailable database must not wait. */
const STORE_DEADLINE_MS = 800;

export interface MetricsRoute {
  /** All metrics of this server. */
  readAll(): Promise<readonly MetricReading[]>;
}

/** Adds metrics of the cluster; none for a single server. */
function addStoreFigures(
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

/** Adds the number of open queue alerts per kind, including zeros: monitoring can then tell 0 from a missing metric. */
function addLimitFigures(registry: Registry, open: readonly LimitAlarm[]): void {
  const alarms = new Gauge({
    name: 'tan_limit_alarms',
    help: 'Active queue alerts of locations and services.',
    labelNames: ['kind'],
    registers: [registry],
  });
  for (const kind of LIMIT_KINDS) alarms.set({ kind }, 0);
  for (const { kind } of open) alarms.inc({ kind });
}

export function addMetricsRoute(
  app: FastifyInstance,
  deps: ServerDeps,
  metrics: Metrics,
  isByOtherName: HttpApp['isByOtherName'],
): MetricsRoute {
  const { store, site, auth, clock, presence, webhooks, tls } = deps;

  /** Metrics are for trusted networks, metrics keys, and users who can read reports. */
  const onRequest: onRequestHookHandler = (request, reply, done) => {
    const { authorization } = request.headers;
    const current = site.current();
    if (authorization === undefined && isTrusted(request.raw, current.settings)) {
      request.caller = { kind: 'anyone' };
      return done();
    }
    // Under an unknown host name only a key proves that no page sent the request.
    const keysAsked = auth.isOn(current, isForwarded(request.headers)) || mayBePage(request.raw);
    const admitted = auth.guard.admit(authorization, FIGURES, current, clock.now(), keysAsked);
    if (admitted.ok) {
      request.caller = admitted.value;
      return done();
    }
    sendFailure(request, reply, admitted.error, 'json', current.settings.failure_status === 'ok');
  };

  function mayBePage(request: Parameters<typeof isByOtherName>[0]): boolean {
    return request.headers.authorization !== undefined && isByOtherName(request);
  }

  /** Null after a timeout. */
  async function inTime<T>(work: Promise<T>): Promise<T | null> {
    let cancel = (): void => {};
    const late = new Promise<null>((resolve) => {
      const timer = setTimeout(() => resolve(null), STORE_DEADLINE_MS);
      cancel = () => clearTimeout(timer);
    });
    const found = await Promise.race([work.catch(() => null), late]);
    cancel();
    return found;
  }

  const reach = once(() => store.ping().then(() => true));
  const readQueues = once(async () => ({
    waiting: await store.query('waitingCounts', {}),
    alarms: await store.query('openLimitAlarms', {}),
    webhooks: (await webhooks?.views()) ?? [],
  }));

  /** @param seen the part of the site that the caller can see */
  async function figuresOf(seen: Site): Promise<SeenFigures> {
    const isWhole = seen === site.current();
    const isLeader = store.peers.isMine('days');
    const [isReached, queues] = await Promise.all([
      inTime(reach()),
      isWhole && !isLeader ? null : inTime(readQueues()),
    ]);
    return {
      withProcess: isWhole,
      addTo(registry) {
        if (isWhole) {
          addStoreFigures(registry, store.peers);
          addServerFigures(registry, { store, certificate: tls?.cert, isReached: isReached === true, isLeader });
        }
        if (isWhole && !isLeader) return;
        addDeviceFigures(registry, presence, seen.devices);
        if (queues === null) return;
        addWaitingFigures(registry, seen.services, queues.waiting);
        addLimitFigures(
          registry,
          queues.alarms.filter(({ locationId }) => seen.location(locationId) !== undefined),
        );
        const isSeen = (id: string): boolean => seen.file.webhooks.some((webhook) => webhook.id === id);
        if (webhooks !== undefined) addWebhookFigures(registry, webhooks, queues.webhooks, isSeen);
      },
    };
  }

  app.get('/metrics', { config: { operation: 'metrics' }, onRequest }, async (request, reply) => {
    const whole = site.current();
    const seen = auth.isOn(whole, isForwarded(request.headers))
      ? siteFor(request.caller ?? { kind: 'anyone' }, whole)
      : whole;
    const text = await metrics.text(await figuresOf(seen));
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text);
  });

  return { readAll: async () => metrics.readings(await figuresOf(site.current())) };
}

/** Shares running work among concurrent callers, so that a hanging database is queried once. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}

function addWaitingFigures(
  registry: Registry,
  services: readonly { readonly id: string }[],
  counts: readonly WaitingCount[],
): void {
  const waiting = new Gauge({
    name: 'tan_waiting_tickets',
    help: 'Waiting tickets, by service.',
    labelNames: ['service'],
    registers: [registry],
  });
  const known = new Map(counts.map((each) => [each.serviceId, each.waiting]));
  for (const { id } of services) waiting.set({ service: id }, known.get(id) ?? 0);
}

interface ServerState {
  readonly store: ServerDeps['store'];
  /** PEM; undefined without TLS. */
  readonly certificate: string | undefined;
  readonly isReached: boolean;
  readonly isLeader: boolean;
}

function addServerFigures(registry: Registry, { store, certificate, isReached, isLeader }: ServerState): void {
  const registers = [registry];
  const gauge = (name: string, help: string, value: number): void => new Gauge({ name, help, registers }).set(value);
  gauge('tan_database_up', 'Whether the database is available.', isReached ? 1 : 0);
  gauge('tan_leader', 'Whether this server is the leader, which reports queues and devices.', isLeader ? 1 : 0);
  const load = store.connections?.();
  if (load !== undefined) {
    const connections = new Gauge({
      name: 'tan_database_connections',
      help: 'Database connections, by state.',
      labelNames: ['state'],
      registers,
    });
    connections.set({ state: 'busy' }, load.busy);
    connections.set({ state: 'idle' }, load.idle);
    gauge('tan_database_connections_max', 'Maximum number of database connections.', load.most);
    gauge('tan_database_waiting_requests', 'Requests waiting for a database connection.', load.waiting);
  }
  if (certificate === undefined) return;
  const until = new X509Certificate(certificate).validToDate.getTime() / 1000;
  gauge('tan_certificate_expiry_timestamp_seconds', 'Unix time at which the certificate expires.', until);
}
