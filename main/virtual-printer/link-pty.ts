import { openPty } from '../lib/ports/pty.ts';
import type { Link, LinkEnd } from './link.ts';

/** A serial line: the host opens the path like any serial port. The line stays when the printer loses its power. */
export function attachPty(end: LinkEnd): { readonly link: Link; readonly path: string } {
  const pty = openPty();
  pty.onData((bytes) => end.receive(bytes));
  const link: Link = {
    // Whether anybody listens is not known on a serial line; what cannot be written is lost.
    send: (bytes) => void pty.write(bytes).catch(() => {}),
    hold: (stalled) => (stalled ? pty.pause() : pty.resume()),
    powerLost() {},
    async powerBack() {},
    async close() {
      pty.close();
    },
  };
  return { link, path: pty.path };
}
