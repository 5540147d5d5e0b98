/**
 * Memory limit of responses that clients do not read, over the whole server.
 */
import type { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Smaller responses cost less than their connection, and connections have their own limit. */
const MIN_COUNTED_BYTES = 16 * 1024;
/**
 * Maximum of all unread responses. Clients normally read within milliseconds; older responses belong to stalled
 * connections.
 */
export const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

export interface UnreadAnswers {
  /** Counts a response until it is closed. Aborts the oldest ones if the total exceeds the limit. */
  hold(bytes: number, answer: Writable): void;
  /** Bytes currently held. */
  held(): number;
}

export function createUnreadAnswers(maxBytes: number): UnreadAnswers {
  /** Bytes by response, oldest first. */
  const answers = new Map<Writable, number>();
  let held = 0;

  // One shared function: a closure per response would cost as much as everything else.
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
        // Keep the newest: there was no time to read it.
        if (held <= maxBytes || oldest === answer) break;
        release.call(oldest);
        oldest.destroy();
      }
    },
  };
}

/** Counts all in-memory responses of this server; streams follow the client's reading speed. */
export function boundUnreadAnswers(app: FastifyInstance, maxBytes = MAX_UNREAD_BYTES): Pick<UnreadAnswers, 'held'> {
  const unread = createUnreadAnswers(maxBytes);
  app.addHook('onSend', (_request, reply, payload, done) => {
    const bytes = typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0;
    if (bytes >= MIN_COUNTED_BYTES) unread.hold(bytes, reply.raw);
    done(null, payload);
  });
  return unread;
}
