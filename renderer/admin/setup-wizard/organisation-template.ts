/**
 * Organisation templates of `assets/templates/`.
 *
 * Data, with its words in every language of the pages of staff.
 */

import type { Pictogram } from '../../../main/site/contract/pictograms.ts';

/** Words by language, as `assets/locales` names its folders. */
type Words = Readonly<Record<string, string>>;

export interface TemplateService {
  readonly id: string;
  /** The letter before its numbers. */
  readonly tag: string;
  /** #rrggbb. */
  readonly colour: string;
  /** What stands on its button beside the words. */
  readonly pictogram: Pictogram;
  readonly names: Words;
  readonly group?: string;
  /** False where nobody comes first. */
  readonly priority?: boolean;
}

export interface HouseTemplate {
  readonly id: string;
  /** Its place among the templates. */
  readonly order: number;
  readonly name: Words;
  /** What is in it, in a sentence. */
  readonly about: Words;
  /** #rrggbb; empty: the house colour. */
  readonly colour: string;
  /** As OpenStreetMap writes opening hours; empty: always open. */
  readonly schedule: string;
  /** What a desk is called, with `{{n}}` for its number. */
  readonly desk: Words;
  readonly desks: number;
  readonly groups: readonly { readonly id: string; readonly pictogram: Pictogram; readonly names: Words }[];
  readonly services: readonly TemplateService[];
}

/** In that language, else in English. */
export function wordsIn(words: Words, language: string): string {
  return words[language] ?? words.en ?? '';
}
