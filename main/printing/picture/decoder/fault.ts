/**
 * Faults in a stream of printer bytes.
 *
 * A real printer would print wrong characters, skip bytes or wait indefinitely.
 */
export type FaultKind =
  /** No such command in the table. */
  | 'unknown-command'
  /** A parameter outside the range that the manual gives. */
  | 'bad-argument'
  /** The announced length does not fit the command. */
  | 'bad-length'
  /** This printer has the command, or knows of it, but cannot do what is asked. */
  | 'unsupported'
  /** `ESC t` with a page that this model does not have. */
  | 'unknown-code-page'
  /** A byte to which the page in force gives no character. */
  | 'undefined-character'
  /** Ink, or text, beyond the paper's printable width. */
  | 'beyond-paper'
  /** A command that printers obey only at the beginning of a line, and ignore elsewhere. */
  | 'misplaced'
  /** Text that was sent but thrown away before it was printed. */
  | 'lost-text'
  /** The stream ended inside a command. */
  | 'truncated';

export interface DecoderFault {
  readonly kind: FaultKind;
  /** Offset of the command's first byte in the stream, counted from the printer's start. */
  readonly at: number;
  /** For people: the command, its bytes and what is wrong. */
  readonly detail: string;
}

/** Two hexadecimal digits for each byte; long runs are cut short. */
export function hex(bytes: ArrayLike<number>, limit = 12): string {
  const shown = Array.from(bytes)
    .slice(0, limit)
    .map((byte) => byte.toString(16).padStart(2, '0').toUpperCase());
  return bytes.length > limit ? `${shown.join(' ')} …` : shown.join(' ');
}
