/** Remote queue server of a kiosk client. */
import { installationSecret } from '../access/service/installation-secret.ts';
import { NO_PEERS } from '../database/cluster.ts';
import type { RequestedAction } from '../devices/contract/device-actions.ts';
import { createQueueClient, type Fetch } from '../kiosk/client/client.ts';
import { createKioskLine, type KioskLine } from '../kiosk/client/kiosk-line.ts';
import { createPairing, type PairedKiosk } from '../kiosk/client/pairing.ts';
import type { QueueClient } from '../kiosk/client/queue-client.ts';
import { remoteFetch } from '../kiosk/client/remote.ts';
import { createHeartbeat, type KioskHeartbeat } from '../kiosk/host/heartbeat.ts';
import type { KioskHost } from '../kiosk/host/kiosk-host.ts';
import type { KioskPairing } from '../kiosk/host/pairing.ts';
import { type Clock, type Log, systemClock } from '../lib/context.ts';
import { openDataFolder } from '../lib/data-folder.ts';
import { matchLanguage } from '../lib/language.ts';
import { LANGUAGES } from '../lib/languages.ts';
import { subscribe } from '../lib/lists.ts';
import { ERRNO, fail } from '../lib/result.ts';
import { listensBeyondLoopback, type Settings } from '../lib/settings/settings.ts';
import { StartError } from '../lib/start-error.ts';
import type { Certificate } from '../rest/certificate.ts';
import { createKioskServer } from '../server/kiosk-server.ts';
import { PRIVATE_NETWORKS } from '../site/contract/site.ts';
import type { QueueSource } from './backend.ts';
import { displayUrl } from './local-url.ts';
import { keepPairing, readKeptPairing } from './pairing-store.ts';

/**
 * Device identity of this kiosk at a remote server. It comes from the command line, from an earlier pairing, or from a
 * pairing code on the screen. The kiosk shows a code when the server asks for a key that it lacks, or rejects the key
 * of its pairing.
 */

interface KioskIdentity {
  /** Empty until known. */
  device(): string;
  key(): string | null;
  /** Shown by the kiosk meanwhile. */
  readonly pairing: KioskPairing;
  /** The same client, observed for requests that the server refuses without a key. */
  watched(client: QueueClient): QueueClient;
  /** Subscribes to the pairing. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
  close(): void;
}

const WANTS_KEY: ReadonlySet<number> = new Set([ERRNO.keyMissing, ERRNO.keyInvalid, ERRNO.keyExpired]);

async function openKioskIdentity(
  { dataDir, device: wanted, deviceKey, lang }: Settings,
  baseUrl: string,
  { fetch, clock, log }: { readonly fetch: Fetch; readonly clock: Clock; readonly log: Log },
): Promise<KioskIdentity> {
  const onDamaged = (file: string): void => log.error('pairing.file-corrupt', { file });
  let paired: PairedKiosk | null =
    deviceKey === null ? await readKeptPairing(dataDir, { server: baseUrl, device: wanted }, onDamaged) : null;
  const steps = new Set<() => void>();
  const changes = new Set<() => void>();
  const tell = (listeners: ReadonlySet<() => void>): void => {
    for (const listener of [...listeners]) listener();
  };

  const pairing = createPairing({
    fetch,
    baseUrl,
    device: wanted,
    onPaired(now) {
      paired = now;
      keepPairing(dataDir, baseUrl, now).catch((error: unknown) => {
        log.error('pairing.write-failed', {
          error: String(error),
        });
      });
      tell(changes);
    },
    onChange: () => tell(steps),
    clock,
    log,
  });
  const device = (): string => paired?.device ?? wanted ?? '';
  if (device() === '') pairing.start();

  return {
    device,
    key: () => deviceKey ?? paired?.key ?? null,
    pairing: {
      step: () => pairing.step(),
      lang: lang ?? matchLanguage(Intl.DateTimeFormat().resolvedOptions().locale, LANGUAGES) ?? 'en',
      onChange: (listener) => subscribe(steps, listener),
    },
    watched: (client) => ({
      ...client,
      async kiosk(deviceId) {
        const answer = await client.kiosk(deviceId);
        const isRefused = !answer.ok && answer.error.kind === 'refused' && WANTS_KEY.has(answer.error.errno);
        // A key of the command line is not replaced: the operator must correct it there.
        if (isRefused && deviceKey === null) pairing.start();
        return answer;
      },
    }),
    onChange: (listener) => subscribe(changes, listener),
    close: () => pairing.close(),
  };
}

export async function openOtherQueue(
  settings: Settings,
  baseUrl: string,
  log: Log,
  certificate: Certificate | null,
): Promise<QueueSource> {
  const { secondScreen, location, lang, dataDir } = settings;
  await usable(dataDir, () => openDataFolder(dataDir, (fixed) => log.warn('data-dir.permissions-fixed', fixed)));
  const server = createKioskServer({
    listensAt: settings.host,
    overrides: settings.overrides,
    log,
    ...(certificate === null ? {} : { tls: certificate }),
  });
  const fetch = remoteFetch({ baseUrl });
  const identity = await openKioskIdentity(settings, baseUrl, { fetch, clock: systemClock, log });
  const client = identity.watched(
    createQueueClient({
      fetch,
      clock: systemClock,
      deviceKey: () => identity.key(),
      // A third-party server reports neither the location of its kiosks nor their languages.
      ...(location === null ? {} : { locationId: location }),
      ...(lang === null ? {} : { languages: [lang] }),
    }),
  );
  const hearts = new Map<string, KioskHeartbeat>();
  const lines = new Map<string, KioskLine>();
  const hosts = new Map<string, KioskHost>();

  function lineOf(deviceId: string): KioskLine {
    const known = lines.get(deviceId);
    if (known !== undefined) return known;
    const line = createKioskLine({
      baseUrl,
      deviceId,
      deviceKey: () => identity.key(),
      onAsked: () => hearts.get(deviceId)?.fetch(),
      onOpen: () => hearts.get(deviceId)?.fetch(),
      onTaken: (ticketId) => hosts.get(deviceId)?.takenAlong(ticketId),
      clock: systemClock,
      log,
    });
    lines.set(deviceId, line);
    return line;
  }

  return {
    server,
    kiosks: {
      isElsewhere: true,
      clock: systemClock,
      defaultDevice: () => identity.device(),
      hasKiosk: (deviceId) => deviceId === identity.device(),
      pairing: identity.pairing,
      clientFor: (deviceId) => (deviceId === '' ? { ...client, kiosk: nobodyYet } : lineOf(deviceId).over(client)),
      follow(deviceId, host) {
        if (deviceId === '' || deviceId !== identity.device()) return;
        const onActions = (actions: readonly RequestedAction[]): void => host.take(actions);
        const over = lineOf(deviceId).over(client);
        const onClock = (secondsOff: number): void => host.hearClock(secondsOff);
        const heart = createHeartbeat({ client: over, deviceId, onActions, onClock, clock: systemClock, log });
        hearts.get(deviceId)?.close();
        hearts.set(deviceId, heart);
        hosts.set(deviceId, host);
        host.onReport((status) => heart.says(status));
        host.onAsked(() => heart.fetch());
      },
      sharedPins: () => null,
      printerNetworks: () => PRIVATE_NETWORKS,
      onChange: (listener) => identity.onChange(listener),
    },
    pages: {
      keysAsked: (forwarded) =>
        settings.apiAuthentication === null
          ? listensBeyondLoopback(settings) || forwarded
          : settings.apiAuthentication === 'on',
      // The keys are stored at the remote server.
      isKeyOf: () => false,
      keyGeneration: () => 0,
      secret: () => pageSecret(settings, log),
      isEmpty: () => false,
      mediaOrigins: () => [],
    },
    // The site of the remote server describes that server, not this program.
    drain: null,
    reach: { isForOthers: () => false, hasProxy: () => false, names: () => [] },
    async firstAdministrator() {},
    displayUrl: () => (secondScreen === null ? null : displayUrl(baseUrl, secondScreen, settings.secondScreenKey)),
    announce() {},
    alive: () => Promise.resolve(),
    async close() {
      identity.close();
      for (const heart of hearts.values()) heart.close();
      for (const line of lines.values()) line.close();
      await server.close();
    },
  };
}

/** A kiosk without an id must not ask the server. */
const nobodyYet: QueueClient['kiosk'] = async () =>
  fail({ kind: 'refused', errno: ERRNO.notFound, error: 'This kiosk is not paired with the server yet.' });

function pageSecret({ dataDir }: Settings, log: Log): Promise<Buffer> {
  return usable(dataDir, () => installationSecret('page', dataDir, { peers: NO_PEERS }, log));
}

async function usable<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StartError(`--data ${dataDir} cannot be used: ${(error as Error).message}`, 1);
  }
}
