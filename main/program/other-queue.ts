/** A queue at another server that speaks the interface: this program is only a kiosk of it. */
import { createQueueClient } from '../client/client.ts';
import { remoteFetch } from '../client/remote.ts';
import { type Log, systemClock } from '../context.ts';
import { PRIVATE_NETWORKS } from '../contract/site.ts';
import { makeDataFolder } from '../data-folder.ts';
import { createHeartbeat } from '../host/heartbeat.ts';
import type { KioskHost } from '../host/kiosk-host.ts';
import { installationSecret } from '../server/auth/installation-secret.ts';
import type { Certificate } from '../server/certificate.ts';
import { createKioskServer } from '../server/kiosk-server.ts';
import { listensBeyondLoopback, type Settings } from '../settings/settings.ts';
import { StartError } from '../start-error.ts';
import { NO_PEERS } from '../store/peers.ts';
import { displayUrl } from './display-url.ts';
import type { QueueSource } from './queue-source.ts';

export function openOtherQueue(
  settings: Settings,
  baseUrl: string,
  log: Log,
  certificate: Certificate | null,
): QueueSource {
  const { device, deviceKey, secondScreen, location, lang } = settings;
  if (device === null) throw new StartError('--server needs --device: which device of that server this kiosk is');
  const server = createKioskServer({
    listensAt: settings.host,
    log,
    ...(certificate === null ? {} : { tls: certificate }),
  });
  const client = createQueueClient({
    fetch: remoteFetch({ baseUrl }),
    clock: systemClock,
    deviceKey,
    // A server that is not ours does not say where its kiosks are, nor in which languages they speak.
    ...(location === null ? {} : { locationId: location }),
    ...(lang === null ? {} : { languages: [lang] }),
  });
  let kiosk: Pick<KioskHost, 'take'> | null = null;
  const heartbeat = createHeartbeat({
    client,
    deviceId: device,
    onActions: (actions) => kiosk?.take(actions),
    clock: systemClock,
    log,
  });
  return {
    server,
    kiosks: {
      isElsewhere: true,
      defaultDevice: () => device,
      hasKiosk: (deviceId) => deviceId === device,
      clientFor: () => client,
      follow(deviceId, host) {
        if (deviceId !== device) return;
        kiosk = host;
        host.onReport((status) => heartbeat.says(status));
        host.onAsked(() => heartbeat.fetch());
      },
      printerNetworks: () => PRIVATE_NETWORKS,
      onChange: () => () => {},
    },
    pages: {
      keysAsked: (forwarded) =>
        settings.apiAuthentication === null
          ? listensBeyondLoopback(settings) || forwarded
          : settings.apiAuthentication === 'on',
      // The keys are at the other server.
      isKeyOf: () => false,
      secret: () => pageSecret(settings),
      isEmpty: () => false,
      mediaOrigins: () => [],
    },
    // What its site says is about that server.
    reach: { isForOthers: () => false, hasProxy: () => false, names: () => [] },
    async firstAdministrator() {},
    displayUrl: () => (secondScreen === null ? null : displayUrl(baseUrl, secondScreen, settings.secondScreenKey)),
    announce() {},
    alive: () => Promise.resolve(),
    async close() {
      heartbeat.close();
      await server.close();
    },
  };
}

async function pageSecret({ dataDir }: Settings): Promise<Buffer> {
  try {
    await makeDataFolder(dataDir);
    return await installationSecret('page', dataDir, { peers: NO_PEERS });
  } catch (error) {
    throw new StartError(`--data ${dataDir} cannot be used: ${(error as Error).message}`, 1);
  }
}
