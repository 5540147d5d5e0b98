/** JSON Lines: one JSON value a line, written as it is read. */
import type { FastifyReply } from 'fastify';
import { sendDownload } from './download.ts';

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

export function sendJsonLines(reply: FastifyReply, { fileName, values }: JsonLines): FastifyReply {
  const type = 'application/x-ndjson; charset=utf-8';
  return sendDownload(reply, { type, name: fileName, ending: 'jsonl', text: lines(values) });
}
