/** Texts and names for site values in the reader's language. */
import type { TFunction } from 'i18next';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { useAnswerKinds } from '../forms/question.ts';
import { useAdmin } from '../model/admin.ts';

export interface Wording {
  readonly t: TFunction;
  readonly language: string;
  /** The site as it is now, for the names of things. */
  readonly file: SiteFile | null;
  /** The kinds of answers, also those of the house. */
  readonly kinds: readonly { readonly id: string; readonly name: string }[];
}

/** One thing of what a field says. */
export interface ValueLine {
  readonly words: string;
  /** Not so, or not there, in what it is compared with. */
  readonly differs: boolean;
  /** Belongs to the line above it. */
  readonly under?: boolean;
}

/** Steps from a thing to one of its values: names of fields, languages, ids or places in a list. */
export type Path = readonly string[];

/** What stands where nothing stands. */
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
