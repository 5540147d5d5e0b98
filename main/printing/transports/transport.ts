/**
 * Transport: interface for bytes to and from a printer.
 *
 * A new transport is opened for each connection, so that no state of a broken one remains. Its opener closes it.
 * "Written" means accepted by the operating system, never printed.
 */
import { fail, type Result } from '../../lib/result.ts';

export interface ConnectionEvents {
  onBytes(bytes: Uint8Array): void;
  /** Called once when the connection breaks; not after `close()`. `detail` is for the log. */
  onLost(detail: string): void;
}

export interface TransportConnection {
  /** Resolves when all bytes are handed over; waits while the peer accepts nothing. Never rejects. */
  write(bytes: Uint8Array): Promise<Result<void, string>>;
  /**
   * Discards bytes that are not handed over yet; with `discard` also the system's buffer, so that nothing is printed
   * later. Never rejects; can be called repeatedly.
   */
  close(discard?: boolean): Promise<void>;
}

export interface Transport {
  /** Kind and address, for the log. */
  readonly name: string;
  /** False if the printer can never answer: a file. */
  readonly twoWay: boolean;
  /** Speed of the line; null if it is no limit. */
  readonly bytesPerSecond: number | null;
  /** Resolves within its own deadline. Never rejects. */
  open(events: ConnectionEvents): Promise<Result<TransportConnection, string>>;
}

/** Transport for an address that is not allowed. */
export function refusedTransport(detail: string): Transport {
  return { name: 'refused', twoWay: false, bytesPerSecond: null, open: async () => fail(detail) };
}

/** Message of an operating-system error, with code and subject only. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  return code === undefined || error.message.includes(code) ? error.message : `${code}: ${error.message}`;
}
