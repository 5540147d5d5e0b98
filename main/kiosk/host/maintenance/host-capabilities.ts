/** Maintenance capabilities of this machine, provided by the program's entry point. */
export interface HostCapabilities {
  /** Ends the program for a restart by its supervisor; null without one. */
  readonly restartProgram: (() => void) | null;
  /** Reboots the machine; resolves with false when refused. Null unless the command line allows it. */
  readonly restartMachine: (() => Promise<boolean>) | null;
  /** Switches the screen; resolves with an error message, or null on success. Null without a configured command. */
  readonly switchScreen: ((on: boolean) => Promise<string | null>) | null;
  /** Newest part of the last hour's log, one JSON line per event, up to this many characters. Null without a log. */
  readonly lastHour: ((mostLetters: number) => string) | null;
  /** Whether that log belongs to the server. */
  readonly isServer: boolean;
  /** Uptime of the machine in milliseconds. */
  readonly machineRunsMs: () => number;
}

export const NO_POWERS: HostCapabilities = {
  restartProgram: null,
  restartMachine: null,
  switchScreen: null,
  lastHour: null,
  isServer: false,
  machineRunsMs: () => Number.POSITIVE_INFINITY,
};
