/** Traits of Electron on one system that affect this program, with their sources. */
export interface Manner {
  readonly platform: NodeJS.Platform;
  /** Display server; Electron always sets this switch on Linux. */
  readonly ozone: '' | 'x11' | 'wayland';
  /** `ready-to-show` is emitted for a hidden window (not under Wayland: electron/electron#48859). */
  readonly readyWhileHidden: boolean;
  /** `closable: false` keeps the program itself from closing the window (electron/electron#5891). */
  readonly honoursClosable: boolean;
  /** The program positions its windows (not under Wayland: electron/electron#43493, #48749). */
  readonly honoursPosition: boolean;
  /** `focusable: false` and `showInactive` do not move the focus (not under Wayland). */
  readonly honoursFocusable: boolean;
  /** A window without focus can fill its screen (not under X11: electron/electron#28130). */
  readonly fillsWithoutFocus: boolean;
  /** A signal requests the end of the program; Windows kills it instead (Node, `process.kill`). */
  readonly asksToEnd: boolean;
  /** Nothing may follow an address on the command line (`command_line_args.cc`, after CVE-2018-1000006). */
  readonly guardsArguments: boolean;
  /** Before `ready`, `dialog.showErrorBox` shows a box; otherwise it only writes to standard error. */
  readonly boxesBeforeReady: boolean;
  /** Kiosk mode blocks other programs, so that only the keys of the menu can end this one. */
  readonly locksIn: boolean;
}

const linux = {
  platform: 'linux',
  honoursClosable: false,
  asksToEnd: true,
  guardsArguments: false,
  boxesBeforeReady: false,
  locksIn: false,
} as const;

const framed = {
  ozone: '',
  readyWhileHidden: true,
  honoursClosable: true,
  honoursPosition: true,
  honoursFocusable: true,
  fillsWithoutFocus: true,
  boxesBeforeReady: true,
} as const;

export const MANNERS = {
  'Linux X11': {
    ...linux,
    ozone: 'x11',
    readyWhileHidden: true,
    honoursPosition: true,
    honoursFocusable: true,
    fillsWithoutFocus: false,
  },
  Wayland: {
    ...linux,
    ozone: 'wayland',
    readyWhileHidden: false,
    honoursPosition: false,
    honoursFocusable: false,
    fillsWithoutFocus: true,
  },
  Windows: { ...framed, platform: 'win32', asksToEnd: false, guardsArguments: true, locksIn: false },
  macOS: { ...framed, platform: 'darwin', asksToEnd: true, guardsArguments: false, locksIn: true },
} as const satisfies Readonly<Record<string, Manner>>;

export type MannerName = keyof typeof MANNERS;
