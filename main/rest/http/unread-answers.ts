/**
 * Memory limit of responses that clients do not read.
 *
 * Bounded for the whole server, whoever they are.
 */
import type { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Smaller ones are less than a connection costs; connections are bounded themselves. */
const MIN_COUNTED_BYTES = 16 * 1024;
/** Of all answers that are not read yet. An answer is read in milliseconds; what lies here long is on a stalled connection. */
export const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

export interface UnreadAnswers {
  /** Counts an answer until it is closed: read, or without a connection. Ends the oldest ones where all are too many. */
  hold(bytes: number, answer: Writable): void;
  /** Bytes that are held. */
  held(): number;
}

export function createUnreadAnswers(maxBytes: number): UnreadAnswers {
  /** Bytes of each, oldest first. */
  const answers = new Map<Writable, number>();
  let held = 0;

  // One function for all: a closure of each answer would cost as much as the rest.
  function release(this: Writable): void {
    held -= answers.get(this) ?? 0;
    answers.delete(this);
  }

  return {
    held: () => held,
    hold(bytes, answer) {
      if (answer.closed || answers.has(answer)) return;
      answers.set(answer, bytes);
      held += bytes;
      answer.on('close', release);
      if (held <= maxBytes) return;
      for (const oldest of answers.keys()) {
        // The newest has had no time to be read.
        if (held <= maxBytes || oldest === answer) break;
        release.call(oldest);
        oldest.destroy();
      }
    },
  };
}

/** Counts all answers of this server that are in memory as a whole; a stream is read as its client reads. */
export function boundUnreadAnswers(app: FastifyInstance, maxBytes = MAX_UNREAD_BYTES): Pick<UnreadAnswers, 'held'> {
  const unread = createUnreadAnswers(maxBytes);
  app.addHook('onSend', (_request, reply, payload, done) => {
    const bytes = typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0;
    if (bytes >= MIN_COUNTED_BYTES) unread.hold(bytes, reply.raw);
    done(null, payload);
  });
  return unread;
}
