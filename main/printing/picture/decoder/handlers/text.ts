/** Handler of text bytes. */
import iconv from 'iconv-lite';
import { codePage } from '../code-pages.ts';
import { internationalCharacter } from '../international.ts';
import type { PrintHead } from '../print-head.ts';
import { byteAt } from './handler.ts';

const CELLS = { A: { width: 12, height: 24 }, B: { width: 9, height: 17 } } as const;
const KANJI_CELL = 24;

function undefinedByte(head: PrintHead, bytes: readonly number[], where: string): void {
  const shown = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  head.fault('undefined-character', `${shown} is no character in ${where}`);
}

/**
 * Turns text bytes into characters on the line. Keeps the bytes of a double-byte character between calls; anything
 * but text ends it.
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

  /** A command begins: half a character is a fault. */
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
