/**
 * Keyboard reader on its own Linux input device.
 *
 * Its input reaches no other program, and other keyboards are never taken for a card.
 */
import type { CardReader } from '../../contract/reader.ts';
import type { EvdevReaderUrl } from '../../rules/reader-url.ts';
import type { ReaderContext } from '../reader-context.ts';
import { createLinkedReader } from '../reconnecting-reader.ts';
import { INPUT_SYSTEM, type InputSystem, inputDial } from './dial-input.ts';
import { nameOfPlace } from './find-input.ts';

export function createEvdevReader(
  url: EvdevReaderUrl,
  context: ReaderContext,
  system: InputSystem = INPUT_SYSTEM,
): CardReader {
  return createLinkedReader(url, `evdev:${nameOfPlace(url.place)}`, context, (heard) =>
    inputDial(url.place, url.layout, heard, system),
  );
}
