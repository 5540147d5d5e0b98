/** Memory held by answers that their clients do not read: bounded for the whole server, whoever they are. */
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { whenAnswered } from '../heavy-work.ts';

/** Smaller ones are less than a connection costs; connections are bounded themselves. */
const MIN_COUNTED_BYTES = 16 * 1024;
/** Of all answers that are not read yet. An answer is read in milliseconds; what lies here long is on a stalled connection. */
export const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

interface Unread {
  readonly bytes: number;
  readonly connection: Duplex;
}

export interface UnreadAnswers {
  /** Counts an answer until it is read or its connection is closed. Ends the oldest ones where all are too many. */
  hold(bytes: number, connection: Duplex, closed: (end: () => void) => void): void;
  /** Bytes that are held. */
  held(): number;
}

export function createUnreadAnswers(maxBytes: number): UnreadAnswers {
  /** Oldest first. */
  const answers = new Set<Unread>();
  let held = 0;

  function release(answer: Unread): void {
    if (answers.delete(answer)) held -= answer.bytes;
  }

  return {
    held: () => held,
    hold(bytes, connection, closed) {
      const answer: Unread = { bytes, connection };
      answers.add(answer);
      held += bytes;
      closed(() => release(answer));
      for (const oldest of answers) {
        // The newest has had no time to be read.
        if (held <= maxBytes || oldest === answer) break;
        release(oldest);
        oldest.connection.destroy();
      }
    },
  };
}

/** Counts all answers of this server that are in memory as a whole; a stream is read as its client reads. */
export function boundUnreadAnswers(app: FastifyInstance, maxBytes = MAX_UNREAD_BYTES): Pick<UnreadAnswers, 'held'> {
  const unread = createUnreadAnswers(maxBytes);
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0;
    if (bytes >= MIN_COUNTED_BYTES) {
      unread.hold(bytes, request.raw.socket, (end) => whenAnswered(reply.raw, end));
    }
    done(null, payload);
  });
  return unread;
}
