import { openPty } from '../lib/ports/pty.ts';
import type { LinkEnd, PrinterCable } from './link.ts';

/** A serial line: the host opens the path like any serial port. The line stays when the printer loses its power. */
export function attachPty(end: LinkEnd): { readonly link: PrinterCable; readonly path: string } {
  const pty = openPty();
  pty.onData((bytes) => end.receive(bytes));
  const link: PrinterCable = {
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
