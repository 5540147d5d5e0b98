/** Classification of PostgreSQL errors. */
import { constants } from 'node:os';
import { messageOf } from '../../lib/error-message.ts';
import { StoreUnreachable } from '../store-errors.ts';

/**
 * Classes of SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html) that tell of the database or the way to it, not
 * of a mistake in the program.
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
  '25006', // read only: what was the primary is a standby now
  '25P03', // the transaction stood idle for too long
  '3D000', // the database is gone
  '55P03', // a lock was not to be had in time
]);
/** Others were in the way, and all of the transaction is undone. */
const UNDONE_STATES = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
]);
/** Something in it broke, perhaps over one row. */
const INTERNAL_CLASS = 'XX';
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Codes of Node for a line that has ended. Its others, such as ERR_INVALID_ARG_TYPE, tell of mistakes of a program. */
const LINE_CODE = /^ERR_(?:STREAM|SOCKET|SSL|TLS)_/;
/** All that the driver says when a line breaks or does not answer: what a mistake says may hold some of its words. */
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

/** From a socket of this machine; some of its codes, such as EPIPE, look like a SQLSTATE. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || (stateOf(error) ?? '') in constants.errno);
}

/**
 * Whether the same work may well succeed later. What comes from PostgreSQL has a SQLSTATE; what has none comes from the
 * line to it, or is a mistake of the program.
 */
export function isMachineFault(error: unknown): boolean {
  if (error instanceof StoreUnreachable || isOfSystem(error)) return true;
  const state = stateOf(error);
  if (state === null) return LINE_WORDS.has(messageOf(error));
  if (!SQLSTATE.test(state)) return LINE_CODE.test(state);
  return MACHINE_STATES.has(state) || UNDONE_STATES.has(state) || MACHINE_CLASSES.has(state.slice(0, 2));
}

/** Whether others were in the way, so that the same transaction may succeed at once. */
export function isUndone(error: unknown): boolean {
  return UNDONE_STATES.has(stateOf(error) ?? '');
}

/**
 * Whether a prepared statement of this connection gives other columns than before, as after an ALTER TABLE of an administrator.
 * Nothing of it was done, and another connection prepares it again. By the place in PostgreSQL, as its words are translated.
 */
export function isPlanOutdated(error: unknown): boolean {
  return (
    stateOf(error) === '0A000' &&
    error instanceof Error &&
    'routine' in error &&
    error.routine === 'RevalidateCachedQuery'
  );
}

/** Whether it may lie in one of several requests, and the others are well: not where the way to the database is at fault. */
export function mayLieInRequest(error: unknown): boolean {
  return !isMachineFault(error) || stateOf(error)?.slice(0, 2) === INTERNAL_CLASS;
}

/** What whoever looks after the database can do, by SQLSTATE. */
const ADVICE: Readonly<Record<string, string>> = {
  '53300':
    'each server opens up to 17 connections: raise max_connections of PostgreSQL, or the limit of the role or the database (docs/admin/high-availability.md)',
};

/** Why the database could not be used, in one line and without anything secret. */
export function faultText(error: unknown): string {
  const words = messageOf(error).split('\n')[0]?.trim() ?? '';
  const advice = ADVICE[stateOf(error) ?? ''];
  const line = advice === undefined ? words : `${words}; ${advice}`;
  if (line !== '') return line;
  return stateOf(error) ?? 'the database cannot be reached';
}

/** Keeps its code. */
export function asUnreachable(error: unknown): StoreUnreachable {
  if (error instanceof StoreUnreachable) return error;
  const code = stateOf(error);
  return Object.assign(new StoreUnreachable(faultText(error)), code === null ? {} : { code });
}

/**
 * Of a statement that is wrong, or a row that breaks a rule: what is quoted there are names of tables, columns and rules, as no
 * statement of ours makes a name of a value.
 */
const NAMING_CLASSES = new Set(['23', '42']);
/** From the first quotation mark to the last, as a value may hold some itself; and bytes of one that is no text. */
const VALUES = /".*"|"[^"]*$|0x[0-9a-f]{2}(?: 0x[0-9a-f]{2})*/gs;

/**
 * The same mistake, without what PostgreSQL tells of the values, which may be a name or an answer: in its words, in their detail
 * and where it was. A fault that is not from PostgreSQL is given back as it is, but for text that is no JSON.
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
