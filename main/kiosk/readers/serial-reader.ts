/** A card reader on a serial line, real or USB. */
import type { CardReader } from '../contract/reader.ts';
import { serialDial } from './dial-serial.ts';
import type { ReaderContext } from './reader-context.ts';
import type { SerialReaderUrl } from './reader-url.ts';
import { createLinkedReader } from './reconnecting-reader.ts';

export function createSerialReader(url: SerialReaderUrl, context: ReaderContext): CardReader {
  const { path, baudRate } = url;
  return createLinkedReader(url, `serial:${path}`, context, (heard) =>
    serialDial({ path, baudRate, access: context.access ?? null }, heard.bytes),
  );
}
