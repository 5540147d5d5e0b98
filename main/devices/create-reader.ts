/** From a reader URL to a running reader. */
import type { CardReader } from '../contract/reader.ts';
import { ok, type Result } from '../contract/result.ts';
import type { ReaderContext } from './reader-context.ts';
import { parseReaderUrl } from './reader-url.ts';
import { createSerialReader } from './serial-reader.ts';
import { createWedgeReader, type WedgeReader } from './wedge-reader.ts';

/** Errors: one line that says what is wrong with the URL. A device that is absent is no error: it is waited for. */
export function createReader(text: string, context: ReaderContext): Result<CardReader | WedgeReader, string> {
  const url = parseReaderUrl(text);
  if (!url.ok) return url;
  return ok(
    url.value.kind === 'serial' ? createSerialReader(url.value, context) : createWedgeReader(url.value, context),
  );
}
