/** Creates a running reader from its URL. */

import { fail, ok, type Result } from '../../lib/result.ts';
import { INPUT_REFUSED } from '../../site/rules/device-address.ts';
import type { CardReader } from '../contract/reader.ts';
import { parseReaderUrl } from '../rules/reader-url.ts';
import { createEvdevReader } from './evdev/evdev-reader.ts';
import { createPcscReader } from './pcsc/pcsc-reader.ts';
import type { ReaderContext } from './reader-context.ts';
import { createSerialReader } from './serial-reader.ts';
import { createWedgeReader, type WedgeReader } from './wedge-reader.ts';

/** The error is one line about the URL. A missing device is no error: the reader waits for it. */
export function createReader(text: string, context: ReaderContext): Result<CardReader | WedgeReader, string> {
  const url = parseReaderUrl(text);
  if (!url.ok) return url;
  switch (url.value.kind) {
    case 'serial':
      return ok(createSerialReader(url.value, context));
    case 'evdev':
      // An editor of the site must not be able to record keyboard input of the machine.
      return (context.access ?? null) === null ? ok(createEvdevReader(url.value, context)) : fail(INPUT_REFUSED);
    case 'pcsc':
      return ok(createPcscReader(url.value, context));
    case 'wedge':
      return ok(createWedgeReader(url.value, context));
  }
}
