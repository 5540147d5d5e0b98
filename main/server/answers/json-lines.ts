/** JSON Lines: one JSON value a line, written as it is read. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface JsonLines {
  /** Without its ending; letters, digits, `-` and `_`. */
  readonly fileName: string;
  /** Some values at a time. */
  readonly values: AsyncIterable<readonly object[]>;
}

async function* lines(values: JsonLines['values']): AsyncGenerator<string> {
  for await (const some of values) {
    if (some.length > 0) yield some.map((value) => `${JSON.stringify(value)}\n`).join('');
  }
}

/** Reads the next values only when the last ones are on their way, so that a long file needs no memory. */
export function sendJsonLines(reply: FastifyReply, { fileName, values }: JsonLines): FastifyReply {
  return reply
    .type('application/x-ndjson; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName.replaceAll(/[^\w-]+/g, '_')}.jsonl"`)
    .send(Readable.from(lines(values), { objectMode: true, highWaterMark: 1 }));
}
