/**
 * Answers to invalid or oversized HTTP.
 *
 * They are written to the raw connection, which is then closed.
 */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCode, errorEntry, httpStatus } from '../lib/error-catalogue.ts';
import { ERRNO, type Errno } from '../lib/result.ts';
import type { AddressBook } from './address-book.ts';
import { endConnection } from './end-connection.ts';
import { answerHeaders } from './origin-check/answer-headers.ts';

const LOCKED = Object.entries(answerHeaders(false))
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

export interface ClientError extends Error {
  readonly code?: string;
  /** The bytes that the parser rejected. */
  readonly rawPacket?: unknown;
  /** Offset in them at which the parser failed. */
  readonly bytesParsed?: number;
}

/** @param alwaysOk answers with HTTP 200 for clients that read only the body. */
export function answerClientError(error: ClientError, socket: Duplex, book: AddressBook, alwaysOk: boolean): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // A client without TLS could not read an answer.
  if (error.code?.startsWith('ERR_SSL') || error.code?.startsWith('ERR_TLS')) {
    socket.destroy();
    return;
  }
  // The answer was sent before, and the client keeps sending.
  if (!socket.writable) return;
  answerBare(socket, describe(error, book), alwaysOk);
}

/** Answers a failed WebSocket handshake in the API's format instead of the library's. */
export function answerBrokenHandshake(socket: Duplex): void {
  if (!socket.writable) return;
  const headers = 'sec-websocket-version: 13\r\n';
  answerBare(socket, { errno: ERRNO.invalidParameters, parameter: 'upgrade', headers }, false);
}

interface BareFailure {
  readonly errno: Errno;
  readonly headers?: string;
  readonly parameter?: string;
}

function answerBare(socket: Duplex, { errno, headers = '', parameter }: BareFailure, alwaysOk: boolean): void {
  const status = alwaysOk ? 200 : httpStatus(errno);
  const code = errorCode({ errno, parameter });
  const body = JSON.stringify({
    success: false,
    errno,
    code,
    error: errorEntry(code).sentence,
    ...(parameter === undefined ? {} : { parameter }),
  });
  endConnection(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n${LOCKED}${headers}connection: close\r\n\r\n${body}`,
  );
}

function describe(error: ClientError, book: AddressBook): BareFailure {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { errno: ERRNO.tooLarge };
    case 'HPE_INVALID_METHOD': {
      const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1', 0, 8192) : '';
      const path = /^[A-Z-]+ (\/[^\s?]*)/.exec(packet)?.[1];
      if (path === undefined) return { errno: ERRNO.invalidParameters, parameter: 'request' };
      const methods = book.methodsOf(path);
      if (methods.length === 0) return { errno: ERRNO.invalidOperation };
      return { errno: ERRNO.invalidMethod, headers: `allow: ${methods.join(', ')}\r\n` };
    }
    default:
      return { errno: ERRNO.invalidParameters, parameter: 'request' };
  }
}
