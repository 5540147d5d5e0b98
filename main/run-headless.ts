/**
 * Run of the program without a window, from command line to end.
 *
 * What every way of running without a window shares.
 */

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

/** Whoever stops the program waits this long for it; it must be gone within five seconds. */
const CLOSE_DEADLINE_MS = 4_500;

/** What systemd waits longer than the program needs. */
const STOP_MARGIN_MS = 5_000;

/** Why the program ends when staff want it to start anew. */
const RESTART = 'restart';

/** Loaded late: the help, and what is wrong with a command line, comes at once. */
const loadProgram = () => import('./app/app.ts');

/** What this entry needs of a program. */
type Running = Omit<Program, 'host' | 'recorded' | 'displayUrl'>;

async function start(settings: Settings, log: Log, restart: (() => void) | null): Promise<Running> {
  if (settings.demoPerVisitor) {
    const { startVisitorDemo } = await import('./app/visitor-demo/start-visitor-demo.ts');
    return startVisitorDemo(settings, log);
  }
  const { startProgram } = await loadProgram();
  return startProgram(settings, log, undefined, undefined, restart);
}

/** The settings, or null when the command line only wanted to be told something, or was wrong. */
async function settingsOf(argv: readonly string[]): Promise<Settings | null> {
  const read = readSettings(argv, environment());
  if (!read.ok) {
    process.stderr.write(`${read.error}\n`);
    process.exitCode = 2;
    return null;
  }
  if (read.value.kind === 'run') return read.value.settings;
  if (read.value.kind === 'check') {
    // Loaded only here: it knows both databases.
    const { checkDatabase } = await import('./app/check-database.ts');
    process.exitCode = await checkDatabase(read.value.settings);
    return null;
  }
  if (read.value.kind === 'verify-audit') {
    const { verifyAuditFile } = await import('./app/verify-audit.ts');
    process.exitCode = await verifyAuditFile(read.value.file);
    return null;
  }
  // By its version `npm start` sees whether all of it can be loaded.
  if (read.value.kind === 'version') await loadProgram();
  process.stdout.write(read.value.kind === 'help' ? helpText(SERVER_HELP, programVersion()) : `${programVersion()}\n`);
  return null;
}

interface Stop {
  /** Why: a signal, or a restart that staff asked for. */
  readonly first: Promise<string>;
  /** A second signal, or the end of the process that started this one: the end without a wait. */
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

/** To whoever started us and opens a browser; and to a person, where the plain address would not do. Never to a log. */
function tellKioskAddress(program: Running): void {
  const firstSteps = program.firstStepsUrl();
  void sendKioskUrl(firstSteps ?? program.kioskUrl());
  if (firstSteps !== null) {
    process.stderr.write(`Nothing is set up here yet. The first steps are in a browser at ${firstSteps}\n`);
    return;
  }
  if (!process.stderr.isTTY || !program.asksKeys()) return;
  process.stderr.write(`The kiosk in a browser on this machine, once and within two hours: ${program.kioskUrl()}\n`);
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
  // Only where systemd has started this very process, it starts the next one (`SYSTEMD_EXEC_PID` of systemd.exec(5)).
  const isWatched = environment().SYSTEMD_EXEC_PID === String(process.pid);
  let program: Running;
  try {
    program = await start(settings, log, isWatched ? () => restart.resolve(RESTART) : null);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    // Windows writes to consoles and pipes behind our back: the line must be out before we are gone.
    await new Promise<void>((resolve) => process.stderr.write(`${error.message}\n`, () => resolve()));
    process.exit(error.exitCode);
  }
  process.stdout.write(`ready ${program.address}\n`);
  tellKioskAddress(program);
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
