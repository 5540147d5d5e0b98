/**
 * Screen power: off while the kiosk page is black.
 *
 * A configured command switches it, for screens without other control. It is on while the page is visible, and at the
 * start, because its earlier state is unknown.
 */
import type { ClockAndLog } from '../../lib/context.ts';

export interface ScreenPower {
  /** Whether the page must be black now. */
  shows(dark: boolean): void;
  /** A visitor is present. */
  touched(): void;
  close(): void;
}

interface ScreenPowerOptions extends ClockAndLog {
  readonly deviceId: string;
  /** Resolves with an error message; null on success. */
  readonly switchScreen: (on: boolean) => Promise<string | null>;
}

/** The same as on the page: it turns black this long after the last touch. */
const DARK_AFTER_MS = 60_000;
const TRY_AGAIN_MS = 60_000;

export function openScreenPower({ deviceId, switchScreen, clock, log }: ScreenPowerOptions): ScreenPower {
  /** Null: unknown. */
  let isLit: boolean | null = null;
  let isDark = false;
  let offAt = 0;
  let isSwitching = false;
  let failed: { readonly on: boolean; readonly againAt: number } | null = null;
  let isClosed = false;
  let cancel = (): void => {};

  function lookAt(at: number): void {
    cancel();
    cancel = clock.after(at - clock.now(), look);
  }

  function look(): void {
    if (isSwitching || isClosed) return;
    const now = clock.now();
    const on = !isDark || now < offAt;
    if (on && isDark) lookAt(offAt);
    if (on === isLit) return;
    if (failed?.on === on && now < failed.againAt) lookAt(failed.againAt);
    else void turn(on);
  }

  async function turn(on: boolean): Promise<void> {
    isSwitching = true;
    const fault = await switchScreen(on);
    isSwitching = false;
    const to = on ? 'on' : 'off';
    // Retried indefinitely, logged once.
    if (fault !== null && failed?.on !== on) log.error('screen.power-failed', { device: deviceId, to, error: fault });
    if (fault === null) log.info('screen.power-changed', { device: deviceId, to });
    isLit = fault === null ? on : null;
    failed = fault === null ? null : { on, againAt: clock.now() + TRY_AGAIN_MS };
    look();
  }

  return {
    shows(dark) {
      if (dark && !isDark) offAt = Math.max(offAt, clock.now() + DARK_AFTER_MS);
      isDark = dark;
      look();
    },
    touched() {
      offAt = clock.now() + DARK_AFTER_MS;
      look();
    },
    close() {
      isClosed = true;
      cancel();
    },
  };
}
