import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printableText } from '../../main/printing/ticket-parts.ts';
import { endWith, type Measure, wrapLines } from '../../main/printing/wrap.ts';

const columns = (text: string): number => Array.from(text).length;
const wrapText = (text: string, width: number, measure: Measure): string[] => [...wrapLines(text, width, measure)];

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
    expect(wrapText('请准备好您的旧护照。', 9, columns)).toEqual(['请准备好您的旧', '护照。']);
    expect(wrapText('一二三（四五）', 4, columns)).toEqual(['一二三', '（四五）']);
  });

  it('keeps a number inside Chinese whole', () => {
    expect(wrapText('请到A043窗口', 4, columns)).toEqual(['请到', 'A043', '窗口']);
  });

  it('keeps small kana, long vowels and closing marks with the preceding character', () => {
    expect(wrapText('ちょっとカード', 5, columns)).toEqual(['ちょっと', 'カード']);
    expect(wrapText('きっぷ', 1, columns)).toEqual(['き', 'っ', 'ぷ']);
    expect(wrapText('どうぞ「総合案内」へ', 4, columns)).toEqual(['どうぞ', '「総合案', '内」へ']);
  });

  it('breaks Thai between words, which have no spaces between them', () => {
    expect(wrapText('กรุณาเก็บบัตรนี้ไว้', 9, columns)).toEqual(['กรุณาเก็บ', 'บัตรนี้', 'ไว้']);
    expect(wrapText('ต่างๆ', 4, columns)).toEqual(['ต่าง', 'ๆ']);
    expect(wrapText('ไปA043ที่นี่', 6, columns)).toEqual(['ไปA043', 'ที่นี่']);
  });

  it('never parts the two words of หน้าจอ (screen): a word of two letters stays with the one before', () => {
    for (const said of ['โปรดดูหมายเลขของคุณที่หน้าจอ', 'กรุณาดูหมายเลขบนหน้าจอ', 'กรุณาดูหน้าจอให้ดี']) {
      for (let width = 6; width <= 40; width += 1) {
        const lines = wrapText(said, width, columns);
        expect(lines.join('')).toBe(said);
        expect(lines.filter((line) => line.includes('หน้าจอ'))).toHaveLength(1);
      }
    }
    expect(wrapText('ชำระค่าธรรมเนียม', 13, columns)).toEqual(['ชำระ', 'ค่าธรรมเนียม']);
    // Two such words in a row stay together, and a chain of them still has places to break.
    expect(wrapText('ไปดูจอใน', 4, columns)).toEqual(['ไปดู', 'จอใน']);
  });

  it('leaves no last word, and no last Chinese character, alone on its line', () => {
    expect(wrapText('请准备好您的旧护照和一张照片。', 13, columns)).toEqual(['请准备好您的旧护照和一张', '照片。']);
    expect(wrapText('Please watch the screen for your number.', 32, columns)).toEqual([
      'Please watch the screen for',
      'your number.',
    ]);
    // No change if another word would be alone, or both do not fit together.
    expect(wrapText('Vital records', 8, columns)).toEqual(['Vital', 'records']);
    expect(wrapText('We are at the registration counter-desk', 25, columns)).toEqual([
      'We are at the',
      'registration counter-desk',
    ]);
    expect(wrapText('We are at the registrations counter-desk', 26, columns)).toEqual([
      'We are at the',
      'registrations counter-desk',
    ]);
    expect(wrapText('You are at the registrations counter-desk', 24, columns)).toEqual([
      'You are at the',
      'registrations',
      'counter-desk',
    ]);
  });

  it.each([
    ['Chinese', '请（持旧护照，一张照片）到「3号窗口」办理：《护照》、身份证。'],
    ['Japanese', '旧パスポートと写真（1枚）をご用意ください。「総合案内」のスタッフまで、どうぞ。'],
    ['Thai', 'กรุณาเตรียมหนังสือเดินทาง (เล่มเก่า) และรูปถ่ายหนึ่งใบๆ ละ 4x6 ซม. ที่เคาน์เตอร์ “ชั้น 2”'],
  ])('puts no closing mark at the start of a line and no opening one at its end, at any width (%s)', (_name, said) => {
    for (let width = 6; width <= 48; width += 1) {
      const lines = wrapText(said, width, columns);
      for (const line of lines) {
        expect(line).not.toMatch(/^[）」』》〉】。、，：；？！ー）\p{Pe}\p{Pf}ๆ]/u);
        expect(line).not.toMatch(/[（「『《〈【\p{Ps}\p{Pi}]$/u);
      }
    }
  });

  it('breaks Korean and Hindi at spaces', () => {
    expect(wrapText('번호표를 보관해 주십시오', 8, columns)).toEqual(['번호표를 보관해', '주십시오']);
    expect(wrapText('टिकट सुरक्षित रखें', 14, columns)).toEqual(['टिकट सुरक्षित', 'रखें']);
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

/** Simple reference: word by word and character by character; a single last word gets the one before. */
function slowWrap(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ').filter((each) => each !== '')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (measure(longer) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = '';
      for (const letter of word) {
        if (line !== '' && measure(line + letter) > width) {
          lines.push(line);
          line = '';
        }
        line += letter;
      }
    }
    if (line !== '') lines.push(line);
    const [before = '', last = ''] = lines.slice(-2);
    const words = before.split(' ');
    const together = `${words.at(-1)} ${last}`;
    // The rest of a split word is not a separate word.
    const isWord = paragraph.split(' ').includes(last) && words.every((word) => paragraph.split(' ').includes(word));
    if (lines.length > 1 && isWord && words.length > 2 && measure(together) <= width) {
      lines.splice(-2, 2, words.slice(0, -1).join(' '), together);
    }
    return lines;
  });
}

describe('fast wrapping', () => {
  /** Characters of several widths, as they are rendered. */
  const drawn: Measure = (text) =>
    Array.from(text).reduce((sum, letter) => sum + 4 + ((letter.codePointAt(0) ?? 0) % 9), 8);
  const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnop'), minLength: 1, maxLength: 30 });
  const text = fc.array(fc.oneof(word, word, fc.constant('\n')), { maxLength: 60 }).map((words) => words.join(' '));

  it('breaks where the reference does', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 60 }), (said, columnsWide) => {
        expect(wrapText(said, columnsWide, columns)).toEqual(slowWrap(said, columnsWide, columns));
        expect(wrapText(said, columnsWide * 9, drawn)).toEqual(slowWrap(said, columnsWide * 9, drawn));
      }),
    );
  });

  it.each([
    ['one word', 'x'.repeat(20_000)],
    ['many words', 'word '.repeat(4000)],
    ['Chinese', '请准备好您的旧护照。'.repeat(2000)],
    ['opening marks', '（'.repeat(20_000)],
  ])('measures no more than a few times what there is (%s)', (_name, said) => {
    let measured = 0;
    const lines = wrapText(said, 40, (line) => {
      measured += line.length;
      return columns(line);
    });
    expect(lines.length).toBeGreaterThan(100);
    expect(measured).toBeLessThan(said.length * 20);
  });

  it('reads only the part of a text for the requested lines', () => {
    let measured = 0;
    const lines = wrapLines('word '.repeat(4000), 40, (line) => {
      measured += line.length;
      return columns(line);
    });
    lines.next();
    expect(measured).toBeLessThan(1000);
  });

  it('ends a truncated line with an ellipsis', () => {
    expect(endWith('…', 'Please have your passport', 12, columns)).toBe('Please have…');
    expect(endWith('…', 'ready', 12, columns)).toBe('ready…');
    expect(endWith('...', 'Passports', 4, columns)).toBe('P...');
  });
});

describe('printable text', () => {
  it('removes control characters', () => {
    expect(printableText('Desk\u001b@\u0010\u0014\u0008 4\u007f\u009b')).toBe('Desk@ 4');
  });

  it('composes characters, and normalises spaces', () => {
    expect(printableText('Cafe\u0301 2\u202f€\u00a0a\tb')).toBe('Café 2 € a b');
  });

  it('drops unpaired surrogates', () => {
    expect(printableText('a\ud800b')).toBe('ab');
  });
});
