/** The kiosk window: the whole screen, nothing but the page. */
import type { BrowserWindow, BrowserWindowConstructorOptions, Session } from 'electron';
import type { Clock } from '../../../lib/context.ts';
import { showOnce } from './show-window.ts';
import { lockedPreferences } from './web-preferences.ts';

export interface KioskWindowOptions {
  /** Absolute path of the bundled preload. */
  readonly preload: string;
  readonly session: Session;
  /** An installed kiosk: no way out of it. From the sources the window can be closed, and has its tools. */
  readonly production: boolean;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  /** True once the program is on its way out, so that the window may close. */
  quitting(): boolean;
}

function kioskWindowOptions({ production, platform, session, preload }: KioskWindowOptions) {
  const options: BrowserWindowConstructorOptions = {
    title: 'Take a Number',
    // macOS forbids whoever sits before a kiosk mode to switch to another program, and to end this one by force.
    kiosk: production || platform !== 'darwin',
    fullscreen: true,
    frame: false,
    show: false,
    backgroundColor: '#ffffff',
    autoHideMenuBar: true,
    // Not `closable: false`: on Windows and macOS such a window cannot be closed by the program either, which then
    // never ends (electron/electron#5891). An installed kiosk refuses to be closed in its `close` event.
    minimizable: false,
    webPreferences: { ...lockedPreferences(session, production), preload },
  };
  return options;
}

export function openKioskWindow(Window: typeof BrowserWindow, options: KioskWindowOptions): BrowserWindow {
  const window = new Window(kioskWindowOptions(options));
  window.removeMenu();
  showOnce(window, options.clock, () => window.show());
  window.on('close', (event) => {
    if (options.production && !options.quitting()) event.preventDefault();
  });
  return window;
}
