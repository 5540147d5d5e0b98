/**
 * Keyboard-wedge reader that types into the kiosk page.
 *
 * The page passes the typed text on.
 */

import type { TypedCard, WedgeRhythm } from '../../devices/contract/wedge.ts';
import type { CardReader } from '../contract/reader.ts';
import type { WedgeReaderUrl } from '../rules/reader-url.ts';
import { readCardText } from './card-pattern.ts';
import { createCardSource } from './card-source.ts';
import { keyLayout } from './evdev/key-layouts.ts';
import { textOfKeys } from './evdev/typed-text.ts';
import type { ReaderContext } from './reader-context.ts';

export interface WedgeReader extends CardReader {
  readonly rhythm: WedgeRhythm;
  /** Whether the text is a card by this reader's options. */
  takes(typed: TypedCard): boolean;
  /** Text that the page has recognised as a reader's typing, without its final Enter. */
  accept(typed: TypedCard): void;
}

export function createWedgeReader(url: WedgeReaderUrl, context: ReaderContext): WedgeReader {
  const source = createCardSource(url, 'wedge:', context);
  const layout = url.layout === null ? null : keyLayout(url.layout);
  const meant = ({ text, keys }: TypedCard): string =>
    (layout === null || keys === undefined ? text : textOfKeys(keys, layout)).replaceAll(/\p{Cc}/gu, '');
  return {
    name: 'wedge:',
    rhythm: url.rhythm,
    // An unplugged keyboard looks the same as an unused one.
    status: () => ({ kind: 'ready' }),
    onStatus: () => () => {},
    onRead: (listener) => source.onRead(listener),
    onRefused: (listener) => source.onRefused(listener),
    takes: (typed) => readCardText(meant(typed), url).ok,
    accept: (typed) => source.frame(meant(typed)),
    close: async () => source.close(),
  };
}
