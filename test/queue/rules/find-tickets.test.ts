/** Search of a day’s tickets, which are joined into long texts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../../main/lib/fold-text.ts';
import { BETWEEN_TEXTS, BETWEEN_TICKETS, findTickets } from '../../../main/queue/rules/find-tickets.ts';

interface Visitor {
  readonly id: string;
  readonly label: string;
  readonly name: string;
  readonly note?: string;
  readonly open?: boolean;
  readonly answers?: readonly string[];
}

const ANA: Visitor = { id: '03-ana', label: 'A001', name: 'Zoë Núñez', answers: ['["new passport"]'] };
const JO: Visitor = { id: '02-jo', label: 'A012', name: 'Jo Ferro', note: 'Asks for Zoe', open: true };
const IBN: Visitor = { id: '01-ibn', label: 'B007', name: 'أحمد ابن', answers: ['["passport"]', '["lost"]'] };

function find(all: readonly Visitor[], wanted: string, most = 10) {
  const said = all.flatMap(({ id, answers = [] }) => answers.map((words) => [id, words] as const)).reverse();
  return findTickets(
    {
      heads: all.map(({ id, open }) => `${id}${BETWEEN_TEXTS}${open ? 1 : 0}`).join(BETWEEN_TICKETS),
      texts: all.map(({ label, name, note = '' }) => [label, name, note].join(BETWEEN_TEXTS)).join(BETWEEN_TICKETS),
    },
    {
      tickets: said.map(([id]) => id).join(BETWEEN_TICKETS),
      texts: said.map(([, each]) => each).join(BETWEEN_TICKETS),
    },
    wanted,
    most,
  );
}

const found = (wanted: string, all = [ANA, JO, IBN]): readonly string[] => find(all, wanted).ids;

describe('a ticket search', () => {
  it.each([
    ['a number without its letter', '12', ['02-jo']],
    ['the beginning of a number', 'a0', ['02-jo', '03-ana']],
    ['a name, before tickets with it in a note', 'zoe', ['03-ana', '02-jo']],
    ['words without accents and capitals, in any order', 'NUNEZ zoë', ['03-ana']],
    ['a name in another script, without its marks', 'احمد', ['01-ibn']],
    ['a word of a form answer', 'passport', ['03-ana', '01-ibn']],
    ['words of the name and of an answer', 'new núñez', ['03-ana']],
    ['words of two answers', 'lost passport', ['01-ibn']],
  ])('finds tickets by %s', (_how, wanted, ids) => {
    expect(found(wanted)).toEqual(ids);
  });

  it.each([
    [
      'an equal number before a newer one that begins with it',
      '12',
      [
        { id: '1', label: 'A012', name: 'Jo' },
        { id: '2', label: '120', name: 'Jo' },
      ],
      ['1', '2'],
    ],
    [
      'an equal label before a newer one that begins with it',
      'a12',
      [
        { id: '1', label: 'A12', name: 'Jo' },
        { id: '2', label: 'A120', name: 'Jo' },
      ],
      ['1', '2'],
    ],
    [
      'a name with all words before a newer ticket with one of them in the note',
      'jo ferro',
      [
        { id: '1', label: 'A001', name: 'Jo Ferro' },
        { id: '2', label: 'A002', name: 'Jo', note: 'with Ferro' },
      ],
      ['1', '2'],
    ],
    [
      'the newest of equal matches',
      'jo',
      [
        { id: '2', label: 'A002', name: 'Jo' },
        { id: '3', label: 'A003', name: 'Jo' },
        { id: '1', label: 'A001', name: 'Jo' },
      ],
      ['3', '2', '1'],
    ],
  ])('lists first %s', (_how, wanted, all: readonly Visitor[], ids) => {
    expect(found(wanted, [...all])).toEqual(ids);
    expect(found(wanted, all.toReversed())).toEqual(ids);
  });

  it('reports further matches only if some are left out', () => {
    const all = ['1', '2'].map((id) => ({ id, label: `A00${id}`, name: 'Jo' }));
    expect(find(all, 'jo', 2).more).toBe(false);
    expect(find(all, 'jo', 1).more).toBe(true);
  });

  it.each([
    ['words of two visitors', 'ferro nunez'],
    ['an id', '03-ana'],
    ['blanks', '  '],
    ['combining marks only', '\u0301'],
    ['the separators between texts', `${BETWEEN_TICKETS}${BETWEEN_TEXTS}`],
  ])('finds nothing by %s', (_how, wanted) => {
    expect(found(wanted)).toEqual([]);
  });

  it('returns at most the requested number of matches, and reports further ones', () => {
    expect(find([ANA, JO, IBN], 'o', 2)).toEqual({ ids: ['02-jo', '03-ana'], more: true });
    expect(find([], 'o')).toEqual({ ids: [], more: false });
  });
});

it('the ticket search finds exactly the tickets that contain every word, for any input', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab1é ß ÀاًA½', '\u{1d400}', '漢'), maxLength: 8 });
  const visitor = fc.record({
    label: text,
    name: text,
    note: text,
    open: fc.boolean(),
    answers: fc.array(text, { maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(visitor, { maxLength: 6 }), text, (all, wanted) => {
      const day = all.map((each, place) => ({ ...each, id: `~${place}` }));
      // Each character separately, as the search splits a word.
      const fold = (words: string): string =>
        [...words.toLowerCase()].map((each) => (each === ' ' ? each : foldText(each))).join('');
      const words = fold(wanted).split(/\s+/).filter(Boolean);
      const fitting = day.filter(({ label, name, note, answers }) =>
        words.every((word) => [label, name, note, ...answers].some((each) => fold(each).includes(word))),
      );
      const expected = words.length === 0 ? [] : fitting.map(({ id }) => id).sort();
      expect([...find(day, wanted).ids].sort()).toEqual(expected);
    }),
  );
});
