/** Texts and names for site values in the reader's language. */
import type { TFunction } from 'i18next';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { useAnswerKinds } from '../forms/question.ts';
import { useAdmin } from '../model/admin.ts';

export interface Wording {
  readonly t: TFunction;
  readonly language: string;
  /** The current site, for names of items. */
  readonly file: SiteFile | null;
  /** Answer types, including those of the organisation. */
  readonly kinds: readonly { readonly id: string; readonly name: string }[];
}

/** One line of a value's text. */
export interface ValueLine {
  readonly words: string;
  /** Whether the other version lacks this line or differs in it. */
  readonly differs: boolean;
  /** Belongs to the line above it. */
  readonly under?: boolean;
}

/** Steps from an item to one of its values: field names, languages, ids or indexes. */
export type Path = readonly string[];

/** Shown for a missing value. */
export const NOTHING = '–';

const SEPARATORS: Readonly<Record<string, string>> = { ar: '، ', zh: '、' };

export function separatorOf(language: string): string {
  return SEPARATORS[language] ?? ', ';
}

export function joined(wording: Wording, words: readonly string[]): string {
  return words.join(separatorOf(wording.language));
}

export function useWording(): Wording {
  const { t, site, language } = useAdmin();
  const kinds = useAnswerKinds();
  return { t, language: language.id.value, file: site.file.value, kinds };
}
