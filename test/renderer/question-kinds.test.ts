/** The kiosk asks with the keys that the server's reading of an answer calls for: one table for both. */
import { describe, expect, it } from 'vitest';
import { ANSWER_TYPE, MASK } from '../../main/forms/contract/form-constants.ts';
import type { FormQuestion } from '../../main/forms/rules/form-book.ts';
import { readAnswer } from '../../main/forms/rules/read-answer.ts';
import type { ShownQuestion } from '../../main/kiosk/contract/kiosk.ts';
import { faultKey, kindOf, type QuestionKind } from '../../renderer/kiosk/questions/question-kind.ts';

interface Row {
  readonly name: string;
  readonly type: number;
  readonly mask?: number;
  readonly regex?: string;
  readonly example?: string;
  readonly kind: QuestionKind;
  readonly fits: string;
  readonly misses: string;
  /** The words that a visitor reads then. */
  readonly fault: string;
}

const { text, date, email, phone, number } = ANSWER_TYPE;
const TABLE: readonly Row[] = [
  { name: 'digits', type: text, mask: MASK.numeric, kind: 'digits', fits: '0471', misses: 'A471', fault: 'digits' },
  { name: 'letters', type: text, mask: MASK.alpha, kind: 'text', fits: 'Zoë', misses: 'Zo3', fault: 'letters' },
  {
    name: 'letters and digits',
    type: text,
    mask: MASK.alphanumeric,
    kind: 'text',
    fits: 'B 12',
    misses: 'B#12',
    fault: 'lettersDigits',
  },
  {
    name: 'a pattern of digits',
    type: text,
    mask: MASK.custom,
    regex: '[0-9]{2}-[0-9]{2}',
    example: '12-34',
    kind: 'digits',
    fits: '99-00',
    misses: '9900',
    fault: 'example',
  },
  {
    name: 'a pattern with letters',
    type: text,
    mask: MASK.custom,
    regex: '[A-Z]{2}[0-9]{2}',
    example: 'AB12',
    kind: 'text',
    fits: 'XY00',
    misses: 'X000',
    fault: 'example',
  },
  { name: 'a day', type: date, kind: 'date', fits: '2026-02-28', misses: '2026-02-30', fault: 'date' },
  { name: 'an address', type: email, kind: 'text', fits: 'a@b.example', misses: 'a@b', fault: 'email' },
  { name: 'a telephone', type: phone, kind: 'digits', fits: '+351 21', misses: 'call me', fault: 'phone' },
  { name: 'a number', type: number, kind: 'digits', fits: '-2,5', misses: '2,5,1', fault: 'number' },
];

describe('a question', () => {
  it.each(TABLE)('for $name', ({ type, mask = 0, regex = '', example = '', kind, fits, misses, fault }) => {
    const config = { mask, length: 0, regex, example, to: 5, options: [], translations: {} };
    const asked = { type, config } as unknown as FormQuestion;
    expect(readAnswer(asked, fits)).toMatchObject({ ok: true });
    expect(readAnswer(asked, misses)).toEqual({ ok: false, error: 'format' });

    const shown = { type, mask, example, options: [] as string[] } as unknown as ShownQuestion;
    expect(kindOf(shown)).toBe(kind);
    expect(faultKey('format', shown)).toBe(fault);
    // Whoever has only keys of digits can write what fits.
    if (kind === 'digits') expect(fits).toMatch(/^[0-9 +,.-]+$/);
  });
});
