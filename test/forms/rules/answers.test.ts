import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../main/forms/rules/read-answer.ts';
import { type Kind, question, questionsOf } from './form-site.ts';

function read(kind: Kind, given: unknown, config: object = {}) {
  const [asked] = questionsOf([question('q', kind, { config })]);
  const answer = readAnswer(asked!, given);
  return answer.ok ? answer.value : answer.error;
}

describe('a text answer', () => {
  it('is trimmed and normalised', () => {
    expect(read('text', '  Cafe\u0301 ')).toEqual(['Café']);
    expect(read('text', ' \n ')).toBeNull();
    expect(read('text', 7)).toEqual(['7']);
  });

  it('contains no control characters, unpaired surrogates or objects', () => {
    for (const bad of ['a\u0000b', 'a\u001bb', '\ud800', { a: 1 }, ['a', 'b']])
      expect(read('text', bad)).toBe('format');
  });

  it.each([
    ['12345', 2, ['12345']],
    ['٣٤', 2, ['34']],
    ['12a', 2, 'format'],
    ['-1', 2, 'format'],
    ['Anne-Marie O’Neil', 3, ['Anne-Marie O’Neil']],
    ['Ζωή', 3, ['Ζωή']],
    ['محمد', 3, ['محمد']],
    ['हिन्दी', 3, ['हिन्दी']],
    ['王小明', 3, ['王小明']],
    ['R2D2', 3, 'format'],
    ['--', 3, 'format'],
    ['Straße 7, 2.º', 4, ['Straße 7, 2.º']],
    ['<b>', 4, 'format'],
    ['<b>', 0, ['<b>']],
  ])('%s with mask %i is read or refused', (given, mask, expected) => {
    expect(read('text', given, { mask })).toEqual(expected);
  });

  it('has at most the length of its question, counted in characters', () => {
    expect(read('text', '😀😀😀', { length: '3' })).toEqual(['😀😀😀']);
    expect(read('text', 'four', { length: 3 })).toBe('length');
    expect(read('text', 'x'.repeat(4001))).toBe('length');
  });

  it('matches the whole pattern of its question', () => {
    const config = { mask: 5, regex: '[0-9]{4}/[0-9]{5}', example: '2030/00042' };
    expect(read('text', '2030/00042', config)).toEqual(['2030/00042']);
    expect(read('text', 'x2030/00042', config)).toBe('format');
    expect(read('text', '2030/000420', config)).toBe('format');
  });

  it('cannot cause a runaway pattern', () => {
    const config = { mask: 5, regex: '(a+)+(a|aa)+(.*)*$' };
    expect(read('text', `${'a'.repeat(400)}`, config)).toEqual(['a'.repeat(400)]);
    expect(read('text', `${'a'.repeat(499)}!`, { mask: 5, regex: '^(a+)+$' })).toBe('format');
  });
});

describe('answers of other types', () => {
  it.each<[Kind, unknown, unknown]>([
    ['rating', 5, ['5']],
    ['rating', '٤', ['4']],
    ['rating', 0, 'choice'],
    ['rating', 6, 'choice'],
    ['rating', '1.5', 'choice'],
    ['date', '2028-02-29', ['2028-02-29']],
    ['date', '2027-02-29', 'format'],
    ['date', '2027-13-01', 'format'],
    ['date', '1.2.2027', 'format'],
    ['yes or no', true, ['yes']],
    ['yes or no', 'NO', ['no']],
    ['yes or no', 'perhaps', 'choice'],
    ['e-mail', 'ana@pontalva.example', ['ana@pontalva.example']],
    ['e-mail', 'josé@exámple.pt', ['josé@exámple.pt']],
    ['e-mail', 'ana@localhost', 'format'],
    ['e-mail', 'a@b@c.pt', 'format'],
    ['e-mail', 'ana @b.pt', 'format'],
    ['phone', '+351 (21) 123-4567', ['+351 (21) 123-4567']],
    ['phone', '12', 'format'],
    ['phone', 'call me', 'format'],
    ['number', '12,5', ['12.5']],
    ['number', -3, ['-3']],
    ['number', '1e9', 'format'],
    ['number', '', null],
  ])('of type %s are read or refused: %j', (kind, given, expected) => {
    expect(read(kind, given)).toEqual(expected);
  });

  it('to questions with options are options, in their order, each once', () => {
    const config = { options: ['Red', 'Green', 'Blue'] };
    expect(read('one of', 'Green', config)).toEqual(['Green']);
    expect(read('one of', 'Black', config)).toBe('choice');
    expect(read('several of', ['Blue', 'Red', 'Blue'], config)).toEqual(['Red', 'Blue']);
    expect(read('several of', ['Blue', 'Black'], config)).toBe('choice');
    expect(read('several of', [], config)).toBeNull();
    expect(read('one of', 'anything')).toEqual(['anything']);
  });
});
