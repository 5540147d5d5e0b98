/** Start error that the user can fix. */
export class StartError extends Error {
  /** 2: a flag or a file is wrong; 1: the machine is not ready for it. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Another one runs: over the same data, or at the same port. */
export class AlreadyRunningError extends StartError {
  /** Where it answers; null: it has not said. */
  readonly address: string | null;
  /** The page of its kiosk, for a browser on this machine; it may have a token in it, which is for no log. */
  readonly kioskUrl: string | null;

  constructor(message: string, address: string | null, kioskUrl: string | null) {
    super(message, 1);
    this.address = address;
    this.kioskUrl = kioskUrl;
  }
}
