import { joinHangul } from './hangul.ts';

/** What a key does to a text. The caret is always at its end: there is no room at a kiosk for more. */
export type KeyPress = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'backspace' | 'clear' };

/** Enough for what anybody writes standing up. */
const MOST = 500;

let segmenter: Intl.Segmenter | undefined;

/** @param length most characters; 0: no limit of the question's own. */
export function edit(text: string, press: KeyPress, length: number): string {
  switch (press.kind) {
    case 'clear':
      return '';
    case 'backspace': {
      segmenter ??= new Intl.Segmenter();
      // A letter and what stands above it go together.
      const last = [...segmenter.segment(text)].at(-1);
      return last === undefined ? '' : text.slice(0, last.index);
    }
    case 'text': {
      // A letter and the sign that was pressed after it become one.
      const next = /^[\u3131-\u3163]$/.test(press.text)
        ? text.slice(0, -1) + joinHangul(text.slice(-1), press.text)
        : (text + press.text).normalize('NFC');
      return [...next].length > (length > 0 ? length : MOST) ? text : next;
    }
  }
}
