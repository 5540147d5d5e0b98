/**
 * Keyboard reader that types into the kiosk page.
 *
 * It types into the kiosk page, and the page hands over what it typed.
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
  /** Whether it is a card by this reader's options. */
  takes(typed: TypedCard): boolean;
  /** What the page has recognised as a reader's typing, without its final Enter. */
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
    // Whether a keyboard is plugged in cannot be told from one that nobody touches.
    status: () => ({ kind: 'ready' }),
    onStatus: () => () => {},
    onRead: (listener) => source.onRead(listener),
    onRefused: (listener) => source.onRefused(listener),
    takes: (typed) => readCardText(meant(typed), url).ok,
    accept: (typed) => source.frame(meant(typed)),
    close: async () => source.close(),
  };
}
