/**
 * Mechanics around the print head that commands use.
 *
 * Paper that can run out, a cutter that can jam, a line for replies. The plain decoder uses `idealMechanics`; the
 * virtual printer has its own implementation.
 */
export interface Mechanics {
  /** False stops command execution: no paper, cover open, and so on. */
  ready(): boolean;
  /** Feeds paper; returns the number of dot rows for which there was paper. */
  feed(rows: number): number;
  /** False if the cutter is jammed; then nothing is cut. */
  cut(): boolean;
  /** Bytes for the host. */
  reply(bytes: Uint8Array): void;
  /** `GS a n`. */
  automaticStatus(mask: number): void;
  /** `GS r n`: the status byte, or null if unsupported. */
  status(n: number): number | null;
  /** `GS ( H`: everything before the id is on paper. */
  printed(id: Uint8Array): void;
  /** Answer of `GS I n`, or null for none. */
  identity(n: number): Uint8Array | null;
}

export const idealMechanics: Mechanics = {
  ready: () => true,
  feed: (rows) => rows,
  cut: () => true,
  reply() {},
  automaticStatus() {},
  status: () => null,
  printed() {},
  identity: () => null,
};
