/**
 * Check for a second screen and its window.
 *
 * Under Wayland, a program cannot place its windows (electron/electron#43493, #48749): both would open on the same
 * screen, the display above the kiosk. XWayland can. Electron uses it only if its command line says so before our code
 * runs.
 */
export type Placement = 'possible' | 'possible-under-x11' | 'impossible';

export interface PlacementFacts {
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

export const UNDER_X11 = '--ozone-platform=x11';

export const NO_PLACEMENT =
  '--second-screen: under Wayland no program may choose the screen of its windows, and there is no X server in this ' +
  'session; log in to an X11 session, install XWayland, or leave the flag out and open the display in a browser';
