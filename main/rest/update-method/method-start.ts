/**
 * Remembers how a method began whose packet ended in the midst of it. Node's parser reads connections by itself and shows
 * the packet over which it stumbles, none of those before. Only packets that end within a method or a header are looked
 * at, which those of ordinary clients do not; all others cost two small calls.
 *
 * What is used of the parser is not documented: where it is missing, nothing is remembered, and an UPDATE whose U came by
 * itself is refused.
 */
import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface MethodStart {
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

const KEPT_BYTES = 2;

export function watchMethods(server: Server): MethodStart {
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
