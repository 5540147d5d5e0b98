/** Handlers of status and identity requests. */
import { badArgument, byteAt, type Handlers, wordAt } from './handler.ts';

/** Handlers by command name: status and identity. */
export const QUERIES: Handlers = {
  'GS a': (head, bytes) => head.mechanics.automaticStatus(byteAt(bytes, 2)),
  'GS r'(head, bytes) {
    const n = byteAt(bytes, 2);
    if (![1, 2, 4, 49, 50, 52].includes(n)) {
      badArgument(head, bytes, 'no such status');
      return;
    }
    const status = head.mechanics.status(n >= 48 ? n - 48 : n);
    if (status !== null) head.mechanics.reply(Uint8Array.of(status));
  },
  'GS I'(head, bytes) {
    const n = byteAt(bytes, 2);
    const known = (n >= 1 && n <= 3) || (n >= 49 && n <= 51) || (n >= 65 && n <= 69);
    if (!known) {
      badArgument(head, bytes, 'no such identity');
      return;
    }
    const answer = head.mechanics.identity(n);
    if (answer !== null) head.mechanics.reply(answer);
  },
  'GS ( H'(head, bytes) {
    const [length, fn, m] = [wordAt(bytes, 3), byteAt(bytes, 5), byteAt(bytes, 6)];
    if (length !== 6) {
      head.fault('bad-length', `GS ( H with a length of ${length}`);
      return;
    }
    if (fn !== 48 || m !== 48) {
      badArgument(head, bytes, 'response function');
      return;
    }
    const id = bytes.slice(7, 11);
    if (id.some((byte) => byte < 0x20 || byte > 0x7e)) badArgument(head, bytes, 'a process ID is four ASCII signs');
    else head.confirm(id);
  },
  // Selects real-time commands; this printer always executes the harmless ones.
  'GS ( D'() {},
  'GS ( E': (head) => head.fault('unsupported', 'GS ( E rewrites the settings in the memory of the printer'),
  // Executed on arrival, see real-time.ts; in the stream it has no effect.
  'DLE EOT'(head, bytes) {
    const n = byteAt(bytes, 2);
    if (n < 1 || n > 4) badArgument(head, bytes, 'no such real-time status');
  },
  'DLE ENQ'(head, bytes) {
    if (byteAt(bytes, 2) > 2) badArgument(head, bytes, 'no such real-time request');
  },
  'DLE DC4'() {},
};
