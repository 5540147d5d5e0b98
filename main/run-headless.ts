/** Run of the program without a window, from command line to end. */
import { flushCompileCache } from 'node:module';
import type { Program } from './app/app.ts';
import { sendKioskUrl } from './app/notify-parent.ts';
import { createServiceManager } from './app/service-manager/service-manager.ts';
import { sendDatagram } from './app/service-manager/unix-datagram.ts';
import { programVersion } from './app/version.ts';
import { type Log, systemClock } from './lib/context.ts';
import { keepFilesPrivate } from './lib/data-folder.ts';
import { openLog } from './lib/logging/log.ts';
import { RESTART_EXIT_CODE } from './lib/restart-exit-code.ts';
import { environment } from './lib/settings/environment.ts';
import { helpText } from './lib/settings/program-help.ts';
import { SERVER_HELP } from './lib/settings/server-help.ts';
import { readSettings, type Settings } from './lib/settings/settings.ts';
import { StartError } from './lib/start-error.ts';

/** A service manager kills the program after five seconds, so the close must be faster. */
const CLOSE_DEADLINE_MS = 4_500;

/** Additional stop timeout for systemd. */
const STOP_MARGIN_MS = 5_000;

/** End reason of a restart that staff requested. */
const RESTART = 'restart';

/** Loaded late, so that help and command-line faults are printed at once. */
const loadProgram = () => import('./app/app.ts');

/** The part of a program that this entry needs. */
type Running = Omit<Program, 'host' | 'recorded' | 'displayUrl'>;

async function start(settings: Settings, log: Log, restart: (() => void) | null): Promise<Running> {
  if (settings.demoPerVisitor) {
    const { startVisitorDemo } = await import('./app/visitor-demo/start-visitor-demo.ts');
    return startVisitorDemo(settings, log);
  }
  const { startProgram } = await loadProgram();
  return startProgram(settings, log, undefined, undefined, restart);
}

/** The settings, or null when the command line was invalid or only printed something. */
async function settingsOf(argv: readonly string[]): Promise<Settings | null> {
  const read = readSettings(argv, environment());
  if (!read.ok) {
    process.stderr.write(`${read.error}\n`);
    process.exitCode = 2;
    return null;
  }
  if (read.value.kind === 'run') return read.value.settings;
  if (read.value.kind === 'check') {
    // Loaded on demand: it includes both databases.
    const { checkDatabase } = await import('./app/check-database.ts');
    process.exitCode = await checkDatabase(read.value.settings);
    return null;
  }
  if (read.value.kind === 'verify-audit') {
    const { verifyAuditFile } = await import('./app/verify-audit.ts');
    process.exitCode = await verifyAuditFile(read.value.file);
    return null;
  }
  // `npm start` uses the version to check that all modules load.
  if (read.value.kind === 'version') await loadProgram();
  process.stdout.write(read.value.kind === 'help' ? helpText(SERVER_HELP, programVersion()) : `${programVersion()}\n`);
  return null;
}

interface Stop {
  /** Reason: a signal, or a restart that staff requested. */
  readonly first: Promise<string>;
  /** A second signal, or the end of the parent process: stops without waiting. */
  readonly again: Promise<string>;
}

function stopRequests(restart: Promise<string>): Stop {
  const first = Promise.withResolvers<string>();
  const again = Promise.withResolvers<string>();
  let isAsked = false;
  const ask = (reason: string): void => {
    (isAsked ? again : first).resolve(reason);
    isAsked = true;
  };
  void restart.then(ask);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
  process.once('disconnect', () => {
    ask('parent ended');
    again.resolve('parent ended');
  });
  return { first: first.promise, again: again.promise };
}

async function closeWithin(program: Pick<Program, 'close'>, ms: number): Promise<boolean> {
  const deadline = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms).unref());
  return Promise.race([program.close().then(() => true), deadline]);
}

/**
 * For the parent process that opens a browser, and for a person where the plain address is not enough. Never for a log.
 */
function tellKioskAddress(program: Running): void {
  const firstSteps = program.firstStepsUrl();
  void sendKioskUrl(firstSteps ?? program.kioskUrl());
  if (firstSteps !== null) {
    process.stderr.write(`The site is empty. Open the setup wizard in a browser: ${firstSteps}\n`);
    return;
  }
  if (!process.stderr.isTTY || !program.asksKeys()) return;
  process.stderr.write(`Kiosk page for a browser on this machine (one use, within two hours): ${program.kioskUrl()}\n`);
}

export async function runUntilStopped(argv: readonly string[]): Promise<void> {
  const settings = await settingsOf(argv);
  if (settings === null) return;
  keepFilesPrivate();
  const log = openLog({ level: settings.logLevel, format: settings.logFormat });
  process.on('uncaughtException', (error) => {
    log.error('app.unexpected-error', { error: error.stack });
    process.exit(1);
  });
  const restart = Promise.withResolvers<string>();
  const stop = stopRequests(restart.promise);
  // Only a process that systemd started itself is restarted by it (`SYSTEMD_EXEC_PID` of systemd.exec(5)).
  const isWatched = environment().SYSTEMD_EXEC_PID === String(process.pid);
  let program: Running;
  try {
    program = await start(settings, log, isWatched ? () => restart.resolve(RESTART) : null);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    // Windows writes to consoles and pipes asynchronously: the line must be flushed before the exit.
    await new Promise<void>((resolve) => process.stderr.write(`${error.message}\n`, () => resolve()));
    process.exit(error.exitCode);
  }
  process.stdout.write(`ready ${program.address}\n`);
  tellKioskAddress(program);
  // With `NODE_COMPILE_CACHE`: at an orderly end Node does it too, but many programs lose their power.
  flushCompileCache();
  const serviceManager = createServiceManager({
    environment: environment(),
    clock: systemClock,
    log,
    send: sendDatagram,
    pid: process.pid,
  });
  serviceManager.ready(`Answers at ${program.address}`, () => program.alive());
  const reason = await stop.first;
  serviceManager.stopping(settings.drainSeconds * 1000 + CLOSE_DEADLINE_MS + STOP_MARGIN_MS);
  log.info('app.stopping', { reason });
  await program.drain(stop.again);
  const clean = await closeWithin(program, CLOSE_DEADLINE_MS);
  log.info('app.stopped', { clean });
  if (reason === RESTART) process.exit(RESTART_EXIT_CODE);
  process.exit(clean ? 0 : 1);
}
