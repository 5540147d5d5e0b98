/**
 * Support for the method UPDATE, which Node's HTTP parser rejects.
 *
 * When the parser fails at UPDATE, the connection is relayed to the same server from that request on, with PUT instead.
 * Node's parser finds the end of each request, so no length or chunk is parsed here. A further UPDATE fails again, and
 * the connection is relayed again. Other requests are not affected.
 */
import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ClientError } from '../client-error.ts';
import type { AnswersInOrder } from '../response-order.ts';
import { RelayedConnection } from './relayed-connection.ts';
import { updateRequestIn } from './update-token.ts';

const KEPT_BYTES = 2;

export interface UpdateMethod {
  /** Whether this request, parsed as PUT, was sent as UPDATE. */
  isUpdate(request: IncomingMessage): boolean;
  /** Relays a connection if the parser failed at UPDATE. */
  takeOver(error: ClientError, connection: Duplex): boolean;
}

/** @param refuse answers a connection whose next request has no valid method */
export function acceptUpdateMethod(
  server: Server,
  answers: AnswersInOrder,
  refuse: (error: ClientError, connection: Duplex) => void,
): UpdateMethod {
  const methods = watchMethods(server);
  const updates = new WeakSet<IncomingMessage>();
  /** Connections that were taken from their parser, which still measures their timeouts. */
  const lost = new WeakSet<Duplex>();
  server.prependListener('request', (request) => {
    const connection: unknown = request.socket;
    if (connection instanceof RelayedConnection && connection.takeUpdate()) updates.add(request);
  });

  function begin(connection: RelayedConnection, previous: Duplex): void {
    const { real } = connection;
    if (previous instanceof RelayedConnection) previous.destroy();
    if (!real.writable) {
      real.destroySoon();
      return;
    }
    real.setTimeout(server.timeout);
    server.emit(connection.encrypted ? 'secureConnection' : 'connection', connection);
  }

  return {
    isUpdate: (request) => updates.has(request),
    takeOver(error, connection) {
      if (lost.has(connection)) return true;
      const { code, rawPacket, bytesParsed } = error;
      if (code !== 'HPE_INVALID_METHOD' || !Buffer.isBuffer(rawPacket) || bytesParsed === undefined) return false;
      const first = updateRequestIn(rawPacket, bytesParsed, methods.readBefore(connection));
      if (first === null) return false;
      const real = connection instanceof RelayedConnection ? connection.real : connection;
      if (!(real instanceof Socket)) return false;
      if (connection instanceof RelayedConnection) connection.relieve();
      lost.add(connection);
      const next = new RelayedConnection(real, first, (bytes) =>
        answers.whenAnswered(connection, () => refuse(Object.assign(error, { rawPacket: bytes }), real)),
      );
      answers.whenAnswered(connection, () => begin(next, connection));
      return true;
    },
  };
}

interface MethodStart {
  /** Last bytes, two at most, received since the last complete request head; empty if none. */
  readBefore(connection: Duplex): string;
}

/** Used part of Node's `HTTPParser`. Its callbacks have numeric keys, which its class names. */
interface Parser {
  readonly constructor: { readonly kOnMessageBegin?: number; readonly kOnExecute?: number };
  /** The current packet. */
  readonly getCurrentBuffer?: () => Buffer;
  [callback: number]: ((...parameters: never[]) => unknown) | null | undefined;
}

interface Reading {
  /** The parser is within a request head. */
  isInHead: boolean;
  /** Same, before the current packet. */
  wasInHead: boolean;
  last: string;
}

/**
 * Remembers the start of a method that is split over packets. Node's parser only shows the packet at which it fails.
 * Only packets that end within a head are inspected, which ordinary clients do not send; all others cost two small
 * calls.
 *
 * The used parser properties are undocumented: without them nothing is remembered, and an UPDATE whose U arrived alone
 * is rejected.
 */
function watchMethods(server: Server): MethodStart {
  const readings = new WeakMap<Duplex, Reading>();

  /** Called after a packet that was parsed. */
  function note(reading: Reading, packet: () => Buffer): void {
    if (reading.isInHead) {
      const bytes = packet();
      const came = bytes.toString('latin1', Math.max(0, bytes.length - KEPT_BYTES));
      reading.last = ((reading.wasInHead ? reading.last : '') + came).slice(-KEPT_BYTES);
    } else if (reading.wasInHead) {
      reading.last = '';
    }
    reading.wasInHead = reading.isInHead;
  }

  function begin(connection: Duplex): { readonly reading: Reading; readonly parser: Parser } | null {
    const { parser } = connection as { parser?: Parser | null };
    const begins = parser?.constructor.kOnMessageBegin;
    if (!parser || begins === undefined) return null;
    const reading: Reading = { isInHead: false, wasInHead: false, last: '' };
    readings.set(connection, reading);
    parser[begins] ??= () => {
      reading.isInHead = true;
    };
    return { reading, parser };
  }

  function watch(connection: Duplex): void {
    const begun = begin(connection);
    if (begun === null) return;
    const { reading, parser } = begun;
    if (!(connection instanceof Socket)) {
      // Node reads this connection in JavaScript, and has done so before this call.
      connection.on('data', (bytes: Buffer) => note(reading, () => bytes));
      return;
    }
    const { getCurrentBuffer } = parser;
    const executed = parser.constructor.kOnExecute ?? -1;
    const then = parser[executed] as ((outcome: unknown) => unknown) | null | undefined;
    if (!then || getCurrentBuffer === undefined) return;
    parser[executed] = (outcome: unknown) => {
      // A failure is reported as an error, and then `readBefore` is asked.
      if (typeof outcome === 'number') note(reading, () => getCurrentBuffer.call(parser));
      return then(outcome);
    };
  }

  for (const event of ['connection', 'secureConnection']) server.on(event, watch);
  server.prependListener('request', (request: IncomingMessage) => {
    const reading = readings.get(request.socket);
    if (reading !== undefined) reading.isInHead = false;
  });
  return { readBefore: (connection) => readings.get(connection)?.last ?? '' };
}
