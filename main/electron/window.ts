/** The kiosk window: the whole screen, nothing but the page. */
import type { BrowserWindow, BrowserWindowConstructorOptions, Session } from 'electron';
import { lockedPreferences } from './web-preferences.ts';

export interface KioskWindowOptions {
  /** Absolute path of the bundled preload. */
  readonly preload: string;
  readonly session: Session;
  /** An installed kiosk: no way out of it. From the sources the window can be closed, and has its tools. */
  readonly production: boolean;
  /** True once the program is on its way out, so that the window may close. */
  quitting(): boolean;
}

function kioskWindowOptions(options: KioskWindowOptions): BrowserWindowConstructorOptions {
  return {
    title: 'Take a Number',
    kiosk: true,
    fullscreen: true,
    frame: false,
    show: false,
    backgroundColor: '#ffffff',
    autoHideMenuBar: true,
    closable: !options.production,
    minimizable: false,
    webPreferences: { ...lockedPreferences(options.session, options.production), preload: options.preload },
  };
}

export function openKioskWindow(Window: typeof BrowserWindow, options: KioskWindowOptions): BrowserWindow {
  const window = new Window(kioskWindowOptions(options));
  window.removeMenu();
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    if (options.production && !options.quitting()) event.preventDefault();
  });
  return window;
}
