import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../../main/lib/pattern.ts';
import { question, questionsOf, readForm } from './form-site.ts';

const faults = (before: readonly object[], during: readonly object[] = []): unknown => readForm(before, during);
const at = (path: string): string => `forms[0].questions.before[0].${path}`;

describe('a form is refused', () => {
  it('if an answer type or a question does not exist', () => {
    expect(faults([{ ...question('a', 'text'), qat_id: 'nope' }])).toEqual([
      at('qat_id: there is no question answer type "nope"'),
    ]);
    expect(faults([question('a', 'text', { after: ['b', 'x'] })])).toEqual([
      at('depends_on.question: there is no such question in this form'),
    ]);
  });

  it('if questions depend on each other in a cycle, or on a later list', () => {
    expect(faults([question('a', 'text', { after: ['a', 'x'] })])).toHaveLength(1);
    const circle = [
      question('a', 'text', { after: ['c', 'x'] }),
      question('b', 'text', { after: ['a', 'x'] }),
      question('c', 'text', { after: ['b', 'x'] }),
    ];
    expect(faults(circle)).toHaveLength(3);
    expect(faults([question('a', 'text', { after: ['b', 'x'] })], [question('b', 'text')])).toEqual([
      at('depends_on.question: is asked later than this question'),
    ]);
  });

  it('if two questions have the same id', () => {
    expect(faults([question('a', 'text'), question('a', 'text')])).toEqual([
      'forms[0].questions.before[1].id: "a" is used twice',
    ]);
  });

  it.each([
    ['text', '{"mask":', 'is not JSON'],
    ['text', { mask: 9 }, 'mask: must be a whole number from 0 to 5'],
    ['text', { length: 'long' }, 'length: must be a whole number from 0 to 4000'],
    [
      'text',
      { mask: 5, regex: '(' },
      'regex: is not a valid RE2 pattern (look-around and back-references are not supported)',
    ],
    [
      'text',
      { mask: 5, regex: '(a)\\1' },
      'regex: is not a valid RE2 pattern (look-around and back-references are not supported)',
    ],
    ['text', { mask: 5, regex: '[0-9]+', example: 'abc' }, 'example: does not match the pattern'],
    [
      'text',
      { mask: 5, regex: '[0-9]+', example: '123', length: 2 },
      'example: is longer than the maximum length of an answer',
    ],
    ['rating', { to: 1 }, 'to: must be a whole number from 2 to 10'],
    ['rating', { to: 11 }, 'to: must be a whole number from 2 to 10'],
    ['one of', { options: 'Red' }, 'options: must be a list of at most 200 texts, each up to 500 characters'],
    ['several of', { options: ['Red', 'Red'] }, 'options: contains the same text twice'],
    ['text', { translations: { pt: 'Olá?' } }, 'translations: must contain texts by language'],
    [
      'one of',
      { options: ['Red', 'Blue'], translations: { pt: { question: 'Cor?', options: ['Vermelho'] } } },
      'translations: must have as many options as the question',
    ],
  ] as const)('if the config of a question of type %s is %j', (kind, config, fault) => {
    expect(faults([question('a', kind, { config })])).toEqual([at(`config: ${fault}`)]);
  });
});

describe('a form is accepted', () => {
  it('with numbers as text, and unknown fields in a config', () => {
    const [rating] = questionsOf([question('a', 'rating', { config: { to: '7', stars: true } })]);
    expect(rating?.config.to).toBe(7);
  });

  it('with lists as objects with indexes as keys, and with defaults for missing fields', () => {
    const [first, second] = questionsOf({
      1: { question: 'Two?', qat_id: question('x', 'date').qat_id },
      0: question('one', 'text'),
    } as never);
    expect([first?.id, second?.id]).toEqual(['one', 'two']);
    expect(second).toMatchObject({ required: false, dependsOn: null, anonymiseInDays: null, staffSees: false });
  });

  it('with translations of its texts', () => {
    const config = { options: ['Yes', 'No'], translations: { pt_PT: { question: 'Sim?', options: ['Sim', 'Não'] } } };
    expect(questionsOf([question('a', 'one of', { config })])[0]?.config.translations).toEqual({
      pt_PT: { question: 'Sim?', options: ['Sim', 'Não'] },
    });
  });
});

describe('a pattern', () => {
  it.each(['\\pL{1000}\\pL{1000}\\pL{1000}', '(?:x{10}){900}', `(${'[^a]b'.repeat(90)}){900}`, 'a'.repeat(501)])(
    'is refused before compilation if it is too large: %.40s',
    (source) => {
      expect(compilePattern(source)).toMatchObject({ ok: false });
    },
  );

  it.each([
    ['[A-Z]{2}\\d{2}[A-Z0-9]{4}\\d{7}[A-Z0-9]{0,16}', 'PT50000201231234567890154'],
    ['\\p{Lu}\\p{Ll}+( \\p{Lu}\\p{Ll}+)*', 'Ζωή Άννα'],
    ['[]a]{2}', ']a'],
    ['\\Q{9}\\E', '{9}'],
  ])('%s matches %s', (source, text) => {
    const pattern = compilePattern(source);
    expect(pattern.ok && pattern.value.matches(text)).toBe(true);
  });
});
