/** SQLite result codes that indicate a fault of the machine. */
const MACHINE_CODES = new Set([
  5, // SQLITE_BUSY
  6, // SQLITE_LOCKED
  7, // SQLITE_NOMEM
  8, // SQLITE_READONLY
  10, // SQLITE_IOERR
  11, // SQLITE_CORRUPT
  13, // SQLITE_FULL
  14, // SQLITE_CANTOPEN
  15, // SQLITE_PROTOCOL
  26, // SQLITE_NOTADB
]);
/** The connection stays usable, and a retry is enough. */
const PASSING_CODES = new Set([5, 6, 13]);

const DAMAGED_CODES = new Set([11, 26]);

/** The primary result code, or `null` for any other error. */
function primaryCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

/** Whether disk, file or lock is at fault, so that a retry can succeed later. */
export function isMachineFault(error: unknown): boolean {
  const code = primaryCode(error);
  return code !== null && MACHINE_CODES.has(code);
}

/** Whether to reopen the connection after this fault. */
export function needsNewConnection(error: unknown): boolean {
  const code = primaryCode(error);
  return code !== null && MACHINE_CODES.has(code) && !PASSING_CODES.has(code);
}

/** Whether the file's content is not, or no longer, what SQLite wrote. */
export function isDamaged(error: unknown): boolean {
  const code = primaryCode(error);
  return code !== null && DAMAGED_CODES.has(code);
}
