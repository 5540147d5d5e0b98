/** A CUPS of the tests: HTTP over a socket, and IPP by RFC 8010 and 8011. It shares no code with the program's side. */

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { cupsSpooler } from '../../../main/printing/spool/cups.ts';
import { type PlayedJob, PlayedQueue, type PlayedSystem } from './played-queue.ts';

const NAME = 'tickets';
const STATES = { waiting: 3, printing: 5, canceled: 7, aborted: 8, done: 9 } as const;
const INTEGER = 0x21;
const BOOLEAN = 0x22;
const ENUM = 0x23;
const KEYWORD = 0x44;

type Attribute = readonly [tag: number, name: string, value: Buffer];

function integer(tag: number, name: string, value: number): Attribute {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return [tag, name, bytes];
}

const keyword = (name: string, value: string): Attribute => [KEYWORD, name, Buffer.from(value)];

function encode(status: number, groups: readonly (readonly [tag: number, attributes: readonly Attribute[]])[]): Buffer {
  const out: number[] = [2, 0, status >> 8, status & 255, 0, 0, 0, 1];
  const put = (bytes: Buffer): void => void out.push(bytes.length >> 8, bytes.length & 255, ...bytes);
  const operation: readonly Attribute[] = [
    [0x47, 'attributes-charset', Buffer.from('utf-8')],
    [0x48, 'attributes-natural-language', Buffer.from('en')],
  ];
  for (const [tag, attributes] of [[1, operation] as const, ...groups]) {
    out.push(tag);
    for (const [kind, name, value] of attributes) {
      out.push(kind);
      put(Buffer.from(name));
      put(value);
    }
  }
  return Buffer.from([...out, 3]);
}

interface Read {
  readonly operation: number;
  readonly values: ReadonlyMap<string, Buffer>;
  readonly document: Buffer;
}

function decode(bytes: Buffer): Read {
  const values = new Map<string, Buffer>();
  let at = 8;
  while (bytes[at] !== 3) {
    const tag = bytes[at++] ?? 3;
    if (tag < 0x10) continue;
    const nameEnd = at + 2 + bytes.readUInt16BE(at);
    const name = bytes.toString('utf8', at + 2, nameEnd);
    const end = nameEnd + 2 + bytes.readUInt16BE(nameEnd);
    if (name !== '') values.set(name, bytes.subarray(nameEnd + 2, end));
    at = end;
  }
  return { operation: bytes.readUInt16BE(2), values, document: bytes.subarray(at + 1) };
}

function jobAttributes(job: PlayedJob): readonly Attribute[] {
  return [
    integer(INTEGER, 'job-id', job.id),
    integer(ENUM, 'job-state', STATES[job.state]),
    integer(INTEGER, 'time-at-creation', job.createdS),
    job.hasBegun ? integer(INTEGER, 'time-at-processing', job.createdS) : [0x13, 'time-at-processing', Buffer.alloc(0)],
  ];
}

function printerAttributes(queue: PlayedQueue): readonly Attribute[] {
  const reasons = [
    // As the last job said; an idle queue keeps it.
    ...(queue.saysNoPaper ? ['media-empty-error'] : []),
    ...(queue.isCoverOpen ? ['cover-open-error'] : []),
    ...(queue.isPaused ? ['paused'] : []),
  ];
  const [first = 'none', ...others] = reasons;
  return [
    integer(ENUM, 'printer-state', queue.isPaused ? 5 : queue.open().length > 0 ? 4 : 3),
    keyword('printer-state-reasons', first),
    ...others.map((reason) => keyword('', reason)),
    [BOOLEAN, 'printer-is-accepting-jobs', Buffer.from([queue.mood === 'refuses' ? 0 : 1])],
    integer(INTEGER, 'printer-up-time', queue.nowS),
  ];
}

/** Null: it gives no answer. */
function answer(queue: PlayedQueue, { operation, values, document }: Read): Buffer | null {
  if (values.get('printer-uri')?.toString() !== `ipp://localhost/printers/${NAME}`) return encode(0x0406, []);
  const id = values.get('job-id')?.readInt32BE() ?? 0;
  const job = queue.jobs.find((each) => each.id === id);
  const open = queue.open();
  switch (operation) {
    case 0x0002: {
      if (queue.mood === 'refuses') return encode(0x0506, []);
      if (values.get('document-format')?.toString() !== 'application/vnd.cups-raw') return encode(0x040a, []);
      const taken = queue.take(values.get('job-name')?.toString() ?? '', Buffer.from(document));
      return queue.mood === 'swallows' ? null : encode(0, [[2, jobAttributes(taken)]]);
    }
    case 0x0008:
      return encode(queue.cancel(id) ? 0 : 0x0404, []);
    case 0x0009:
      return job === undefined ? encode(0x0406, []) : encode(0, [[2, jobAttributes(job)]]);
    case 0x000a:
      return encode(
        0,
        open.map((each) => [2, jobAttributes(each)] as const),
      );
    case 0x000b:
      return encode(0, [[4, printerAttributes(queue)]]);
    default:
      return encode(0x0501, []);
  }
}

function serve(queue: PlayedQueue, request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const said = answer(queue, decode(Buffer.concat(chunks)));
    if (said === null) return;
    response.writeHead(200, { 'content-type': 'application/ipp' });
    response.end(said);
  });
}

export async function playedCups(queueName: string = NAME): Promise<PlayedSystem> {
  const queue = new PlayedQueue();
  const socketPath = join(tmpdir(), `cups-${randomUUID()}.sock`);
  const server = createServer((request, response) => serve(queue, request, response));
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(stop);
  return { queue, spooler: cupsSpooler(queueName, { socketPath, platform: 'linux', submitMs: 500 }), stop };
}
