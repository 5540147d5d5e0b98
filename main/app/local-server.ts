/** Embedded queue server: folder, store, site, HTTP server and background jobs. */

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isForOthers } from '../access/contract/sign-in-rule.ts';
import { type Auth, createAuth } from '../access/service/auth.ts';
import { ensureAdministrator } from '../access/service/first-administrator.ts';
import type { PasswordHasher } from '../access/service/password-hasher.ts';
import { StoreUnreachable } from '../database/store-errors.ts';
import type { NewerVersion } from '../devices/contract/rest/overrides.ts';
import { createPhoneHandoff, type PhoneHandoff } from '../devices/service/connections/phone-handoff.ts';
import { createDeviceActions, type DeviceActions } from '../devices/service/device-actions.ts';
import { createDevicePresence, type DevicePresence } from '../devices/service/presence/device-presence.ts';
import { createQueueClient } from '../kiosk/client/client.ts';
import { embeddedFetch } from '../kiosk/client/embedded.ts';
import { openDamagedRecords } from '../kiosk/host/damaged-records.ts';
import { createDrawPaper } from '../kiosk/host/ticket-preview.ts';
import { type Clock, type ClockAndLog, type Log, type MetricsExport, systemClock } from '../lib/context.ts';
import { writePrivateFile } from '../lib/files/write-private-file.ts';
import { matchLanguage } from '../lib/language.ts';
import { listensBeyondLoopback, type Settings } from '../lib/settings/settings.ts';
import { StartError } from '../lib/start-error.ts';
import { createPost } from '../mail/service/enqueue-mail.ts';
import { startMail } from '../mail/service/mail.ts';
import { printedNumbers } from '../printing/journal-files.ts';
import { issuedToday } from '../queue/service/issued-today.ts';
import { locationChanges } from '../queue/service/subscribe-location.ts';
import { startLimitKeeper } from '../queue-alerts/service/alert-monitor.ts';
import { createLimitMails } from '../queue-alerts/service/limit-mail.ts';
import { startReportClock } from '../reports/service/report-scheduler.ts';
import type { Certificate } from '../rest/certificate.ts';
import { createDrain, type Drain } from '../rest/http/drain.ts';
import { createMetrics, type Metrics } from '../rest/metrics.ts';
import { createServer } from '../server/server.ts';
import { DEVICE_TYPE } from '../site/contract/site.ts';
import type { Site } from '../site/rules/site-model.ts';
import { deviceLanguages, deviceLocation } from '../site/service/device-location.ts';
import { ensureSite } from '../site/service/ensure-site.ts';
import { openSiteHolder, type SiteHolder } from '../site/service/site-holder.ts';
import { UnusableSite } from '../site/service/stored-site.ts';
import { warnSharedLetters } from '../site/service/warn-duplicate-letters.ts';
import type { Store } from '../store/contract/store.ts';
import { DATABASE_FILE } from '../store/transfer/database-target.ts';
import { ticketSecrets } from '../visitor-phone/service/ticket-secrets.ts';
import { startWebhooks } from '../webhooks/service/webhooks.ts';
import type { ExternalAddress, KioskSource, PageSource, QueueSource } from './backend.ts';
import { startDuties } from './background-jobs.ts';
import { type CleanupStack, createClosing } from './cleanup-stack.ts';
import { displayUrl } from './local-url.ts';
import { openFolder, openStore, refuseHalfMoved, secretFor, unusableDatabase } from './open-local-store.ts';
import { say } from './print-line.ts';
import { openQueueClock, type QueueClock } from './queue-clock.ts';
import { createReportTurns, writeReport } from './report-thread/report-thread.ts';
import { hasDemoSite, readDemoSite, readSiteFile } from './site-sources.ts';
import type { OpenTracing } from './tracing.ts';
import { programVersion } from './version.ts';

/**
 * Numbers on paper that the queue of this program does not know. A restored database file can be older than the print
 * journals. Their numbers are skipped, so that none is issued twice, and staff see the alarm for damaged records.
 */

const JOURNALS = 'print-journal';
/** Longest business day. */
const DAY_MS = 86_400_000;

interface PrintedNumbersOptions extends ClockAndLog {
  readonly dataDir: string;
  readonly store: Store;
  readonly site: SiteHolder;
}

/** Await this before anything issues numbers, and before the kiosks of this program open. */
async function skipPrintedNumbers({ dataDir, store, site, clock, log }: PrintedNumbersOptions): Promise<void> {
  const folder = join(dataDir, JOURNALS);
  const now = clock.now();
  const known = site.current();
  for (const device of await readdir(folder).catch(() => [])) {
    const dir = join(folder, device);
    const printed = (await printedNumbers(dir, now - DAY_MS)).map(({ id, service, number }) => {
      return { id, service_id: service, number };
    });
    const services = printed.flatMap(({ service_id }) => known.service(service_id) ?? []);
    let unknown = 0;
    for (const id of new Set(services.map(({ location }) => location))) {
      const location = known.location(id);
      if (location === undefined) continue;
      const noted = await store.run('noteIssued', issuedToday(printed, services, location, now), { now });
      if (noted.ok) unknown += noted.value.unknown.length;
    }
    if (unknown === 0) continue;
    log.error('queue.numbers-skipped', { device, count: unknown });
    const records = openDamagedRecords({ dir, clock, log, onChange() {} });
    records.note(DATABASE_FILE);
    await records.close();
  }
}

/**
 * Delivery of the first administrator's one-time password. It is written to the terminal, or to a file that only its
 * owner can read. Without a terminal, standard error often ends in a log.
 */

const FIRST_PASSWORD_FILE = 'first-password.txt';

interface FirstPasswordPlace {
  readonly site: SiteHolder;
  readonly store: Store;
  readonly dataDir: string;
  /** Writes a line on the terminal; null without one. */
  readonly show: ((line: string) => void) | null;
  /** Writes a line without secrets. */
  readonly say: (line: string) => void;
}

/** Creates the first administrator if needed, and shows the password or the path of its file. */
async function tellFirstAdministrator({ site, store, dataDir, show, say }: FirstPasswordPlace): Promise<void> {
  const file = join(dataDir, FIRST_PASSWORD_FILE);
  const made = await ensureAdministrator(site, store);
  if (made !== null) {
    const { username, password } = made;
    if (show !== null) {
      show(`First administrator: user ${username}, password ${password} for one login (shown once)`);
    } else {
      await writePrivateFile(file, `user ${username}\npassword ${password}\n`);
      say(`First administrator: user ${username}, password for one login in ${file}, which only you can read`);
    }
    await made.shown();
  }
  const tidy = async (): Promise<void> => {
    const isInUse = site.current().users.some(({ id }) => site.credentials.user(id)?.mustChange === true);
    // A password that is no longer valid would only serve an attacker.
    if (!isInUse) await rm(file, { force: true }).catch(() => {});
  };
  await tidy();
  site.credentials.onReload(() => void tidy());
}

interface Parts {
  /** Clock of the shared database, or of this machine. */
  readonly clock: Clock;
  readonly store: Store;
  readonly site: SiteHolder;
  readonly auth: Auth;
  readonly presence: DevicePresence;
  readonly deviceActions: DeviceActions;
  readonly takenAlong: PhoneHandoff;
  readonly metrics: Metrics;
  readonly drain: Drain;
  readonly newerVersion: () => NewerVersion | null;
  /** Null where times come from the database. */
  readonly guarded: QueueClock | null;
}

/** Kiosk devices of the site. */
function kiosksOf(site: Site): readonly string[] {
  return site.file.devices.filter(({ type }) => type === DEVICE_TYPE.kiosk).map(({ id }) => id);
}

/** Throws `StartError` for a device that the site does not have. */
function checkOwnDevices({ device, secondScreen, lang }: Settings, site: Site, log: Log): void {
  const kiosks = kiosksOf(site);
  if (device !== null && site.device(device) === undefined) {
    throw new StartError(`--device ${device}: the site has no such device; it has ${kiosks.join(', ')}`);
  }
  checkWantedLanguage(lang, site, device ?? kiosks[0], log);
  const displays = site.file.devices.filter(({ type }) => type === DEVICE_TYPE.display).map(({ id }) => id);
  if (secondScreen !== null && !displays.includes(secondScreen)) {
    const known = displays.join(', ') || 'none';
    throw new StartError(`--second-screen ${secondScreen}: the site has no such display; it has ${known}`);
  }
}

/** Warns about a kiosk that does not offer the language of `--lang` and starts in the site's own. */
function checkWantedLanguage(lang: string | null, site: Site, deviceId: string | undefined, log: Log): void {
  const device = site.device(deviceId ?? '');
  if (lang === null || device === undefined) return;
  const languages = deviceLanguages(site, device, deviceLocation(site, device));
  if (matchLanguage(lang, languages) === null) {
    log.warn('kiosk.language-unavailable', { device: device.id, lang, languages });
  }
}

export async function openOwnQueue(
  settings: Settings,
  log: Log,
  certificate: Certificate | null,
  hasher: PasswordHasher,
  newerVersion: () => NewerVersion | null = () => null,
): Promise<QueueSource> {
  const given = settings.siteFile === null ? null : await readSiteFile(settings.siteFile);
  if (given !== null && !given.ok) throw new StartError(`${settings.siteFile}: ${given.error.join('; ')}`);
  const folder = await openFolder(settings, log);
  const closing = createClosing();
  closing.add(() => folder.release());
  try {
    // With PostgreSQL, times come from the database.
    const guarded = settings.database === null ? openQueueClock({ dataDir: settings.dataDir, log }) : null;
    const store = await openStore(settings, log);
    closing.add(() => store.close());
    closing.add(() => guarded?.close());
    const clock = store.peers.clock ?? guarded ?? systemClock;
    await refuseHalfMoved(store);
    const site = await openSiteHolder(store, { hasher, log, overrides: settings.overrides });
    closing.add(() => site.close());
    const loaded = await ensureSite(site, {
      given: given?.value,
      demo: settings.isEmptyAtFirst || !hasDemoSite() ? null : readDemoSite,
    });
    if (!loaded.ok) throw new StartError(`${settings.siteFile ?? 'The demo site'}: ${loaded.error.faults.join('; ')}`);
    guarded?.guard(store, () => site.current());
    await skipPrintedNumbers({ dataDir: settings.dataDir, store, site, clock, log });
    closing.add(warnSharedLetters(site, log));
    const auth = createAuth({
      site,
      secret: await secretFor('secret', settings, store),
      wanted: settings.apiAuthentication,
      beyondLoopback: listensBeyondLoopback(settings),
      others: store.peers.bulletin,
      clock,
    });
    const metrics = createMetrics(programVersion());
    const deviceActions = createDeviceActions({ store: metrics.timed(store), clock, log });
    closing.add(() => deviceActions.close());
    const presence = createDevicePresence(clock, store.peers.bulletin);
    const takenAlong = createPhoneHandoff(presence, store.peers.bulletin);
    closing.add(() => takenAlong.close());
    const drain = createDrain(systemClock);
    closing.add(store.peers.onOutdated(drain.beginRefusing));
    const devices = { presence, deviceActions, takenAlong };
    const parts = { clock, guarded, store, site, auth, ...devices, metrics, drain, newerVersion };
    const server = await openServer(settings, log, certificate, parts, closing);
    const duties = await startDuties(settings, { ...parts, log });
    closing.add(() => duties.close());
    await duties.started;
    checkOwnDevices(settings, site.current(), log);
    const { secondScreen: display } = settings;
    return {
      server,
      kiosks: kioskSource(settings, parts, server),
      pages: pageSource(settings, parts, log),
      reach: reachOf(site),
      drain,
      // Of servers that start together, the leader creates the administrator.
      firstAdministrator: async (show) =>
        store.peers.isMine('days')
          ? tellFirstAdministrator({ site, store, dataDir: settings.dataDir, show, say })
          : undefined,
      displayUrl: (address) => (display === null ? null : displayUrl(address, display, auth.internalKey(display))),
      announce: (address) => folder.announce(address),
      alive: () => store.ping().catch(() => undefined),
      close: () => closing.close(),
    };
  } catch (error) {
    await closing.close();
    if (error instanceof UnusableSite) {
      throw new StartError(
        `${error.message.replaceAll('\n', ' ')}; restore a backup (docs/admin/backup-restore-upgrade.md)`,
        1,
      );
    }
    if (!(error instanceof StoreUnreachable)) throw error;
    if (settings.database !== null) throw new StartError(error.message, 1);
    throw await unusableDatabase(settings.dataDir, error);
  }
}

async function openServer(
  settings: Settings,
  log: Log,
  certificate: Certificate | null,
  parts: Parts,
  closing: CleanupStack,
): Promise<FastifyInstance> {
  const tracing = settings.traces === null ? null : await followTo(settings.traces);
  closing.add(() => tracing?.close());
  let server: FastifyInstance | null = null;
  closing.add(() => server?.close());
  const deps = { ...parts, log };
  // The public demo delivers no webhooks, and its mail stays in the database.
  const webhooks = settings.demoPerVisitor ? null : await startWebhooks(deps);
  closing.add(() => webhooks?.close());
  const mail = settings.demoPerVisitor ? null : startMail({ ...deps, transport: { morePorts: settings.mailPorts } });
  closing.add(() => mail?.close());
  const post = mail?.post ?? createPost({ ...deps, wake() {} });
  const reportTurns = createReportTurns();
  const reports = startReportClock({ ...deps, post, writeReport, reportTurns });
  closing.add(() => reports.close());
  const limits = startLimitKeeper({
    ...deps,
    mails: createLimitMails({ ...deps, post }),
    wake: post.wake,
  });
  closing.add(() => limits.close());
  server = await createServer({
    version: programVersion(),
    ...deps,
    drawPaper: createDrawPaper({ log }),
    writeReport,
    reportTurns,
    ...(tracing === null ? {} : { tracing }),
    ...(settings.otelMetrics === null ? {} : { exportMetrics: await exportTo(settings.otelMetrics) }),
    logsRequests: settings.logsRequests,
    ...(webhooks === null ? {} : { webhooks }),
    ...(mail === null ? {} : { mail }),
    listensAt: settings.host,
    ...(certificate === null ? {} : { tls: certificate }),
    ownDevices: [settings.device, settings.secondScreen].filter((id) => id !== null),
    ticketSecrets: ticketSecrets(await secretFor('ticket', settings, parts.store)),
  });
  return server;
}

/** Loaded only when a collector is configured. */
async function followTo(collector: string): Promise<OpenTracing> {
  const { openTracing } = await import('./tracing.ts');
  return openTracing(collector, programVersion());
}

async function exportTo(collector: string): Promise<MetricsExport> {
  const { openMetricsExport } = await import('./otel-metrics.ts');
  return openMetricsExport(collector, programVersion());
}

function kioskSource(
  settings: Settings,
  { clock, guarded, store, site, auth, presence, deviceActions, takenAlong }: Parts,
  server: FastifyInstance,
): KioskSource {
  return {
    isElsewhere: false,
    clock,
    defaultDevice: () => settings.device ?? kiosksOf(site.current())[0] ?? '',
    hasKiosk: (deviceId) => kiosksOf(site.current()).includes(deviceId),
    clientFor(deviceId) {
      const key = auth.internalKey(deviceId);
      return createQueueClient({
        fetch: embeddedFetch(server),
        clock,
        deviceKey: () => key,
        feed: locationChanges(store),
      });
    },
    follow(deviceId, host) {
      const line = presence.connect(deviceId, false);
      host.onReport((status, isShown) => {
        line.report(status);
        line.shows(isShown);
      });
      guarded?.onJump((seconds) => host.hearClockJump(seconds));
      deviceActions.listen(deviceId, (actions) => host.take(actions));
      takenAlong.listen(deviceId, (ticketId) => host.takenAlong(ticketId));
    },
    sharedPins(deviceId) {
      const { panelPins } = auth.guesses;
      return { heard: () => panelPins.heard(deviceId), tell: (tries) => panelPins.tell(deviceId, tries) };
    },
    printerNetworks: () => site.current().settings.printer_networks,
    onChange: (listener) => site.onChange(listener),
  };
}

function pageSource(settings: Settings, { clock, store, site, auth }: Parts, log: Log): PageSource {
  return {
    keysAsked: (forwarded) => auth.isOn(site.current(), forwarded),
    isKeyOf(deviceId, key) {
      const rule = { devices: [DEVICE_TYPE.kiosk] };
      const admitted = auth.guard.admit(`Bearer ${key}`, rule, site.current(), clock.now(), true);
      return admitted.ok && admitted.value.kind === 'device' && admitted.value.device.id === deviceId;
    },
    keyGeneration: (deviceId) => site.credentials.deviceGeneration(deviceId),
    secret: () => secretFor('page', settings, store, log),
    isEmpty: () => site.current().locations.length === 0,
    mediaOrigins: () => site.current().settings.media_origins,
  };
}

function reachOf(site: SiteHolder): ExternalAddress {
  return {
    isForOthers: () => isForOthers(site.current().settings),
    hasProxy() {
      const { public_url: url, trusted_proxies: proxies } = site.current().settings;
      return url.startsWith('https:') || proxies.length > 0;
    },
    names() {
      const { public_url: url, allowed_hosts: allowed } = site.current().settings;
      return [...(URL.canParse(url) ? [new URL(url).hostname] : []), ...allowed];
    },
  };
}
