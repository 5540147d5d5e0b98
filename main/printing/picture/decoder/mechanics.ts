/**
 * Mechanics around the print head that commands use.
 *
 * Paper that may end, a knife that may jam, a line to answer on. The plain decoder uses `idealMechanics`; the virtual
 * printer its own.
 */
export interface Mechanics {
  /** False stops the reading of commands: no paper, cover open, and so on. */
  ready(): boolean;
  /** Paper is moved; answers how many of these dot rows there was paper for. */
  feed(rows: number): number;
  /** False when the knife is stuck; then nothing is cut. */
  cut(): boolean;
  /** Bytes for the host. */
  reply(bytes: Uint8Array): void;
  /** `GS a n`. */
  automaticStatus(mask: number): void;
  /** `GS r n`: the status byte, or null when this is not known here. */
  status(n: number): number | null;
  /** `GS ( H`: all that came before is on paper. */
  printed(id: Uint8Array): void;
  /** Answer of `GS I n`, or null for silence. */
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
