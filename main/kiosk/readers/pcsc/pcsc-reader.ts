/** A reader of chip cards that the system's PC/SC service knows. */

import type { Result } from '../../../lib/result.ts';
import type { CardReader } from '../../contract/reader.ts';
import type { ReaderContext } from '../reader-context.ts';
import type { PcscReaderUrl } from '../reader-url.ts';
import { createLinkedReader } from '../reconnecting-reader.ts';
import { pcscDial } from './dial-pcsc.ts';
import { loadPcsc, type PcscLibrary } from './pcsc-library.ts';

export function createPcscReader(
  url: PcscReaderUrl,
  context: ReaderContext,
  load: () => Result<PcscLibrary, string> = loadPcsc,
): CardReader {
  return createLinkedReader(url, `pcsc:${url.name}`, context, (heard) =>
    pcscDial({ name: url.name }, heard, context.clock, load),
  );
}
