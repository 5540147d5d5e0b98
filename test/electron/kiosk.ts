/** A whole kiosk on the stand-in: the real desktop modules, preload and page, and a host that a test writes. */
import type { Browser } from 'playwright-core';
import type { CallAnswer, KioskState } from '../../main/contract/kiosk.ts';
import { type DesktopOptions, prepareDesktop, runDesktop } from '../../main/electron/desktop.ts';
import { checkCall } from '../../main/host/check-call.ts';
import { type ManualClock, manualClock } from '../devices/manual-clock.ts';
import { type RecordingLog, recordingLog } from '../devices/recording-log.ts';
import type { Built } from './built.ts';
import { idle } from './kiosk-states.ts';
import { type BrowserWindowStandIn, type ElectronStandIn, standInElectron } from './stand-in/electron.ts';

export interface Kiosk {
  readonly desk: ElectronStandIn;
  readonly window: BrowserWindowStandIn;
  readonly clock: ManualClock;
  readonly log: RecordingLog;
  /** Calls that reached the host, oldest first. */
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  /** True once the program behind the window has been closed. */
  readonly ended: () => boolean;
  show(state: KioskState): void;
  close(): Promise<void>;
}

export async function startKiosk(
  browser: Browser,
  built: Pick<Built, 'pagesDir' | 'preload'>,
  options: Partial<DesktopOptions> = {},
): Promise<Kiosk> {
  const desk = standInElectron(browser);
  const clock = manualClock();
  const log = recordingLog();
  const calls: { name: string; input: unknown }[] = [];
  const listeners = new Set<(state: KioskState) => void>();
  let current = idle;
  let ended = false;
  const host = {
    async call(name: string, input: unknown): Promise<CallAnswer> {
      const checked = checkCall(name, input);
      if (!checked.ok) return checked;
      calls.push({ name, input });
      return { ok: true };
    },
    subscribe(listener: (state: KioskState) => void) {
      listeners.add(listener);
      listener(current);
      return () => void listeners.delete(listener);
    },
  };
  prepareDesktop(desk.electron);
  await runDesktop(desk.electron, {
    start: async () => ({
      address: 'http://127.0.0.1:1',
      displayUrl: null,
      host: () => host,
      close: async () => {
        ended = true;
      },
    }),
    production: true,
    executable: null,
    clock,
    log,
    ...built,
    ...options,
  });
  const [window] = desk.windows;
  if (window === undefined) throw new Error('no window was opened');
  return {
    desk,
    window,
    clock,
    log,
    calls,
    ended: () => ended,
    show(state) {
      current = state;
      for (const listener of listeners) listener(state);
    },
    close: () => desk.close(),
  };
}
