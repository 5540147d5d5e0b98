/** File downloads, streamed. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export interface Download {
  readonly type: string;
  /** Without extension; characters other than letters, digits, `-` and `_` are replaced. */
  readonly name: string;
  readonly ending: string;
  readonly text: AsyncIterable<string>;
}

/** Reads the next text only when the previous one was sent, so that a long file needs no memory. */
export function sendDownload(reply: FastifyReply, { type, name, ending, text }: Download): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w-]+/g, '_')}.${ending}"`)
    .send(Readable.from(text, { objectMode: true, highWaterMark: 1 }));
}
