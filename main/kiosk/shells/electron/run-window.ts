/**
 * Life of the Electron program, from start to end.
 *
 * Everything that the entry does once the command line has been read.
 */

import type { App } from 'electron';
import type { Clock, Log } from '../../../lib/context.ts';
import { type DesktopOptions, type DesktopProgram, type Electron, prepareDesktop, runDesktop } from './desktop.ts';
import { drawAsNoted } from './gpu-fallback.ts';
import { createRelaunch, type Relaunch } from './relaunch.ts';
import { endWithReason } from './startup-error.ts';
import type { SystemProcess } from './system-process.ts';

/** What a service manager is told. */
interface WatchingService {
  /** From now on it is told again and again that the program lives, for as long as `alive` settles. */
  ready(status: string, alive: () => Promise<void>): void;
  stopping(): void;
}

export interface WindowOptions extends Pick<DesktopOptions, 'pagesDir' | 'preload' | 'clock'> {
  readonly system: SystemProcess;
  /** Whether the display is to be shown on a second screen. */
  readonly secondScreen: boolean;
  readonly log: Log;
  /** @param restart ends the program as ever, so that it is started anew. */
  start(restart: () => void): Promise<DesktopProgram>;
  /** Whoever watches over the program from outside and ends it when it hangs. */
  readonly service: WatchingService;
  /** Tells whoever started the program that it runs already. */
  runsAlready(): Promise<void>;
  /** Exit code for what `start` throws. */
  exitCodeOf(error: unknown): number;
}

/**
 * Check for a second screen and its window.
 *
 * Under Wayland, a program cannot place its windows (electron/electron#43493, #48749): both would open on the same
 * screen, the display above the kiosk. XWayland can. Electron uses it only if its command line says so before our code
 * runs.
 */
type Placement = 'possible' | 'possible-under-x11' | 'impossible';

interface PlacementFacts {
  readonly platform: NodeJS.Platform;
  /** What Electron draws on: its own switch `ozone-platform`, which it always sets on Linux. */
  readonly ozone: string;
  /** Name of the X server of this session; undefined: none. */
  readonly display: string | undefined;
}

export function placementOf({ platform, ozone, display }: PlacementFacts): Placement {
  if (platform !== 'linux' || ozone !== 'wayland') return 'possible';
  return display ? 'possible-under-x11' : 'impossible';
}

const UNDER_X11 = '--ozone-platform=x11';

const NO_PLACEMENT =
  '--second-screen: under Wayland no program may choose the screen of its windows, and there is no X server in this ' +
  'session; log in to an X11 session, install XWayland, or leave the flag out and open the display in a browser';

/** Who lives less long than this would only fail again, and again; and whoever starts it has to see that. */
export const LIVED_MS = 60_000;

interface FaultParts {
  readonly system: Pick<SystemProcess, 'on'>;
  readonly app: Pick<App, 'exit' | 'isPackaged'>;
  readonly relaunch: Pick<Relaunch, 'now' | 'takesSwitches'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/**
 * Electron itself only warns of a promise that nobody heard failing, and the kiosk would go on half. An installed kiosk that nobody
 * watches over starts itself anew.
 */
function endOnFault({ system, app, relaunch, clock, log }: FaultParts): void {
  const startedAt = clock.now();
  const end = (reason: unknown): void => {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    log.error('app.unexpected-error', { error: error.stack });
    // Whoever watches over it reads from the exit code that it was a fault.
    const isAlone = app.isPackaged && relaunch.takesSwitches;
    if (isAlone && clock.now() - startedAt >= LIVED_MS) relaunch.now([]);
    else app.exit(1);
  };
  system.on('uncaughtException', end);
  system.on('unhandledRejection', end);
}

/**
 * To be called while Electron reads the main module, not later: some of it can only be said before Electron is ready.
 * Resolves when the kiosk is up, or the program on its way out.
 */
export async function runWindow(electron: Electron, options: WindowOptions): Promise<void> {
  const { app } = electron;
  const { system, service, log } = options;
  const fail = (reason: string, exitCode: number): Promise<void> =>
    endWithReason(electron, system, { reason, exitCode });
  // Whoever starts another program from an AppImage hands on its variables.
  const appImage = app.isPackaged ? (system.env.APPIMAGE ?? null) : null;
  const relaunch = createRelaunch({ app, system, appImage, log });
  if (options.secondScreen) {
    const ozone = app.commandLine.getSwitchValue('ozone-platform');
    const placement = placementOf({ platform: system.platform, ozone, display: system.env.DISPLAY });
    if (placement === 'possible-under-x11' && relaunch.takesSwitches) return relaunch.now([UNDER_X11]);
    if (placement === 'possible-under-x11') {
      return fail(`--second-screen: under Wayland whoever starts the program has to add ${UNDER_X11}`, 2);
    }
    if (placement === 'impossible') return fail(NO_PLACEMENT, 2);
  }
  if (!app.requestSingleInstanceLock()) {
    system.say('Take a Number runs already; its window has been brought to the front.');
    await options.runsAlready();
    return app.exit(0);
  }
  // Also the AppImage's own start adds it, where no ordinary user may make user namespaces.
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
