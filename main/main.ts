/** Entry: Electron. The same program as `serve.ts`, with the kiosk in a window of its own. */
import './settings/utc.ts';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, ipcMain, Menu, powerSaveBlocker, protocol, screen, session } from 'electron';
import { pagesUrl } from './assets.ts';
import { systemClock } from './context.ts';
import { keepFilesPrivate } from './data-folder.ts';
import { isFirstInstance, prepareDesktop, runDesktop } from './electron/desktop.ts';
import { programFlags } from './electron/flags.ts';
import { openLog } from './logging/log.ts';
import { StartError, startProgram } from './program.ts';
import { environment } from './settings/environment.ts';
import { HELP, readSettings, type Settings } from './settings/settings.ts';

const electron = { app, BrowserWindow, ipcMain, Menu, powerSaveBlocker, protocol, screen, session };

/** The settings, or null after the program has been told to end. */
function settingsOf(flags: readonly string[]): Settings | null {
  const read = readSettings(flags, environment());
  if (read.ok && read.value.kind === 'run') return read.value.settings;
  if (!read.ok) process.stderr.write(`${read.error}\n`);
  else process.stdout.write(read.value.kind === 'help' ? HELP : `${app.getVersion()}\n`);
  app.exit(read.ok ? 0 : 2);
  return null;
}

async function run(settings: Settings): Promise<void> {
  keepFilesPrivate();
  const log = openLog();
  process.on('uncaughtException', (error) => {
    log.error('program.fault', { detail: error.stack });
    app.exit(1);
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => app.quit());
  process.once('disconnect', () => app.quit());
  try {
    const program = await runDesktop(electron, {
      start: async () => {
        const { address, displayUrl, host, close } = await startProgram(settings, log);
        return { address, displayUrl, host: () => host(), close };
      },
      pagesDir: fileURLToPath(pagesUrl()),
      preload: fileURLToPath(new URL('./preload.cjs', import.meta.url)),
      production: app.isPackaged,
      // The running file of an AppImage lies in a folder that is gone when the program has ended.
      executable: environment().APPIMAGE ?? null,
      clock: systemClock,
      log,
    });
    process.stdout.write(`ready ${program.address}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    app.exit(error instanceof StartError ? error.exitCode : 1);
  }
}

const settings = settingsOf(programFlags(process.argv, app.isPackaged));
if (settings !== null && isFirstInstance(app)) {
  prepareDesktop(electron);
  // Not awaited: Electron is ready only once this module has been read to its end.
  void run(settings);
}
