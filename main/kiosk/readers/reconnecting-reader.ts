/** Card reader that reconnects after each disconnection. */
import { subscribe } from '../../lib/lists.ts';
import type { CardReader, ReaderStatus } from '../contract/reader.ts';
import type { ReaderUrl } from '../rules/reader-url.ts';
import { createCardSource } from './card-source.ts';
import { createFramer } from './framing.ts';
import type { ReaderContext } from './reader-context.ts';
import { type Dial, openDeviceLink } from './reconnecting-device.ts';

/** Events of a connection. */
export interface ReaderEvents {
  /** Bytes from the reader, in arbitrary chunks. */
  bytes(bytes: Uint8Array): void;
  /** One complete card. */
  card(text: string): void;
  /** The reading and all bytes so far are rejected; the reason is for the log. */
  refused(reason: string): void;
}

/** @param name for the log: scheme and path */
export function createLinkedReader(
  url: ReaderUrl,
  name: string,
  context: ReaderContext,
  dialWith: (heard: ReaderEvents) => Dial,
): CardReader {
  const { clock, log } = context;
  const listeners = new Set<(status: ReaderStatus) => void>();
  const source = createCardSource(url, name, context);
  const framer = createFramer(clock, {
    frame: (text) => source.frame(text),
    dropped(length) {
      log.warn('reader.frame-dropped', { reader: name, length });
      source.refuse('dropped');
    },
  });
  const heard: ReaderEvents = {
    bytes: (bytes) => framer.push(bytes),
    card: (text) => source.frame(text),
    refused(reason) {
      framer.reset();
      log.warn('reader.card-rejected', { reader: name, reason });
      source.refuse(reason);
    },
  };
  const link = openDeviceLink(clock, dialWith(heard), (status) => {
    framer.reset();
    if (status.kind === 'ready') log.info('reader.ready', { reader: name });
    if (status.kind === 'absent') log.warn('reader.disconnected', { reader: name, error: status.detail });
    for (const listener of listeners) listener(status);
  });

  return {
    name,
    status: () => link.status(),
    onStatus: (listener) => subscribe(listeners, listener),
    onRead: (listener) => source.onRead(listener),
    onRefused: (listener) => source.onRefused(listener),
    async close() {
      listeners.clear();
      framer.reset();
      source.close();
      await link.close();
    },
  };
}
