/** A keyboard-wedge reader: it types into the kiosk page, and the page hands over what it typed. */
import type { CardReader } from '../contract/reader.ts';
import { createCardSource } from './card-source.ts';
import type { ReaderContext } from './reader-context.ts';
import type { WedgeReaderUrl } from './reader-url.ts';

export interface WedgeReader extends CardReader {
  /** What the page has recognised as a reader's typing, without its final Enter. */
  accept(text: string): void;
}

export function createWedgeReader(url: WedgeReaderUrl, context: ReaderContext): WedgeReader {
  const source = createCardSource(url, 'wedge:', context);
  return {
    name: 'wedge:',
    // Whether a keyboard is plugged in cannot be told from one that nobody touches.
    status: () => ({ kind: 'ready' }),
    onStatus: () => () => {},
    onRead: (listener) => source.onRead(listener),
    accept: (text) => source.frame(text.replaceAll(/\p{Cc}/gu, '')),
    close: async () => source.close(),
  };
}
