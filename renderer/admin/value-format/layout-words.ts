/** The layout of a ticket in words: its parts in their order, with what is unusual of each. */
import { USUALLY_BOLD } from '../../../main/site/contract/ticket-layout.ts';
import { objectOf, textOf } from '../model/item.ts';
import { textsName } from '../model/language-name.ts';
import { type EditedPart, ordinalOf, ownParts, partsOf } from '../ticket/ticket-part.ts';
import { joined, type Wording } from './wording.ts';

/** The change log keeps nothing that says nothing. */
type KeptPart = Pick<EditedPart, 'part'> & Partial<EditedPart>;

/** @param other whose translations, where they are the same, need not be said. */
export function layoutWords(wording: Wording, value: unknown, other: unknown): readonly string[] {
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
