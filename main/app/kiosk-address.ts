/**
 * URL of this machine's kiosk page.
 *
 * Its token is behind the `#`, the part of a URL that is never sent. The URL is stored in a file that only the
 * program's user can read. The token is renewed after its use and before it expires.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type PageSessions, TOKEN_LIFE_MS } from '../kiosk/shells/web/page-sessions.ts';
import type { ClockAndLog } from '../lib/context.ts';
import { writePrivateFile } from '../lib/files/write-private-file.ts';

export const KIOSK_ADDRESS_FILE = 'kiosk.token';

export interface KioskAddress {
  /** Returns the URL with a new token. */
  next(): string;
  /** Writes a new URL into the file. */
  renew(): Promise<void>;
  close(): void;
}

export interface KioskAddressOptions extends ClockAndLog {
  readonly dataDir: string;
  /** Address of the server, seen from this machine. */
  readonly address: string;
  readonly sessions: PageSessions;
}

export function keepKioskAddress({ dataDir, address, sessions, clock, log }: KioskAddressOptions): KioskAddress {
  const file = join(dataDir, KIOSK_ADDRESS_FILE);
  let cancel = (): void => {};
  let closed = false;
  let writing = Promise.resolve();

  const next = (): string => `${address}/kiosk/#token=${sessions.newToken()}`;

  async function write(): Promise<void> {
    try {
      await writePrivateFile(`${file}.new`, `${next()}\n`);
      await rename(`${file}.new`, file);
    } catch (error) {
      log.warn('kiosk.url-file-write-failed', { file, error: (error as Error).message });
    }
  }

  function renew(): Promise<void> {
    cancel();
    if (!closed) cancel = clock.after(TOKEN_LIFE_MS / 2, () => void renew());
    writing = writing.then(write);
    return writing;
  }

  return {
    next,
    renew,
    close() {
      closed = true;
      cancel();
    },
  };
}
