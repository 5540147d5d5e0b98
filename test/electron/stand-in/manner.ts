/** How Electron behaves on one system, as far as this program can tell; each line says where that was found. */
export interface Manner {
  readonly platform: NodeJS.Platform;
  /** What Electron draws on; it always fills in its own switch on Linux. */
  readonly ozone: '' | 'x11' | 'wayland';
  /** `ready-to-show` comes for a window that nobody has shown (not under Wayland: electron/electron#48859). */
  readonly readyWhileHidden: boolean;
  /** `closable: false` keeps the program itself from closing the window (electron/electron#5891). */
  readonly honoursClosable: boolean;
  /** A window stands where the program says (not under Wayland: electron/electron#43493, #48749). */
  readonly honoursPosition: boolean;
  /** `focusable: false` and `showInactive` leave the focus where it is (not under Wayland). */
  readonly honoursFocusable: boolean;
  /** A window without focus can fill its screen (not under X11: electron/electron#28130). */
  readonly fillsWithoutFocus: boolean;
  /** A signal asks the program to end; Windows knows none and ends it without a word (Node, `process.kill`). */
  readonly asksToEnd: boolean;
  /** Nothing may follow an address on the command line (`command_line_args.cc`, after CVE-2018-1000006). */
  readonly guardsArguments: boolean;
  /** Before `ready` a box of the dialog module is only a line on standard error (dialog.showErrorBox). */
  readonly boxesBeforeReady: boolean;
  /** Kiosk mode takes every way to another program, and the keys of the menu are the only way to end this one. */
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
