/** Handler of text bytes. */
import iconv from 'iconv-lite';
import { codePage } from '../code-pages.ts';
import type { Align } from '../marks.ts';
import type { PrintHead } from '../print-head.ts';
import { atLineStart, badArgument, byteAt, choice, type Handler, type Handlers } from './handler.ts';

const CELLS = { A: { width: 12, height: 24 }, B: { width: 9, height: 17 } } as const;

const KANJI_CELL = 24;

function undefinedByte(head: PrintHead, bytes: readonly number[], where: string): void {
  const shown = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  head.fault('undefined-character', `${shown} is no character in ${where}`);
}

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

/**
 * `ESC R n`: the twelve ASCII positions that national character sets replace. Epson's ESC/POS reference, "international
 * character set".
 */
const PLACES = '#$@[\\]^`{|}~';

const SETS: readonly string[] = [
  PLACES,
  '#$à°ç§^`éùè¨',
  '#$§ÄÖÜ^`äöüß',
  '£$@[\\]^`{|}~',
  '#$@ÆØÅ^`æøå~',
  '#¤ÉÄÖÅÜéäöåü',
  '#$@°\\é^ùàòèì',
  '₧$@¡Ñ¿^`¨ñ}~',
  '#$@[¥]^`{|}~',
  '#¤ÉÆØÅÜéæøåü',
  '#$ÉÆØÅÜéæøåü',
  '#$á¡Ñ¿é`íñóú',
  '#$á¡Ñ¿éüíñóú',
  '#$@[₩]^`{|}~',
  '#$ŽŠĐĆČžšđćč',
  '#¥@[\\]^`{|}~',
];

function hasInternationalSet(n: number): boolean {
  return n < SETS.length;
}

/** The character of an ASCII byte in international set `n`. */
function internationalCharacter(n: number, ascii: string): string {
  const place = PLACES.indexOf(ascii);
  return place < 0 ? ascii : (SETS[n]?.[place] ?? ascii);
}

/** Handlers by command name: text style and code page. */
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
  // Space around double-byte characters, and their font: without effect here.
  'FS S'() {},
  'FS ( A'() {},
};

/**
 * Converts text bytes to characters on the line. Keeps a partial double-byte character between calls; a command ends
 * it.
 */
export class TextHandler {
  private lead: number[] = [];

  byte(head: PrintHead, byte: number): void {
    if (this.lead.length > 0 || (byte >= 0x80 && this.isDoubleByte(head))) {
      this.doubleByte(head, byte);
      return;
    }
    const character = this.single(head, byte);
    const cell = CELLS[head.mode.font];
    head.put(character ?? '\ufffd', cell.width, cell.height);
  }

  /** A command after half a character is a fault. */
  end(head: PrintHead): void {
    if (this.lead.length > 0) undefinedByte(head, this.lead, 'the double-byte font');
    this.lead = [];
  }

  drop(): void {
    this.lead = [];
  }

  private isDoubleByte(head: PrintHead): boolean {
    const { kanji } = head.model;
    return kanji !== null && (head.mode.kanji || (kanji === 'shiftjis' && head.mode.kanjiSystem === 1));
  }

  private single(head: PrintHead, byte: number): string | null {
    if (byte < 0x7f) return internationalCharacter(head.mode.international, String.fromCharCode(byte));
    const page = codePage(head.model.pages[head.mode.page] ?? 'cp437');
    const character = byte === 0x7f ? null : page.character(byte);
    if (character === null) undefinedByte(head, [byte], `page ${head.mode.page} (${page.name})`);
    return character;
  }

  private doubleByte(head: PrintHead, byte: number): void {
    this.lead.push(byte);
    const { kanji } = head.model;
    const second = byteAt(Uint8Array.from(this.lead), 1);
    const four = kanji === 'gb18030' && second >= 0x30 && second <= 0x39;
    if (this.lead.length < (four ? 4 : 2)) return;
    const character = iconv.decode(Buffer.from(this.lead), kanji ?? 'gb18030');
    const wrong = [...character].length !== 1 || character === '\ufffd';
    if (wrong) undefinedByte(head, this.lead, `the double-byte font (${kanji})`);
    this.lead = [];
    head.put(wrong ? '\ufffd' : character, KANJI_CELL, KANJI_CELL);
  }
}
