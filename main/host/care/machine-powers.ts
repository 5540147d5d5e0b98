/** What the machine lets a kiosk of this program do with the program and itself. Whoever starts the program knows. */
export interface MachinePowers {
  /** Ends the program so that it is started anew; null where nobody would start it. */
  readonly restartProgram: (() => void) | null;
  /** Starts the machine anew; false when it refuses. Null where the command line does not allow it. */
  readonly restartMachine: (() => Promise<boolean>) | null;
  /** The log of the last hour, one JSON line an event, at most so many letters: the newest. Null where nobody keeps it. */
  readonly lastHour: ((mostLetters: number) => string) | null;
  /** For how long the machine runs, in milliseconds. */
  readonly machineRunsMs: () => number;
}

export const NO_POWERS: MachinePowers = {
  restartProgram: null,
  restartMachine: null,
  lastHour: null,
  machineRunsMs: () => Number.POSITIVE_INFINITY,
};
