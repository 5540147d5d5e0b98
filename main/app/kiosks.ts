/**
 * Kiosks of this program, one host for each device.
 *
 * A host is created at the first request for its device.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, lockFile } from '../database/sqlite/file-lock.ts';
import { createKioskHost, type KioskHost } from '../kiosk/host/kiosk-host.ts';
import { type HostCapabilities, NO_POWERS } from '../kiosk/host/maintenance/host-capabilities.ts';
import type { AddressSource } from '../kiosk/host/peripherals.ts';
import type { VerifyPin } from '../kiosk/panel/pin-gate.ts';
import { createReader } from '../kiosk/readers/create-reader.ts';
import type { SpeechProgram } from '../kiosk/voice/run-program.ts';
import { type Log, systemClock } from '../lib/context.ts';
import { subscribe } from '../lib/lists.ts';
import { fail } from '../lib/result.ts';
import type { Settings } from '../lib/settings/settings.ts';
import { createPrinter } from '../printing/driver.ts';
import { journalFolder } from '../printing/journal-folder.ts';
import { parsePrinterUrl } from '../printing/printer-url.ts';
import { type DeviceAccess, printerReach } from '../site/rules/device-address.ts';
import type { KioskSource } from './backend.ts';
import { isLoopback, ownAddresses } from './local-url.ts';
import { programVersion } from './version.ts';

export interface Kiosks {
  /** The host of a device; without an id the default one. */
  of(deviceId: string | undefined): KioskHost;
  /** The present default host. Attachments move to the next one when it changes. */
  present(): KioskHost;
  /** All hosts created so far. */
  all(): readonly KioskHost[];
  close(): Promise<void>;
}

interface KiosksParts {
  readonly powers: HostCapabilities;
  readonly verifyPin: VerifyPin;
  /** Creates one voice for each host, which closes it. */
  readonly speech: () => SpeechProgram;
}

/** Limit of hosts in a visitor's demo: its visitor can add devices to the site, and each host takes about 0.4 MB. */
export const MAX_DEMO_KIOSKS = 10;

/** Only devices of the site get a host, which limits their number. */
export function openKiosks(
  source: KioskSource,
  settings: Settings,
  { powers, verifyPin, speech }: KiosksParts,
  log: Log,
): Kiosks {
  const hosts = new Map<string, KioskHost>();
  const locks: FileLock[] = [];
  const listeners = new Set<() => void>();
  /** Addresses from the site, local or remote, are limited to device networks. */
  const access = (from: AddressSource): DeviceAccess | null =>
    from === 'command-line'
      ? null
      : { mayReach: (address) => printerReach(source.printerNetworks(), ownAddresses())(address) };

  /**
   * Whether this kiosk can issue offline numbers. A lock allows one program per folder, so that no number is issued
   * twice.
   */
  function mayGoAlone(deviceId: string, dir: string): boolean {
    if (!source.isElsewhere || deviceId === '') return false;
    try {
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      const lock = lockFile(join(dir, 'offline.lock'));
      if (lock !== null) locks.push(lock);
      else log.warn('offline.data-dir-locked', { device: deviceId });
      return lock !== null;
    } catch (error) {
      log.error('offline.lock-failed', { error: String(error) });
      return false;
    }
  }

  function create(deviceId: string): KioskHost {
    // Without a kiosk device, printer and readers would have no use.
    const own = deviceId !== '' && deviceId === source.defaultDevice();
    const journalDir = join(settings.dataDir, 'print-journal', journalFolder(deviceId));
    const host = createKioskHost({
      client: source.clientFor(deviceId),
      deviceId,
      lang: settings.lang,
      // A visitor's demo never uses devices, even if its site names some.
      printer: settings.demoPerVisitor ? 'none:' : own ? settings.printer : null,
      readers: own ? settings.readers : [],
      // An unknown device issues no tickets.
      journalDir: deviceId === '' ? null : journalDir,
      version: programVersion(),
      goesAlone: mayGoAlone(deviceId, journalDir),
      // Only the default kiosk controls this machine and program. Other kiosks are only shown here.
      powers: own ? powers : NO_POWERS,
      panel: {
        verifyPin,
        sharedPins: source.sharedPins(deviceId),
        isElsewhere: source.isElsewhere,
        serverAddress: settings.server === null ? '' : new URL(settings.server).origin,
        // Visitors of a demo see nothing of the network behind it.
        ownAddresses: () => (settings.demoPerVisitor ? [] : ownAddresses().filter((address) => !isLoopback(address))),
      },
      speech: speech(),
      clock: source.clock,
      ...(source.pairing === undefined ? {} : { pairing: source.pairing }),
      log,
      makers: {
        printer(text, from, languages) {
          const url = parsePrinterUrl(text);
          if (!url.ok) return url;
          return {
            ok: true,
            value: createPrinter(url.value, { log, clock: systemClock, journalDir, languages, access: access(from) }),
          };
        },
        reader: (text, from) =>
          settings.demoPerVisitor
            ? fail('a demo has no readers')
            : createReader(text, { clock: systemClock, log, access: access(from) }),
      },
    });
    source.follow(deviceId, host);
    return host;
  }

  const hasRoomFor = (deviceId: string): boolean =>
    !settings.demoPerVisitor || hosts.has(deviceId) || hosts.size < MAX_DEMO_KIOSKS;

  function of(asked: string | undefined): KioskHost {
    // All unknown devices share one host, which shows the error.
    const id = asked === undefined ? source.defaultDevice() : source.hasKiosk(asked) && hasRoomFor(asked) ? asked : '';
    const host = hosts.get(id) ?? create(id);
    hosts.set(id, host);
    return host;
  }

  /** Starts the first kiosk of a site that was empty at the start. */
  const stopFollowing = source.onChange(() => {
    const none = hosts.get('');
    if (none === undefined || hosts.size > 1 || source.defaultDevice() === '') return;
    hosts.delete('');
    of(undefined);
    for (const listener of [...listeners]) listener();
    void none.close().catch((error: unknown) => log.error('kiosk.shutdown-failed', { error: String(error) }));
  });

  return {
    of,
    present: () =>
      presentKiosk(
        () => of(undefined),
        (listener) => {
          return subscribe(listeners, listener);
        },
      ),
    all: () => [...hosts.values()],
    async close() {
      stopFollowing();
      await Promise.all([...hosts.values()].map((host) => host.close()));
      for (const lock of locks) lock.release();
    },
  };
}

/**
 * Default kiosk of this program, which can change: an empty site gets its first kiosk, or a kiosk is paired.
 * @param onChange subscribes to changes of `now`; returns the unsubscribe function
 */
function presentKiosk(now: () => KioskHost, onChange: (listener: () => void) => () => void): KioskHost {
  /** Attaches to the present host, and again to each successor. */
  function across(attach: (host: KioskHost) => () => void): () => void {
    let host = now();
    let detach = attach(host);
    const stop = onChange(() => {
      const next = now();
      if (next === host) return;
      detach();
      host = next;
      detach = attach(next);
    });
    return () => {
      stop();
      detach();
    };
  }
  return {
    call: (name, input) => now().call(name, input),
    subscribe: (listener, page) => across((host) => host.subscribe(listener, page)),
    onReport: (listener) => across((host) => host.onReport(listener)),
    onAsked: (listener) => across((host) => host.onAsked(listener)),
    timeZone: () => now().timeZone(),
    get care() {
      return now().care;
    },
    take: (actions) => now().take(actions),
    takenAlong: (ticketId) => now().takenAlong(ticketId),
    hearClock: (secondsOff) => now().hearClock(secondsOff),
    hearClockJump: (seconds) => now().hearClockJump(seconds),
    close: () => now().close(),
  };
}
