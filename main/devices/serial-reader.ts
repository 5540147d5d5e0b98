/** A card reader on a serial line, real or USB. It may be absent at the start and come and go. */
import type { CardReader, ReaderStatus } from '../contract/reader.ts';
import { createCardSource } from './card-source.ts';
import { createFramer } from './framing.ts';
import type { ReaderContext } from './reader-context.ts';
import type { SerialReaderUrl } from './reader-url.ts';
import { openSerialLink } from './serial-link.ts';

export function createSerialReader(url: SerialReaderUrl, context: ReaderContext): CardReader {
  const { clock, log } = context;
  const name = `serial:${url.path}`;
  const listeners = new Set<(status: ReaderStatus) => void>();
  const source = createCardSource(url, name, context);
  const framer = createFramer(clock, {
    frame: (text) => source.frame(text),
    dropped: (length) => log.warn('reader.frame-dropped', { reader: name, length }),
  });
  const link = openSerialLink(
    { path: url.path, baudRate: url.baudRate, clock, access: context.access ?? null },
    {
      data: (bytes) => framer.push(bytes),
      status(status) {
        framer.reset();
        if (status.kind === 'ready') log.info('reader.ready', { reader: name });
        if (status.kind === 'absent') log.warn('reader.absent', { reader: name, detail: status.detail });
        for (const listener of listeners) listener(status);
      },
    },
  );

  return {
    name,
    status: () => link.status(),
    onStatus(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onRead: (listener) => source.onRead(listener),
    async close() {
      listeners.clear();
      framer.reset();
      source.close();
      await link.close();
    },
  };
}
