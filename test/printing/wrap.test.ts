import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printableText } from '../../main/printing/printable-text.ts';
import { wrapText } from '../../main/printing/wrap.ts';

const columns = (text: string): number => Array.from(text).length;

describe('wrapping', () => {
  it('breaks at spaces', () => {
    expect(wrapText('Please have your passport ready.', 12, columns)).toEqual([
      'Please have',
      'your',
      'passport',
      'ready.',
    ]);
  });

  it('breaks inside a word only when the word is longer than the line', () => {
    expect(wrapText('am Donaudampfschiff vorbei', 10, columns)).toEqual(['am', 'Donaudampf', 'schiff', 'vorbei']);
  });

  it('keeps the line ends of the text, and no empty lines', () => {
    expect(wrapText('one\n\ntwo three', 20, columns)).toEqual(['one', 'two three']);
  });

  it('breaks Chinese anywhere but before a closing and after an opening mark', () => {
    expect(wrapText('请准备好您的旧护照。', 9, columns)).toEqual(['请准备好您的旧护', '照。']);
    expect(wrapText('一二三（四五）', 4, columns)).toEqual(['一二三', '（四五）']);
  });

  it('keeps a number inside Chinese whole', () => {
    expect(wrapText('请到A043窗口', 4, columns)).toEqual(['请到', 'A043', '窗口']);
  });

  it('loses nothing and never passes the width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 4, max: 48 }), (text, width) => {
        const clean = printableText(text);
        const lines = wrapText(clean, width, columns);
        const joined = (parts: readonly string[]): string => parts.join('').replaceAll(/[ \n]/g, '');
        expect(joined(lines)).toBe(joined([clean]));
        // A single cluster of many code points may be wider than the line; it cannot be cut.
        const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });
        for (const line of lines) {
          const single = [...clusters.segment(line)].length === 1;
          expect(single || columns(line) <= width).toBe(true);
        }
      }),
    );
  });
});

describe('printable text', () => {
  it('lets no control character through', () => {
    expect(printableText('Desk\u001b@\u0010\u0014\u0008 4\u007f\u009b')).toBe('Desk@ 4');
  });

  it('composes letters, and makes every space a plain one', () => {
    expect(printableText('Cafe\u0301 2\u202f€\u00a0a\tb')).toBe('Café 2 € a b');
  });

  it('drops halves of characters', () => {
    expect(printableText('a\ud800b')).toBe('ab');
  });
});
