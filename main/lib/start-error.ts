/** Start error that the user can fix. */
export class StartError extends Error {
  /** 2: wrong flag or file; 1: the machine is not ready. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Another instance runs on the same data, or at the same port. */
export class AlreadyRunningError extends StartError {
  /** Its address; null: unknown. */
  readonly address: string | null;
  /** URL of its kiosk page for a browser on this machine; it can contain a token, so it must not be logged. */
  readonly kioskUrl: string | null;

  constructor(message: string, address: string | null, kioskUrl: string | null) {
    super(message, 1);
    this.address = address;
    this.kioskUrl = kioskUrl;
  }
}
