/** Classification of PostgreSQL errors. */
import { constants } from 'node:os';
import { messageOf } from '../../lib/error-message.ts';
import { StoreUnreachable } from '../store-errors.ts';

/**
 * SQLSTATE classes (postgresql.org/docs/current/errcodes-appendix.html) for faults of the database or its connection,
 * not bugs of the program.
 */
const MACHINE_CLASSES = new Set([
  '08', // connection exception
  '28', // invalid authorization: a password was changed
  '53', // insufficient resources: disk full, too many connections
  '57', // operator intervention: shutdown, a statement that took too long
  '58', // system error
  'F0', // configuration file error
  'XX', // internal error
]);
const MACHINE_STATES = new Set([
  '25006', // read only, the former primary is now a standby
  '25P03', // idle in transaction for too long
  '3D000', // the database does not exist
  '55P03', // lock timeout
]);
/** Conflicts with other transactions; the transaction is rolled back. */
const UNDONE_STATES = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
]);
/** Internal error, possibly caused by a single row. */
const INTERNAL_CLASS = 'XX';
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Node's codes for a closed connection. Other codes, such as ERR_INVALID_ARG_TYPE, are bugs. */
const LINE_CODE = /^ERR_(?:STREAM|SOCKET|SSL|TLS)_/;
/**
 * Complete messages of the driver for a broken or silent connection: a bug's message can contain some of these words.
 */
const LINE_WORDS = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
]);

function stateOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return error.code;
}

/** System error of a socket. Some of its codes, such as EPIPE, look like a SQLSTATE. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || (stateOf(error) ?? '') in constants.errno);
}

/**
 * Whether a retry can succeed later. Errors of PostgreSQL have a SQLSTATE; others come from the connection or are bugs.
 */
export function isMachineFault(error: unknown): boolean {
  if (error instanceof StoreUnreachable || isOfSystem(error)) return true;
  const state = stateOf(error);
  if (state === null) return LINE_WORDS.has(messageOf(error));
  if (!SQLSTATE.test(state)) return LINE_CODE.test(state);
  return MACHINE_STATES.has(state) || UNDONE_STATES.has(state) || MACHINE_CLASSES.has(state.slice(0, 2));
}

/** Whether a conflict rolled back the transaction, so that an immediate retry can succeed. */
export function isUndone(error: unknown): boolean {
  return UNDONE_STATES.has(stateOf(error) ?? '');
}

/**
 * Whether a prepared statement's columns have changed, as after an administrator's ALTER TABLE. Nothing was executed,
 * and another connection prepares the statement again. Detected by the routine's name in PostgreSQL, because messages
 * are translated.
 */
export function isPlanOutdated(error: unknown): boolean {
  return (
    stateOf(error) === '0A000' &&
    error instanceof Error &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  );
}

/** Whether a single request of a batch can be the cause: not for faults of the connection. */
export function mayLieInRequest(error: unknown): boolean {
  return !isMachineFault(error) || stateOf(error)?.slice(0, 2) === INTERNAL_CLASS;
}

/** Advice for the database administrator, by SQLSTATE. */
const ADVICE: Readonly<Record<string, string>> = {
  '53300':
    'each server opens up to 17 connections: raise max_connections of PostgreSQL, or the limit of the role or the database (docs/admin/high-availability.md)',
};

/** Why the database could not be used, in one line without secrets. */
export function faultText(error: unknown): string {
  const words = messageOf(error).split('\n')[0]?.trim() ?? '';
  const advice = ADVICE[stateOf(error) ?? ''];
  const line = advice === undefined ? words : `${words}; ${advice}`;
  if (line !== '') return line;
  return stateOf(error) ?? 'the database cannot be reached';
}

/** Keeps the code of the error. */
export function asUnreachable(error: unknown): StoreUnreachable {
  if (error instanceof StoreUnreachable) return error;
  const code = stateOf(error);
  return Object.assign(new StoreUnreachable(faultText(error)), code === null ? {} : { code });
}

/** Classes whose quotations name tables, columns and constraints. Our statements never use a value as a name. */
const NAMING_CLASSES = new Set(['23', '42']);
/** From the first to the last quotation mark, because a value can contain some; and bytes of invalid text. */
const VALUES = /".*"|"[^"]*$|0x[0-9a-f]{2}(?: 0x[0-9a-f]{2})*/gs;

/**
 * The error without values, which can be personal data, in its message, detail and position. Errors that are not from
 * PostgreSQL stay unchanged, except for text that is not JSON.
 */
export function withoutValue(error: unknown): Error {
  const fault = error instanceof Error ? error : new Error(String(error));
  const state = stateOf(fault);
  const isOfDatabase = state !== null && SQLSTATE.test(state) && !isOfSystem(fault);
  if (!isOfDatabase && !(fault instanceof SyntaxError)) return fault;
  const message = NAMING_CLASSES.has(state?.slice(0, 2) ?? '') ? fault.message : fault.message.replace(VALUES, '…');
  const told = Object.assign(new Error(message), { name: fault.name }, state === null ? {} : { code: state });
  const places = fault.stack?.split(fault.message);
  told.stack = `${fault.name}: ${message}${places?.length === 2 ? places[1] : ''}`;
  return told;
}
