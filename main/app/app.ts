/**
 * Composition root: wires the ticket source, kiosks and pages.
 *
 * Every component is created here or in a file of `app/`. The starter calls `close` to end the program.
 */
import { uptime } from 'node:os';
import type { Server as TlsServer } from 'node:tls';
import { type PasswordHasher, scryptHasher } from '../access/service/password-hasher.ts';
import { trustAuthority } from '../kiosk/client/trust-authority.ts';
import type { KioskHost } from '../kiosk/host/kiosk-host.ts';
import type { HostCapabilities } from '../kiosk/host/maintenance/host-capabilities.ts';
import { parseReaderUrl } from '../kiosk/rules/reader-url.ts';
import { createPageSessions } from '../kiosk/shells/web/page-sessions.ts';
import { espeak } from '../kiosk/voice/espeak.ts';
import type { SpeechProgram } from '../kiosk/voice/run-program.ts';
import { type Log, systemClock } from '../lib/context.ts';
import { keepRecent, type RecentLog } from '../lib/logging/recent-log.ts';
import { startIdleGc, trimHeap } from '../lib/memory/idle-gc.ts';
import { listensBeyondLoopback, type Settings } from '../lib/settings/settings.ts';
import { StartError } from '../lib/start-error.ts';
import { parsePrinterUrl } from '../printing/printer-url.ts';
import type { SettingOverride } from '../site/contract/site.ts';
import { parseSite } from '../site/rules/site.ts';
import type { QueueSource, Show } from './backend.ts';
import { createClosing } from './cleanup-stack.ts';
import { type KioskAddress, keepKioskAddress } from './kiosk-address.ts';
import { openKiosks } from './kiosks.ts';
import { listen, openTls } from './listen.ts';
import { openOwnQueue } from './local-server.ts';
import { addressHere, fromHere, systemResolver } from './local-url.ts';
import { startNightlyRestart } from './nightly-restart.ts';
import { notifyParent } from './notify-parent.ts';
import { say } from './print-line.ts';
import { addPages } from './register-pages.ts';
import { openOtherQueue } from './remote-server.ts';
import { machineRestart } from './restart-machine.ts';
import { screenSwitch } from './screen-command.ts';
import { stopConnecting } from './stop-connecting.ts';
import { startUpdateCheck } from './update-check.ts';
import { programVersion } from './version.ts';

export { StartError } from '../lib/start-error.ts';

export interface Program {
  /** `http://<host>:<port>` */
  readonly address: string;
  /** Kiosk URL for a browser on this machine, with a one-time token that is valid for two hours. */
  kioskUrl(): string;
  /** URL of the first-steps page while nothing is set up; null afterwards. */
  firstStepsUrl(): string | null;
  /** Whether pages need a key, so that the plain address is not enough. */
  asksKeys(): boolean;
  /** The host of a kiosk device. Without an id: the one of the settings, else the site's present first kiosk. */
  host(deviceId?: string): KioskHost;
  /** A file below `/voice/`, recorded words or their lists, for a page without a connection to this server. */
  recorded(path: string): Promise<{
    readonly status: number;
    readonly type: string;
    readonly body: Uint8Array<ArrayBuffer>;
  }>;
  /** URL of the second screen's display, with its key behind the `#`; null without one. */
  readonly displayUrl: string | null;
  /**
   * Liveness check: resolves while the program works, or knows why it cannot. It never resolves when the program hangs.
   */
  alive(): Promise<void>;
  /**
   * Keeps serving for the configured drain time, while load balancers switch to other servers.
   * @param hurry ends the drain early
   */
  drain(hurry: Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Throws `StartError`, after notifying the parent process.
 * @param show writes to a person at the terminal; null without one
 * @param hasher password hasher; replace it in tests only
 * @param restart ends this process so that a supervisor restarts it; null without a supervisor
 * @param speech creates the voice of a kiosk
 */
export async function startProgram(
  settings: Settings,
  log: Log,
  show: Show | null = process.stderr.isTTY ? say : null,
  hasher: PasswordHasher = scryptHasher,
  restart: (() => void) | null = null,
  speech: () => SpeechProgram = espeak,
): Promise<Program> {
  try {
    return await openProgram(settings, keepRecent(log, systemClock), { show, hasher, restart, speech });
  } catch (error) {
    // Other errors come from the environment: the same kiosk can work on another machine.
    if (error instanceof StartError) await notifyParent(error);
    throw error;
  }
}

interface Surroundings {
  readonly show: Show | null;
  readonly hasher: PasswordHasher;
  readonly restart: (() => void) | null;
  readonly speech: () => SpeechProgram;
}

async function openProgram(
  settings: Settings,
  log: RecentLog,
  { show, hasher, restart, speech }: Surroundings,
): Promise<Program> {
  if (settings.demoPerVisitor) throw new StartError('--demo-per-visitor needs npm run serve: it has no kiosk window');
  await checkCommandLine(settings);
  const closing = createClosing();
  closing.add(startIdleGc(undefined, trimHeap));
  try {
    const updates =
      settings.updateFeed === null
        ? null
        : startUpdateCheck({ feed: settings.updateFeed, version: programVersion(), clock: systemClock, log });
    closing.add(() => updates?.close());
    const certificate = await openTls(settings, log);
    const queue =
      settings.server === null
        ? await openOwnQueue(settings, log, certificate, hasher, updates?.newer)
        : await openOtherQueue(settings, settings.server, log, certificate);
    closing.add(() => queue.close());
    const powers: HostCapabilities = {
      restartProgram: restart,
      restartMachine: settings.mayRestartMachine ? machineRestart(log) : null,
      switchScreen: settings.screen === null ? null : screenSwitch(settings.screen),
      lastHour: (mostLetters) => log.lastHour(mostLetters),
      isServer: settings.server === null,
      machineRunsMs: () => uptime() * 1000,
    };
    const kiosks = openKiosks(queue.kiosks, settings, { powers, verifyPin: hasher.verify, speech }, log);
    closing.add(() => kiosks.close());
    let kioskAddress: KioskAddress | null = null;
    const sessions = createPageSessions(await queue.pages.secret(), systemClock, () => void kioskAddress?.renew());
    await addPages(settings, queue, kiosks, sessions, log, closing);
    const address = await listen(queue.server, settings);
    if (certificate !== null) closing.add(certificate.keepFresh(queue.server.server as unknown as TlsServer));
    await queue.firstAdministrator(show);
    const here = await addressHere(address, certificate?.cert ?? null, queue.reach.names(), systemResolver());
    const { dataDir } = settings;
    kioskAddress = keepKioskAddress({ dataDir, address: here.address, sessions, clock: systemClock, log });
    closing.add(kioskAddress.close);
    await kioskAddress.renew();
    // After the token of the page, because a second program reads both.
    queue.announce(fromHere(address));
    const { next } = kioskAddress;
    warnIfExposed(queue, settings, address, log);
    if (!here.fits) {
      log.warn('tls.hostname-mismatch', { address: here.address });
    }
    // Connects the printer of this kiosk before the first visitor comes.
    kiosks.of(undefined);
    if (settings.restartAt !== null) {
      const at = settings.restartAt;
      // Without a supervisor, the program would stop and never start again.
      if (restart === null) log.warn('app.restart-unsupported', { at });
      else {
        const zone = (): string => kiosks.of(undefined).timeZone();
        closing.add(startNightlyRestart({ at, zone, kiosks: kiosks.all, restart, clock: systemClock, log }));
      }
    }
    return {
      address,
      kioskUrl: next,
      firstStepsUrl: () => (queue.pages.isEmpty() ? `${here.address}/admin/` : null),
      asksKeys: () => queue.pages.keysAsked(false),
      host: (deviceId) => (deviceId === undefined ? kiosks.present() : kiosks.of(deviceId)),
      async recorded(path) {
        const { statusCode, headers, rawPayload } = await queue.server.inject(path);
        return { status: statusCode, type: String(headers['content-type']), body: new Uint8Array(rawPayload) };
      },
      displayUrl: queue.displayUrl(here.address),
      alive: () => queue.alive(),
      async drain(hurry) {
        const { drain } = queue;
        if (drain === null || settings.drainSeconds === 0) return;
        void hurry.then(() => drain.hurry());
        await drain.begin(settings.drainSeconds * 1000);
        await stopConnecting(queue.server.server);
      },
      close: () => closing.close(),
    };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** Reports faults of the command line before anything is opened. */
async function checkCommandLine(settings: Settings): Promise<void> {
  const printer = settings.printer === null ? null : parsePrinterUrl(settings.printer);
  if (printer !== null && !printer.ok) throw new StartError(`--printer: ${printer.error}`);
  for (const url of settings.readers) {
    const reader = parseReaderUrl(url);
    if (!reader.ok) throw new StartError(`--reader: ${reader.error}`);
  }
  const fault = overrideFault(settings.overrides);
  if (fault !== null) throw new StartError(fault);
  if (settings.ca === null) return;
  const trusted = await trustAuthority(settings.ca);
  if (!trusted.ok) throw new StartError(`--ca ${settings.ca} ${trusted.error}`);
}

/**
 * Checks the settings that this server overrides against the site's schema and rules. The first fault, in one line that
 * names the flag or variable; null for none.
 */
function overrideFault(overrides: readonly SettingOverride[]): string | null {
  for (const { setting, value, by } of overrides) {
    const parsed = parseSite({ settings: { [setting]: value } });
    const [fault] = parsed.ok ? [] : parsed.error;
    if (fault !== undefined) return `${by}: ${fault.replace(/^[^:]*: /, '')}`;
  }
  return null;
}

/** At each start, warns about settings that expose the server. */
function warnIfExposed({ reach, pages }: QueueSource, settings: Settings, address: string, log: Log): void {
  for (const flag of settings.secretFlags) {
    const variable = `TAN_${flag.toUpperCase().replaceAll('-', '_')}`;
    log.warn('config.secret-in-arguments', { flag: `--${flag}`, variable });
  }
  const beyond = listensBeyondLoopback(settings);
  if (beyond || reach.isForOthers()) {
    if (pages.keysAsked(false)) log.info('http.exposed', { address });
    else log.warn('http.exposed-without-authentication', { address });
  }
  if (beyond && settings.tls === null && !reach.hasProxy()) {
    log.warn('http.tls-disabled', { address });
  }
}
