/**
 * Maintenance capabilities of this machine.
 *
 * The entry of the program provides them.
 */
export interface HostCapabilities {
  /** Ends the program so that it is started anew; null where nobody would start it. */
  readonly restartProgram: (() => void) | null;
  /** Starts the machine anew; false when it refuses. Null where the command line does not allow it. */
  readonly restartMachine: (() => Promise<boolean>) | null;
  /** Switches the screen; says what was wrong, null when nothing was. Null where the command line names no command for it. */
  readonly switchScreen: ((on: boolean) => Promise<string | null>) | null;
  /** The log of the last hour, one JSON line an event, at most so many letters: the newest. Null where nobody keeps it. */
  readonly lastHour: ((mostLetters: number) => string) | null;
  /** Whether that log is the one of the server. */
  readonly isServer: boolean;
  /** For how long the machine runs, in milliseconds. */
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
