/**
 * Puts the program together, whichever way it runs: store, server, client, kiosks, pages. Everything is made here and
 * handed on; whoever starts the program ends it with `close`.
 */
import { join } from 'node:path';
import type { Server as TlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { addressHere, ownAddresses, systemResolver } from './address-here.ts';
import { assetUrl, pagesUrl } from './assets.ts';
import type { BackupClock } from './backup-clock.ts';
import { registerDocsPage } from './browser/docs-page.ts';
import { admitPage, type PageCaller } from './browser/page-access.ts';
import { createPageSessions } from './browser/page-sessions.ts';
import { KIOSK_PAGE, registerPages, SERVER_PAGES } from './browser/pages.ts';
import { registerShellSocket } from './browser/shell-socket.ts';
import { registerSiteFiles } from './browser/site-files.ts';
import { eventFeed } from './client/change-feed.ts';
import { createQueueClient } from './client/client.ts';
import { embeddedFetch } from './client/embedded.ts';
import type { QueueClient } from './client/queue-client.ts';
import { remoteFetch } from './client/remote.ts';
import { trustAuthority } from './client/trust-authority.ts';
import { type Log, systemClock } from './context.ts';
import { DEVICE_TYPE, PRIVATE_NETWORKS } from './contract/site.ts';
import { type DeviceAccess, printerReach } from './core/device-address.ts';
import { makeDataFolder, takeFromOthers } from './data-folder.ts';
import { createReader } from './devices/create-reader.ts';
import { parseReaderUrl } from './devices/reader-url.ts';
import { displayUrl, fromHere } from './display-url.ts';
import { tellFirstAdministrator } from './first-password.ts';
import { createDrawPaper } from './host/draw-paper.ts';
import type { AddressSource } from './host/equipment.ts';
import { createHeartbeat } from './host/heartbeat.ts';
import { createKioskHost, type KioskHost } from './host/kiosk-host.ts';
import { type KioskAddress, keepKioskAddress } from './kiosk-address.ts';
import { listenFault } from './listen-fault.ts';
import { createPrinter } from './printing/driver.ts';
import { journalFolder } from './printing/journal-folder.ts';
import { parsePrinterUrl } from './printing/printer-url.ts';
import { type Claim, claimDataFolder, kioskPageAt, programAt } from './running-program.ts';
import { startAnonymiseClock } from './server/anonymise-clock.ts';
import { createAuth, isForOthers } from './server/auth/auth.ts';
import { installationSecret } from './server/auth/installation-secret.ts';
import { type Certificate, openCertificate } from './server/certificate.ts';
import { startDayClock } from './server/day-clock.ts';
import { createDevicePresence } from './server/events/device-presence.ts';
import { hearLocation } from './server/hear-locations.ts';
import { createKioskServer } from './server/kiosk-server.ts';
import { ticketSecrets } from './server/phone/ticket-secrets.ts';
import { createServer } from './server/server.ts';
import { ensureSite } from './server/site/ensure-site.ts';
import { openSiteHolder } from './server/site/site-holder.ts';
import { startWebhooks, type Webhooks } from './server/webhooks/webhooks.ts';
import { listensBeyondLoopback, type Settings } from './settings/settings.ts';
import { readDemoSite, readSiteFile } from './site-sources.ts';
import { RunsAlready, StartError } from './start-error.ts';
import type { Place } from './store/moving/open-place.ts';
import { PROGRESS_KEY } from './store/moving/place.ts';
import { NO_PEERS } from './store/peers.ts';
import type { DataFolderLock } from './store/sqlite/data-folder-lock.ts';
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts';
import { type Store, StoreUnreachable } from './store/store.ts';
import { tellStarter } from './tell-starter.ts';
import type { OpenTracing } from './tracing.ts';
import { programVersion } from './version.ts';
import { checkWantedLanguage } from './wanted-language.ts';

export { StartError } from './start-error.ts';

export interface Program {
  /** `http://<host>:<port>` */
  readonly address: string;
  /** Where a browser on this machine finds the kiosk, with a token that is good once, for two hours. */
  kioskUrl(): string;
  /** Whether keys are asked for, so that the plain address would not do. */
  asksKeys(): boolean;
  /** The kiosk that is this device; without an id the one of the settings, else the site's first. */
  host(deviceId?: string): KioskHost;
  /** Where the display of the second screen is, its key behind the `#`; null without one. */
  readonly displayUrl: string | null;
  close(): Promise<void>;
}

/** Where kiosks get their tickets, and what has to be ended with it. */
interface Queue {
  readonly server: FastifyInstance;
  /** What that kiosk asks its tickets with. */
  clientFor(deviceId: string): QueueClient;
  /** Whether the site speaks of ways by which others come. */
  isForOthers(): boolean;
  /** Whether the site says that a proxy speaks TLS for this server. */
  hasProxy(): boolean;
  /** Names that it answers to besides its addresses, the public one first. */
  names(): readonly string[];
  /** Whether keys are asked for now. */
  keysAsked(forwarded: boolean): boolean;
  /** Makes the first administrator at the first start. `show` writes on the terminal; null where there is none. */
  firstAdministrator(show: ((line: string) => void) | null): Promise<void>;
  /** Id of the kiosk to be when nobody says. */
  defaultDevice(): string;
  /** Whether a page may ask to be this device. */
  hasKiosk(deviceId: string): boolean;
  /** Whether the key of a page is that of this device. */
  isKeyOf(deviceId: string, key: string): boolean;
  /** Address and key of the display of the settings, seen from this machine. Called once the program listens. */
  displayUrl(address: string): string | null;
  /** Networks in which printers may be that the site names. */
  printerNetworks(): readonly string[];
  /** Origins of pictures that displays may show. */
  mediaOrigins(): readonly string[];
  /** Tells a second program on the same data where this one answers. */
  announce(address: string): void;
  /** Signs what pages on this machine keep; with it they outlive a restart. */
  pageSecret(): Promise<Buffer>;
  /** Has a kiosk of this program say how it is to the staff, until it is closed. */
  follow(deviceId: string, host: KioskHost): void;
  close(): Promise<void>;
}

function checkUrls(settings: Settings): void {
  const printer = settings.printer === null ? null : parsePrinterUrl(settings.printer);
  if (printer !== null && !printer.ok) throw new StartError(`--printer: ${printer.error}`);
  for (const url of settings.readers) {
    const reader = parseReaderUrl(url);
    if (!reader.ok) throw new StartError(`--reader: ${reader.error}`);
  }
}

function unusableFolder({ dataDir }: Settings, error: unknown): StartError {
  const reason = (error as Error).message.split('\n')[0]?.replace(/\.$/, '');
  return new StartError(`--data ${dataDir} cannot be used: ${reason}; choose another folder with --data`);
}

async function openFolder(settings: Settings, log: Log): Promise<DataFolderLock> {
  const { dataDir } = settings;
  let claim: Claim;
  try {
    await makeDataFolder(dataDir);
    const mended = await takeFromOthers(dataDir);
    if (mended.length > 0) log.warn('data.taken-from-others', { folder: dataDir, mended });
    claim = await claimDataFolder(dataDir);
  } catch (error) {
    throw unusableFolder(settings, error);
  }
  if (claim.kind === 'ours') return claim.lock;
  const { address } = claim;
  const where = address === null ? '' : ` at ${address}`;
  const page = address === null ? null : kioskPageAt(address, dataDir);
  throw new RunsAlready(`Take a Number runs already${where}, on the data in ${dataDir}`, address, page);
}

async function openStore(settings: Settings, log: Log): Promise<Store> {
  if (settings.database !== null) return openDatabase(settings.database, log);
  try {
    return await openSqliteStore({ file: join(settings.dataDir, 'take-a-number.db'), log });
  } catch (error) {
    throw unusableFolder(settings, error);
  }
}

/** Loaded only here: a kiosk that keeps its own queue never needs it. */
async function openDatabase(url: string, log: Log): Promise<Store> {
  const { openPostgresStore } = await import('./store/postgres/open-postgres-store.ts');
  try {
    return await openPostgresStore({ url, log });
  } catch (error) {
    throw new StartError(`--database cannot be used: ${(error as Error).message}`, 1);
  }
}

/** For the start: what cannot be used is told in one line. */
async function secretFor(name: 'secret' | 'ticket' | 'page', { dataDir }: Settings, store: Store): Promise<Buffer> {
  try {
    return await installationSecret(name, dataDir, store);
  } catch (error) {
    throw new StartError((error as Error).message, 1);
  }
}

async function openTls({ tls }: Settings, log: Log): Promise<Certificate | null> {
  if (tls === null) return null;
  try {
    return await openCertificate({ ...tls, clock: systemClock, log });
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

/** Of a kiosk whose queue is elsewhere. */
async function ownPageSecret({ dataDir }: Settings): Promise<Buffer> {
  try {
    await makeDataFolder(dataDir);
    return await installationSecret('page', dataDir, { peers: NO_PEERS });
  } catch (error) {
    throw new StartError(`--data ${dataDir} cannot be used: ${(error as Error).message}`, 1);
  }
}

/** Loaded only where there are to be any. */
async function openBackups(
  { database, dataDir }: Settings,
  { folder: to, everyHours, keep }: NonNullable<Settings['backup']>,
  log: Log,
): Promise<BackupClock> {
  const { startBackupClock } = await import('./backup-clock.ts');
  const from: Place = database === null ? { engine: 'sqlite', dataDir } : { engine: 'postgres', url: database };
  const plan = { from, dataDir, to, keep, everyHours, program: programVersion() };
  return startBackupClock(plan, { clock: systemClock, log });
}

/** Loaded only where somebody collects. */
async function followTo(collector: string): Promise<OpenTracing> {
  const { openTracing } = await import('./tracing.ts');
  return openTracing(collector, programVersion());
}

/** The server inside this program. */
async function embeddedQueue(settings: Settings, log: Log, certificate: Certificate | null): Promise<Queue> {
  const given = settings.siteFile === null ? null : await readSiteFile(settings.siteFile);
  if (given !== null && !given.ok) throw new StartError(`${settings.siteFile}: ${given.error.join('; ')}`);
  const folder = await openFolder(settings, log);
  let store: Store | null = null;
  let webhooks: Webhooks | null = null;
  try {
    const opened = await openStore(settings, log);
    store = opened;
    if ((await opened.readMeta(PROGRESS_KEY)) !== null) {
      throw new StartError(
        'a queue is being moved to this database, or that broke off; run the same npm run copy again',
      );
    }
    const site = await openSiteHolder(opened);
    const loaded = await ensureSite(site, { given: given?.value, demo: readDemoSite });
    if (!loaded.ok) throw new StartError(`${settings.siteFile ?? 'The demo site'}: ${loaded.error.join('; ')}`);
    const auth = createAuth({
      site,
      secret: await secretFor('secret', settings, opened),
      wanted: settings.apiAuthentication,
      beyondLoopback: listensBeyondLoopback(settings),
      others: opened.peers.bulletin,
    });
    const tracing = settings.traces === null ? null : await followTo(settings.traces);
    const presence = createDevicePresence(systemClock, opened.peers.bulletin);
    const deps = { store: opened, site, auth, clock: systemClock, log, presence };
    const sending = await startWebhooks(deps);
    webhooks = sending;
    const server = await createServer({
      version: programVersion(),
      ...deps,
      drawPaper: createDrawPaper({ log }),
      ...(tracing === null ? {} : { tracing }),
      webhooks: sending,
      listensAt: settings.host,
      ...(certificate === null ? {} : { tls: certificate }),
      ownDevices: [settings.device, settings.secondScreen].filter((id) => id !== null),
      ticketSecrets: ticketSecrets(await secretFor('ticket', settings, opened)),
    });
    const days = startDayClock(deps);
    const erasing = startAnonymiseClock(deps);
    const backups = settings.backup === null ? null : await openBackups(settings, settings.backup, log);
    await days.started;
    const kiosks = (): readonly string[] =>
      site
        .current()
        .file.devices.filter(({ type }) => type === DEVICE_TYPE.kiosk)
        .map(({ id }) => id);
    if (settings.device !== null && site.current().device(settings.device) === undefined) {
      throw new StartError(`--device ${settings.device}: the site has no such device; it has ${kiosks().join(', ')}`);
    }
    checkWantedLanguage(settings.lang, site.current(), settings.device ?? kiosks()[0], log);
    const { secondScreen: display } = settings;
    const displays = site.current().file.devices.filter(({ type }) => type === DEVICE_TYPE.display);
    if (display !== null && !displays.some(({ id }) => id === display)) {
      const known = displays.map(({ id }) => id).join(', ') || 'none';
      throw new StartError(`--second-screen ${display}: the site has no such display; it has ${known}`);
    }
    return {
      server,
      follow(deviceId, host) {
        const line = presence.connect(deviceId, false);
        host.onReport((status, isShown) => {
          line.report(status);
          line.shows(isShown);
        });
      },
      announce: (address) => folder.announce(address),
      displayUrl: (address) => (display === null ? null : displayUrl(address, display, auth.internalKey(display))),
      clientFor: (deviceId) =>
        createQueueClient({
          fetch: embeddedFetch(server),
          clock: systemClock,
          deviceKey: auth.internalKey(deviceId),
          feed: eventFeed(opened.onEvents, (locationId, onMissed) => hearLocation(opened, locationId, onMissed)),
        }),
      isForOthers: () => isForOthers(site.current().settings),
      hasProxy() {
        const { public_url: url, trusted_proxies: proxies } = site.current().settings;
        return url.startsWith('https:') || proxies.length > 0;
      },
      names() {
        const { public_url: url, allowed_hosts: allowed } = site.current().settings;
        return [...(URL.canParse(url) ? [new URL(url).hostname] : []), ...allowed];
      },
      keysAsked: (forwarded) => auth.isOn(site.current(), forwarded),
      // Of servers that start together, one.
      firstAdministrator: async (show) =>
        opened.peers.isMine('days')
          ? tellFirstAdministrator({ site, store: opened, dataDir: settings.dataDir, show, say })
          : undefined,
      defaultDevice: () => settings.device ?? kiosks()[0] ?? '',
      hasKiosk: (deviceId) => kiosks().includes(deviceId),
      isKeyOf(deviceId, key) {
        const rule = { devices: [DEVICE_TYPE.kiosk] };
        const admitted = auth.guard.admit(`Bearer ${key}`, rule, site.current(), systemClock.now(), true);
        return admitted.ok && admitted.value.kind === 'device' && admitted.value.device.id === deviceId;
      },
      printerNetworks: () => site.current().settings.printer_networks,
      mediaOrigins: () => site.current().settings.media_origins,
      pageSecret: () => secretFor('page', settings, opened),
      async close() {
        days.close();
        await erasing.close();
        await backups?.close();
        await sending.close();
        await server.close();
        await tracing?.close();
        site.close();
        await opened.close();
        folder.release();
      },
    };
  } catch (error) {
    await webhooks?.close();
    await store?.close();
    folder.release();
    throw error instanceof StoreUnreachable ? new StartError(error.message, 1) : error;
  }
}

/** Another server that speaks the interface: this program is only a kiosk of it. */
function remoteQueue(settings: Settings, baseUrl: string, log: Log, certificate: Certificate | null): Queue {
  const { device, deviceKey, secondScreen } = settings;
  if (device === null) throw new StartError('--server needs --device: which device of that server this kiosk is');
  const server = createKioskServer({
    listensAt: settings.host,
    log,
    ...(certificate === null ? {} : { tls: certificate }),
  });
  const client = createQueueClient({ fetch: remoteFetch({ baseUrl }), clock: systemClock, deviceKey });
  const heartbeat = createHeartbeat({ client, deviceId: device, clock: systemClock, log });
  return {
    server,
    follow(deviceId, host) {
      if (deviceId === device) host.onReport((status) => heartbeat.says(status));
    },
    announce() {},
    clientFor: () => client,
    isForOthers: () => false,
    hasProxy: () => false,
    names: () => [],
    keysAsked: (forwarded) =>
      settings.apiAuthentication === null
        ? listensBeyondLoopback(settings) || forwarded
        : settings.apiAuthentication === 'on',
    firstAdministrator: async () => {},
    defaultDevice: () => device,
    hasKiosk: (deviceId) => deviceId === device,
    // The keys are at the other server.
    isKeyOf: () => false,
    displayUrl: () => (secondScreen === null ? null : displayUrl(baseUrl, secondScreen, settings.secondScreenKey)),
    printerNetworks: () => PRIVATE_NETWORKS,
    mediaOrigins: () => [],
    pageSecret: () => ownPageSecret(settings),
    async close() {
      heartbeat.close();
      await server.close();
    },
  };
}

interface Kiosks {
  of(deviceId: string | undefined): KioskHost;
  close(): Promise<void>;
}

/** One host a device, made when somebody first asks for it. Only devices of the site get one, so there is an end. */
function openKiosks(queue: Queue, settings: Settings, log: Log): Kiosks {
  const hosts = new Map<string, KioskHost>();
  /** What stands in the site, here or at another server, may lead only where devices are. */
  const access = (from: AddressSource): DeviceAccess | null =>
    from === 'command-line'
      ? null
      : { mayReach: (address) => printerReach(queue.printerNetworks(), ownAddresses())(address) };

  function create(deviceId: string): KioskHost {
    const own = deviceId === queue.defaultDevice();
    const host = createKioskHost({
      client: queue.clientFor(deviceId),
      deviceId,
      lang: settings.lang,
      printer: own ? settings.printer : null,
      readers: own ? settings.readers : [],
      clock: systemClock,
      log,
      makers: {
        printer(text, from, languages) {
          const url = parsePrinterUrl(text);
          if (!url.ok) return url;
          const journalDir = join(settings.dataDir, 'print-journal', journalFolder(deviceId));
          return {
            ok: true,
            value: createPrinter(url.value, { log, clock: systemClock, journalDir, languages, access: access(from) }),
          };
        },
        reader: (text, from) => createReader(text, { clock: systemClock, log, access: access(from) }),
      },
    });
    queue.follow(deviceId, host);
    return host;
  }

  return {
    of(asked) {
      // Whoever asks for a device that is not there shares one host that says so.
      const id = asked === undefined ? queue.defaultDevice() : queue.hasKiosk(asked) ? asked : '';
      const host = hosts.get(id) ?? create(id);
      hosts.set(id, host);
      return host;
    },
    close: async () => void (await Promise.all([...hosts.values()].map((host) => host.close()))),
  };
}

async function listen(server: FastifyInstance, settings: Settings): Promise<string> {
  const { host, port } = settings;
  try {
    await server.listen({ host, port });
  } catch (error) {
    const fault = error as NodeJS.ErrnoException;
    const isTaken = fault.code === 'EADDRINUSE';
    if (isTaken) {
      const other = await programAt(host, port);
      if (other !== null) {
        const { address, kioskUrl } = other;
        const reason = `Take a Number runs already at ${address}, on other data; choose another --port`;
        throw new RunsAlready(reason, address, kioskUrl);
      }
    }
    throw new StartError(listenFault(host, port, fault), isTaken ? 1 : 2);
  }
  const bound = server.server.address();
  const realPort = typeof bound === 'object' && bound !== null ? bound.port : port;
  const scheme = settings.tls === null ? 'http' : 'https';
  return `${scheme}://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${realPort}`;
}

/** At each start, whatever lets others in, or lets them listen. */
function tellHowOpen(queue: Queue, settings: Settings, address: string, log: Log): void {
  for (const flag of settings.secretFlags) {
    const variable = `TAN_${flag.toUpperCase().replaceAll('-', '_')}`;
    const advice = `everybody on this machine can read it in the list of processes: give it as ${variable}`;
    log.warn('settings.secret-on-command-line', { flag: `--${flag}`, advice });
  }
  const beyond = listensBeyondLoopback(settings);
  if (beyond || queue.isForOthers()) {
    if (queue.keysAsked(false)) log.info('server.open-to-network', { address, authentication: 'on' });
    else log.warn('server.open-to-network', { address, authentication: 'off' });
  }
  if (beyond && settings.tls === null && !queue.hasProxy()) {
    const advice = 'passwords and keys can be read on the way: see docs/deploy.md for --tls-cert, or a proxy';
    log.warn('server.unencrypted', { address, advice });
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Throws `StartError`, after it has told the process that started this one.
 *
 * @param show takes a line that is for the person who starts the program, and for no log; null when nobody looks.
 */
export async function startProgram(
  settings: Settings,
  log: Log,
  show: ((line: string) => void) | null = process.stderr.isTTY ? say : null,
): Promise<Program> {
  try {
    return await openProgram(settings, log, show);
  } catch (error) {
    // Anything else is a fault of where it runs: the same kiosk may well run elsewhere.
    if (error instanceof StartError) await tellStarter(error);
    throw error;
  }
}

async function openProgram(settings: Settings, log: Log, show: ((line: string) => void) | null): Promise<Program> {
  checkUrls(settings);
  if (settings.ca !== null) {
    const trusted = await trustAuthority(settings.ca);
    if (!trusted.ok) throw new StartError(`--ca ${settings.ca} ${trusted.error}`);
  }
  const certificate = await openTls(settings, log);
  const queue =
    settings.server === null
      ? await embeddedQueue(settings, log, certificate)
      : remoteQueue(settings, settings.server, log, certificate);
  const kiosks = openKiosks(queue, settings, log);
  let kioskAddress: KioskAddress | null = null;
  let stopTls = (): void => {};
  const close = async (): Promise<void> => {
    stopTls();
    kioskAddress?.close();
    await kiosks.close();
    await queue.close();
  };
  try {
    const sessions = createPageSessions(await queue.pageSecret(), systemClock, () => void kioskAddress?.renew());
    const admit = (caller: PageCaller, deviceId: string) =>
      admitPage(caller, sessions, () => {
        if (!queue.keysAsked(caller.forwarded)) return true;
        return caller.key !== null && queue.isKeyOf(deviceId, caller.key);
      });
    const pages = settings.server === null ? [KIOSK_PAGE, ...SERVER_PAGES] : [KIOSK_PAGE];
    await registerPages(queue.server, {
      pagesDir: fileURLToPath(pagesUrl()),
      pages,
      mediaOrigins: () => queue.mediaOrigins(),
    });
    if (settings.server === null) {
      await registerDocsPage(queue.server, fileURLToPath(assetUrl('docs/')));
      registerSiteFiles(queue.server, {
        dataDir: settings.dataDir,
        demoDir: fileURLToPath(assetUrl('demo/')),
        shippedVoiceDir: fileURLToPath(assetUrl('voice/')),
      });
    }
    await registerShellSocket(queue.server, {
      clock: systemClock,
      hostOf: (deviceId) => kiosks.of(deviceId),
      admit: (caller, deviceId = queue.defaultDevice()) => admit(caller, deviceId),
    });
    const address = await listen(queue.server, settings);
    if (certificate !== null) stopTls = certificate.keepFresh(queue.server.server as unknown as TlsServer);
    await queue.firstAdministrator(show);
    const here = await addressHere(address, certificate?.cert ?? null, queue.names(), systemResolver());
    kioskAddress = keepKioskAddress({
      dataDir: settings.dataDir,
      address: here.address,
      sessions,
      clock: systemClock,
      log,
    });
    await kioskAddress.renew();
    // Behind the page's token: a second start reads both.
    queue.announce(fromHere(address));
    const { next } = kioskAddress;
    tellHowOpen(queue, settings, address, log);
    if (!here.fits) {
      const advice =
        'a browser on this machine will warn: let a name of the certificate lead here, and make it public_url';
      log.warn('tls.not-for-here', { address: here.address, advice });
    }
    // The printer of this kiosk is connected before the first visitor comes.
    kiosks.of(undefined);
    return {
      address,
      kioskUrl: next,
      asksKeys: () => queue.keysAsked(false),
      host: (deviceId) => kiosks.of(deviceId),
      displayUrl: queue.displayUrl(here.address),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
