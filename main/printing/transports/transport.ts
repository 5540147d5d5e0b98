/**
 * Transport: interface for bytes to and from a printer.
 *
 * A new transport is opened for each connection, so that no state of a broken one remains. Its opener closes it.
 * "Written" means accepted by the operating system, never printed.
 */
import { fail, type Result } from '../../lib/result.ts';

export interface ConnectionEvents {
  onBytes(bytes: Uint8Array): void;
  /** Once, when the connection broke by itself; not after `close()`. `detail` is for the log. */
  onLost(detail: string): void;
}

export interface TransportConnection {
  /** Resolves when all bytes are handed over; waits as long as the other side takes nothing. Never rejects. */
  write(bytes: Uint8Array): Promise<Result<void, string>>;
  /**
   * Drops what is not handed over yet; with `discard` also what the system still holds, so that nothing of it comes out
   * an hour later. Never rejects; more than once does no harm.
   */
  close(discard?: boolean): Promise<void>;
}

export interface Transport {
  /** For the log: kind and place. */
  readonly name: string;
  /** False where nothing can ever come back: a file. */
  readonly twoWay: boolean;
  /** How fast the line itself is; null where it is no limit. */
  readonly bytesPerSecond: number | null;
  /** Answers within its own deadline. Never rejects. */
  open(events: ConnectionEvents): Promise<Result<TransportConnection, string>>;
}

/** To an address that may not be used. */
export function refusedTransport(detail: string): Transport {
  return { name: 'refused', twoWay: false, bytesPerSecond: null, open: async () => fail(detail) };
}

/** An error of the operating system in words that name no more than needed: `ENOENT` and what it is about. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  return code === undefined || error.message.includes(code) ? error.message : `${code}: ${error.message}`;
}
