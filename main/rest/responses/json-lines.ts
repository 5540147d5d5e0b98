/** JSON Lines: one JSON value per line, streamed. */
import type { FastifyReply } from 'fastify';
import { sendDownload } from './download.ts';

export interface JsonLines {
  /** Without extension; letters, digits, `-` and `_`. */
  readonly fileName: string;
  /** Values in batches. */
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
