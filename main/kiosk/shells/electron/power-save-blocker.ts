/**
 * The screen stays lit while the kiosk is open. While its page is dark, the system may switch the screen off in its own way and at its
 * own time, if it is set so: which screens can be, and what wakes them, it alone knows. A touch brings it back, and the page with it.
 */
import type { PowerSaveBlocker } from 'electron';
import type { KioskState } from '../../contract/kiosk.ts';

/** Hears every state that the page is shown. */
export function keepScreenLit(
  blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>,
): (state: Pick<KioskState, 'dark'>) => void {
  let lit: number | null = blocker.start('prevent-display-sleep');
  return ({ dark }) => {
    if (dark && lit !== null) {
      blocker.stop(lit);
      lit = null;
    } else if (!dark && lit === null) lit = blocker.start('prevent-display-sleep');
  };
}
