/** Handlers of character styles and code pages. */
import { hasInternationalSet } from '../international.ts';
import type { Align } from '../marks.ts';
import { atLineStart, badArgument, byteAt, choice, type Handler, type Handlers } from './handler.ts';

const ALIGNS: readonly Align[] = ['left', 'center', 'right'];

const underline: Handler = (head, bytes) => {
  const thickness = choice(bytes, 2, 2);
  if (thickness === null) {
    badArgument(head, bytes, 'underline is 0, 1 or 2');
    return;
  }
  head.mode.underline = thickness;
};

const font: Handler = (head, bytes) => {
  const n = byteAt(bytes, 2);
  if (![0, 1, 48, 49, 97, 98].includes(n)) {
    badArgument(head, bytes, 'no such font');
    return;
  }
  head.mode.font = n % 48 === 0 || n === 97 ? 'A' : 'B';
};

/** Settings of how characters look, and the code page they come from. */
export const STYLE: Handlers = {
  'ESC !'(head, bytes) {
    const n = byteAt(bytes, 2);
    if ((n & 0b0100_0110) !== 0) badArgument(head, bytes, 'bits without a meaning');
    head.mode.font = n & 1 ? 'B' : 'A';
    head.mode.bold = (n & 8) !== 0;
    head.mode.heightTimes = n & 16 ? 2 : 1;
    head.mode.widthTimes = n & 32 ? 2 : 1;
    head.mode.underline = n & 128 ? 1 : 0;
  },
  'GS !'(head, bytes) {
    const n = byteAt(bytes, 2);
    if ((n & 0b1000_1000) !== 0) {
      badArgument(head, bytes, 'sizes go from 1 to 8');
      return;
    }
    head.mode.widthTimes = (n >> 4) + 1;
    head.mode.heightTimes = (n & 7) + 1;
  },
  'ESC -': underline,
  'FS -': underline,
  'ESC E'(head, bytes) {
    head.mode.bold = (byteAt(bytes, 2) & 1) === 1;
  },
  'ESC G'(head, bytes) {
    head.mode.doubleStrike = (byteAt(bytes, 2) & 1) === 1;
  },
  'GS B'(head, bytes) {
    head.mode.inverse = (byteAt(bytes, 2) & 1) === 1;
  },
  'ESC M': font,
  'ESC {'(head, bytes) {
    if (atLineStart(head, bytes, 'ESC {')) head.mode.upsideDown = (byteAt(bytes, 2) & 1) === 1;
  },
  'ESC a'(head, bytes) {
    const align = ALIGNS[choice(bytes, 2, 2) ?? -1];
    if (align === undefined) {
      badArgument(head, bytes, 'alignment is 0, 1 or 2');
      return;
    }
    if (align !== head.mode.align && atLineStart(head, bytes, 'ESC a')) head.mode.align = align;
  },
  'ESC SP'(head, bytes) {
    head.mode.characterSpacing = Math.round(byteAt(bytes, 2) * head.mode.unitX);
  },
  'ESC t'(head, bytes) {
    const n = byteAt(bytes, 2);
    if (head.model.pages[n] === undefined) {
      head.fault('unknown-code-page', `page ${n} is not in the table of the model "${head.model.name}"`);
      return;
    }
    head.mode.page = n;
  },
  'ESC R'(head, bytes) {
    const n = byteAt(bytes, 2);
    if (!hasInternationalSet(n)) {
      badArgument(head, bytes, 'no such international character set');
      return;
    }
    head.mode.international = n;
  },
  'FS &'(head) {
    if (head.model.kanji === null) {
      head.fault('unsupported', `FS & needs a double-byte font; the model "${head.model.name}" has none`);
      return;
    }
    head.mode.kanji = true;
  },
  'FS .'(head) {
    head.mode.kanji = false;
  },
  'FS C'(head, bytes) {
    const system = choice(bytes, 2, 2);
    if (system === null) {
      badArgument(head, bytes, 'the kanji code system is 0, 1 or 2');
      return;
    }
    head.mode.kanjiSystem = system;
  },
  // Space around double-byte characters, and their font: without influence on what we print.
  'FS S'() {},
  'FS ( A'() {},
};
