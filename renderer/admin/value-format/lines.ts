/** Values of a field as lines, compared with another state. */
import { STAGES } from '../../../main/forms/contract/form-constants.ts';
import { USUALLY_BOLD } from '../../../main/site/contract/ticket-layout.ts';
import { stageOf } from '../forms/question.ts';
import { type Item, isSame, objectOf, textOf } from '../model/item.ts';
import { textsName } from '../model/language-name.ts';
import { type EditedPart, ordinalOf, ownParts, partsOf } from '../ticket/ticket-part.ts';
import { idOf, leavesOf } from './leaves.ts';
import { leafWords, valueWords } from './value-words.ts';
import { joined, NOTHING, type Path, type ValueLine, type Wording } from './wording.ts';

interface Said {
  readonly words: string;
  readonly under?: boolean;
}

/** @param other the version to compare with: of nested values, only the differences are listed */
export function linesOf(
  wording: Wording,
  part: string,
  path: Path,
  value: unknown,
  other: unknown,
): readonly ValueLine[] {
  if (path[0] === 'ticket_layout' && path.length === 1 && ownParts(value).length === 0) {
    return [{ words: wording.t('layout.short'), differs: false }];
  }
  const mine = said(wording, part, path, value, other);
  if (mine.length === 0) return [{ words: NOTHING, differs: false }];
  if (mine.length === 1 && !Array.isArray(value)) return mine.map((line) => ({ ...line, differs: false }));
  const theirs = said(wording, part, path, other, value);
  const common = inCommon(
    mine.map(({ words }) => words),
    theirs.map(({ words }) => words),
  );
  return mine.map((line, place) => ({ ...line, differs: !common.has(place) }));
}

function said(wording: Wording, part: string, path: Path, value: unknown, other: unknown): readonly Said[] {
  if (path[0] === 'ticket_layout' && path.length === 1) {
    return layoutWords(wording, value, other).map((words) => ({ words }));
  }
  if (part === 'forms' && path[0] === 'questions' && path.length === 1) return questions(wording, value, other);
  if (Array.isArray(value)) return value.map((each) => ({ words: valueWords(wording, part, path, each) }));
  if (isObject(value) || isObject(other)) return inside(wording, part, path, value, other);
  return [{ words: valueWords(wording, part, path, value) }];
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Nested values with their names; equal ones are left out. */
function inside(wording: Wording, part: string, path: Path, value: unknown, other: unknown): readonly Said[] {
  const [mine, theirs] = [leavesOf(value, path), leavesOf(other, path)];
  const find = (leaves: typeof mine, wanted: Path): unknown =>
    leaves.find(({ path: each }) => isSame(each, wanted))?.value;
  const missing = theirs.filter(({ path: each }) => find(mine, each) === undefined);
  return [...mine, ...missing.map(({ path: each }) => ({ path: each, value: undefined }))]
    .filter(({ path: each, value: leaf }) => !isSame(leaf, find(theirs, each)))
    .map((leaf) => ({ words: leafWords(wording, part, leaf, path.length) }));
}

/** Each question by its text, followed by its differences. */
function questions(wording: Wording, value: unknown, other: unknown): readonly Said[] {
  const others = STAGES.flatMap((stage) => stageOf(other, stage));
  return STAGES.flatMap((stage) =>
    stageOf(value, stage).flatMap((question): readonly Said[] => {
      const words = `${wording.t(`stage.${stage}`)} · ${textOf(question, 'question')}`;
      const match = others.find((each) => idOf(each) === idOf(question));
      if (match === undefined) return [{ words }];
      const path = ['questions', stage, idOf(question)];
      return [{ words }, ...inside(wording, 'forms', path, details(question), details(match)).map(under)];
    }),
  );
}

/** Without text and position, which the question's own line shows. */
function details({ id: _id, question: _question, question_order: _order, ...rest }: Item): Item {
  return rest;
}

function under(line: Said): Said {
  return { ...line, under: true };
}

/** Indexes of entries of the first list in a longest common subsequence; symmetric in both lists. */
function inCommon(one: readonly string[], other: readonly string[]): ReadonlySet<number> {
  const isTurned = one.join('\n') > other.join('\n');
  const pairs = isTurned ? pairsOf(other, one) : pairsOf(one, other);
  return new Set(pairs.map(([first, second]) => (isTurned ? second : first)));
}

/** Longest common subsequence as pairs of indexes. */
function pairsOf(one: readonly string[], other: readonly string[]): readonly (readonly [number, number])[] {
  const lengths = Array.from({ length: one.length + 1 }, () => [...other, ''].map(() => 0));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row !== undefined) row[j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    if (one[i] === other[j]) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** The audit log leaves empty values out. */
type KeptPart = Pick<EditedPart, 'part'> & Partial<EditedPart>;

/**
 * A ticket layout in words: its blocks in order, with values that differ from the default.
 * @param other version to compare with; equal translations are left out
 */
function layoutWords(wording: Wording, value: unknown, other: unknown): readonly string[] {
  const parts = partsOf(value);
  const others = ownParts(other).filter(({ part }) => part === 'text');
  const texts = parts.filter(({ part }) => part === 'text');
  return parts.map((part, place) => {
    const ordinal = ordinalOf(parts, place);
    const name = `${wording.t(`layout.part.${part.part}`)}${ordinal === 0 || part.part !== 'text' ? '' : ` ${ordinal}`}`;
    const more = [...looks(wording, part), ...says(wording, part, others[texts.indexOf(part)])];
    return more.length === 0 ? name : `${name} (${joined(wording, more)})`;
  });
}

function looks({ t }: Wording, { part, size = 0, align, bold }: KeptPart): readonly string[] {
  return [
    ...(size === 0 ? [] : [t(`layout.size.${size}`)]),
    ...(align === 'start' ? [t('layout.atStart')] : []),
    ...(bold === undefined || bold === USUALLY_BOLD.has(part) ? [] : [t(bold ? 'layout.bold' : 'layout.light')]),
  ];
}

function says(
  { t }: Wording,
  { part, text = '', translations = {} }: KeptPart,
  other: EditedPart | undefined,
): readonly string[] {
  if (part !== 'text') return [];
  const translated = Object.entries(translations)
    .map(([id, texts]) => [id, textOf(objectOf(texts), 'text')] as const)
    .filter(([id, words]) => words !== '' && words !== textOf(objectOf(other?.translations?.[id]), 'text'))
    .map(([id, words]) => `${textsName(t, id)}: “${words}”`);
  return [`“${text}”`, ...translated];
}
