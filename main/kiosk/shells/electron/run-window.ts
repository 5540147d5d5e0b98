/**
 * Life of the Electron program, from start to end.
 *
 * Everything after the entry has parsed the command line.
 */

import type { App } from 'electron';
import type { Clock, Log } from '../../../lib/context.ts';
import { type DesktopOptions, type DesktopProgram, type Electron, prepareDesktop, runDesktop } from './desktop.ts';
import { drawAsNoted } from './gpu-fallback.ts';
import { createRelaunch, type Relaunch } from './relaunch.ts';
import { endWithReason } from './startup-error.ts';
import type { SystemProcess } from './system-process.ts';

/** Notifications to a service manager. */
interface WatchingService {
  /** Starts the watchdog heartbeat, which continues while `alive` resolves. */
  ready(status: string, alive: () => Promise<void>): void;
  stopping(): void;
}

export interface WindowOptions extends Pick<DesktopOptions, 'pagesDir' | 'preload' | 'clock'> {
  readonly system: SystemProcess;
  /** Whether to show the display on a second screen. */
  readonly secondScreen: boolean;
  readonly log: Log;
  /** @param restart ends the program normally, for a restart */
  start(restart: () => void): Promise<DesktopProgram>;
  /** Service manager that ends the program when it hangs. */
  readonly service: WatchingService;
  /** Reports to the parent process that the program already runs. */
  runsAlready(): Promise<void>;
  /** Exit code for an error of `start`. */
  exitCodeOf(error: unknown): number;
}

/**
 * Check for a second screen and its window. Under Wayland, a program cannot place its windows (electron/electron#43493,
 * #48749): both would open on the same screen, the display above the kiosk. XWayland can. Electron uses it only if its
 * command line says so before our code runs.
 */
type Placement = 'possible' | 'possible-under-x11' | 'impossible';

interface PlacementFacts {
  readonly platform: NodeJS.Platform;
  /** Electron's platform: its own switch `ozone-platform`, which it always sets on Linux. */
  readonly ozone: string;
  /** X server of this session; undefined: none. */
  readonly display: string | undefined;
}

export function placementOf({ platform, ozone, display }: PlacementFacts): Placement {
  if (platform !== 'linux' || ozone !== 'wayland') return 'possible';
  return display ? 'possible-under-x11' : 'impossible';
}

const UNDER_X11 = '--ozone-platform=x11';

const NO_PLACEMENT =
  '--second-screen: Wayland does not let a program choose the screen of a window, and this session has no X ' +
  'server; log in to an X11 session, install XWayland, or open the display in a browser without this option';

/**
 * Minimum run time for an automatic restart: a program that fails earlier would fail again, and its starter must see
 * it.
 */
export const LIVED_MS = 60_000;

interface FaultParts {
  readonly system: Pick<SystemProcess, 'on'>;
  readonly app: Pick<App, 'exit' | 'isPackaged'>;
  readonly relaunch: Pick<Relaunch, 'now' | 'takesSwitches'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/**
 * Ends the program on an unhandled fault. Electron only warns of unhandled rejections, and a half-broken kiosk would
 * continue. An installed kiosk without a supervisor restarts itself.
 */
function endOnFault({ system, app, relaunch, clock, log }: FaultParts): void {
  const startedAt = clock.now();
  const end = (reason: unknown): void => {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    log.error('app.unexpected-error', { error: error.stack });
    // A supervisor detects the fault by the exit code.
    const isAlone = app.isPackaged && relaunch.takesSwitches;
    if (isAlone && clock.now() - startedAt >= LIVED_MS) relaunch.now([]);
    else app.exit(1);
  };
  system.on('uncaughtException', end);
  system.on('unhandledRejection', end);
}

/**
 * Call this while Electron loads the main module, because some settings must precede the ready event. Resolves when the
 * kiosk runs, or the program is ending.
 */
export async function runWindow(electron: Electron, options: WindowOptions): Promise<void> {
  const { app } = electron;
  const { system, service, log } = options;
  const fail = (reason: string, exitCode: number): Promise<void> =>
    endWithReason(electron, system, { reason, exitCode });
  // Programs started from an AppImage inherit its variables, so only an installed program uses them.
  const appImage = app.isPackaged ? (system.env.APPIMAGE ?? null) : null;
  const relaunch = createRelaunch({ app, system, appImage, log });
  if (options.secondScreen) {
    const ozone = app.commandLine.getSwitchValue('ozone-platform');
    const placement = placementOf({ platform: system.platform, ozone, display: system.env.DISPLAY });
    if (placement === 'possible-under-x11' && relaunch.takesSwitches) return relaunch.now([UNDER_X11]);
    if (placement === 'possible-under-x11') {
      return fail(`--second-screen: under Wayland, start the program with ${UNDER_X11}`, 2);
    }
    if (placement === 'impossible') return fail(NO_PLACEMENT, 2);
  }
  if (!app.requestSingleInstanceLock()) {
    system.say('Take a Number is already running; its window has been brought to the front.');
    await options.runsAlready();
    return app.exit(0);
  }
  // The AppImage's start script also adds it, where unprivileged user namespaces are disabled.
  if (system.argv.includes('--no-sandbox')) log.warn('app.sandbox-disabled');
  prepareDesktop(electron, system.platform);
  drawAsNoted(app, log);
  endOnFault({ system, app, relaunch, clock: options.clock, log });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) system.once(signal, () => app.quit());
  system.once('disconnect', () => app.quit());
  try {
    const { pagesDir, preload, clock, start } = options;
    const production = app.isPackaged;
    const { platform } = system;
    let exitCode = 0;
    const restart = (): void => {
      exitCode = relaunch.atEnd();
      app.quit();
    };
    const program = await runDesktop(electron, {
      start: () => start(restart),
      exitCode: () => exitCode,
      pagesDir,
      preload,
      production,
      platform,
      relaunch,
      clock,
      log,
    });
    system.tell(`ready ${program.address}`);
    service.ready(`Answers at ${program.address}`, () => program.alive());
    app.once('will-quit', () => service.stopping());
  } catch (error) {
    await fail((error as Error).message, options.exitCodeOf(error));
  }
}
