/**
 * Faults in a stream of printer bytes.
 *
 * A real printer would print wrong characters, skip bytes or wait indefinitely.
 */
export type FaultKind =
  /** No such command in the table. */
  | 'unknown-command'
  /** A parameter outside the range in the manual. */
  | 'bad-argument'
  /** The announced length does not match the command. */
  | 'bad-length'
  /** A known command that this printer does not support. */
  | 'unsupported'
  /** `ESC t` with a page that this model lacks. */
  | 'unknown-code-page'
  /** A byte without a character in the current page. */
  | 'undefined-character'
  /** Ink, or text, beyond the paper's printable width. */
  | 'beyond-paper'
  /** A command that printers execute only at the start of a line, and ignore otherwise. */
  | 'misplaced'
  /** Text that was sent but discarded before printing. */
  | 'lost-text'
  /** The stream ended inside a command. */
  | 'truncated';

export interface DecoderFault {
  readonly kind: FaultKind;
  /** Offset of the command's first byte in the stream, since the printer's start. */
  readonly at: number;
  /** Description with the command and its bytes. */
  readonly detail: string;
}

/** Two hexadecimal digits per byte; long runs are truncated. */
export function hex(bytes: ArrayLike<number>, limit = 12): string {
  const shown = Array.from(bytes)
    .slice(0, limit)
    .map((byte) => byte.toString(16).padStart(2, '0').toUpperCase());
  return bytes.length > limit ? `${shown.join(' ')} …` : shown.join(' ');
}
