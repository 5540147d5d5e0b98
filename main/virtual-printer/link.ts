/** Interface between the virtual printer and its cable. */
export interface PrinterCable {
  send(bytes: Uint8Array): void;
  /** Stops taking bytes from the host, whose writes then stall; or goes on. */
  hold(stalled: boolean): void;
  /** The printer lost its power. */
  powerLost(): void;
  /** The printer has power again. */
  powerBack(): Promise<void>;
  close(): Promise<void>;
}

/** The printer's side of the cable. */
export interface LinkEnd {
  receive(bytes: Uint8Array): void;
  /** A host has connected, or has gone. */
  hostChanged(present: boolean): void;
}
