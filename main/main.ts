/** Entry: Electron. The same program as `serve.ts`, with a kiosk window. */
import './lib/settings/utc.ts';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, dialog, ipcMain, Menu, powerSaveBlocker, protocol, screen, session } from 'electron';
import { StartError, startProgram } from './app/app.ts';
import { notifyParent } from './app/notify-parent.ts';
import { createServiceManager } from './app/service-manager/service-manager.ts';
import { sendDatagram } from './app/service-manager/unix-datagram.ts';
import { programFlags } from './kiosk/shells/electron/flags.ts';
import { runWindow } from './kiosk/shells/electron/run-window.ts';
import { endWithReason } from './kiosk/shells/electron/startup-error.ts';
import { systemProcess } from './kiosk/shells/electron/system-process.ts';
import { pagesUrl } from './lib/assets.ts';
import { systemClock } from './lib/context.ts';
import { keepFilesPrivate } from './lib/data-folder.ts';
import { openLog } from './lib/logging/log.ts';
import { keepRecent } from './lib/logging/recent-log.ts';
import { environment } from './lib/settings/environment.ts';
import { helpText } from './lib/settings/program-help.ts';
import { SERVER_HELP } from './lib/settings/server-help.ts';
import { readSettings, type Settings } from './lib/settings/settings.ts';
import { AlreadyRunningError } from './lib/start-error.ts';

const electron = { app, BrowserWindow, dialog, ipcMain, Menu, powerSaveBlocker, protocol, screen, session };
const system = systemProcess(environment());

function run(settings: Settings): Promise<void> {
  keepFilesPrivate();
  const log = keepRecent(openLog({ level: settings.logLevel, format: settings.logFormat }), systemClock);
  return runWindow(electron, {
    system,
    secondScreen: settings.secondScreen !== null,
    start: async (restart) => {
      const { address, displayUrl, host, recorded, alive, close } = await startProgram(
        settings,
        log,
        undefined,
        undefined,
        restart,
      );
      return { address, displayUrl, host: () => host(), recorded, alive, close };
    },
    service: createServiceManager({
      environment: environment(),
      clock: systemClock,
      log,
      send: sendDatagram,
      pid: process.pid,
    }),
    runsAlready: () => notifyParent(new AlreadyRunningError('', null, null)),
    exitCodeOf: (error) => (error instanceof StartError ? error.exitCode : 1),
    pagesDir: fileURLToPath(pagesUrl()),
    preload: fileURLToPath(new URL('./preload.cjs', import.meta.url)),
    clock: systemClock,
    log,
  });
}

const read = readSettings(programFlags(process.argv, app.isPackaged), environment());
// Not awaited: Electron is ready only after this module has loaded.
if (!read.ok) {
  void endWithReason(electron, system, { reason: read.error, exitCode: 2 });
} else if (read.value.kind === 'run') {
  void run(read.value.settings);
} else if (read.value.kind === 'check') {
  const { settings } = read.value;
  // Loaded on demand: it includes both databases.
  void import('./app/check-database.ts').then(async ({ checkDatabase }) => app.exit(await checkDatabase(settings)));
} else if (read.value.kind === 'verify-audit') {
  const { file } = read.value;
  void import('./app/verify-audit.ts').then(async ({ verifyAuditFile }) => app.exit(await verifyAuditFile(file)));
} else {
  process.stdout.write(read.value.kind === 'help' ? helpText(SERVER_HELP, app.getVersion()) : `${app.getVersion()}\n`);
  app.exit(0);
}
