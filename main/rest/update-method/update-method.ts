/**
 * The method UPDATE, which Node's HTTP parser does not know. Requests of other methods never come here: only where the
 * parser stumbles over UPDATE is the connection taken over and handed back to the same server, from that request on,
 * with PUT in its place. Node's own parser finds where each request ends, so that nothing here has to understand
 * lengths and chunks; a further UPDATE makes it stumble again, and the connection is taken over again.
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
  /** Whether this request, which looks like a PUT, came as UPDATE. */
  isUpdate(request: IncomingMessage): boolean;
  /** Takes a connection over if it is an UPDATE that could not be read. */
  takeOver(error: ClientError, connection: Duplex): boolean;
}

/** @param refuse answers a connection whose next request is of no method at all */
export function acceptUpdateMethod(
  server: Server,
  answers: AnswersInOrder,
  refuse: (error: ClientError, connection: Duplex) => void,
): UpdateMethod {
  const methods = watchMethods(server);
  const updates = new WeakSet<IncomingMessage>();
  /** Connections that their parser lost. It goes on measuring their time. */
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
  /**
   * The last bytes, two at most, of what was read since the last request that was whole up to its body; empty where
   * the connection has said nothing since.
   */
  readBefore(connection: Duplex): string;
}

/** Node's `HTTPParser`, as far as it is used. The functions stand under numbers, which its class names. */
interface Parser {
  readonly constructor: { readonly kOnMessageBegin?: number; readonly kOnExecute?: number };
  /** The packet that is being looked at. */
  readonly getCurrentBuffer?: () => Buffer;
  [callback: number]: ((...parameters: never[]) => unknown) | null | undefined;
}

interface Reading {
  /** A request has begun whose headers are not there in whole. */
  isInHead: boolean;
  /** The same, before the packet that is being read. */
  wasInHead: boolean;
  last: string;
}

/**
 * Remembers how a method began whose packet ended in the midst of it. Node's parser reads connections by itself and shows
 * the packet over which it stumbles, none of those before. Only packets that end within a method or a header are looked
 * at, which those of ordinary clients do not; all others cost two small calls.
 *
 * What is used of the parser is not documented: where it is missing, nothing is remembered, and an UPDATE whose U came by
 * itself is refused.
 */
function watchMethods(server: Server): MethodStart {
  const readings = new WeakMap<Duplex, Reading>();

  /** After a packet that could be read. */
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
      // Node reads it from JavaScript, and has done so when this is called.
      connection.on('data', (bytes: Buffer) => note(reading, () => bytes));
      return;
    }
    const { getCurrentBuffer } = parser;
    const executed = parser.constructor.kOnExecute ?? -1;
    const then = parser[executed] as ((outcome: unknown) => unknown) | null | undefined;
    if (!then || getCurrentBuffer === undefined) return;
    parser[executed] = (outcome: unknown) => {
      // What could not be read is told as an error; then it is asked what was read before.
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
