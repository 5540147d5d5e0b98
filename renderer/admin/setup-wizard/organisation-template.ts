/**
 * Organisation templates of `assets/templates/`.
 *
 * Plain data, with texts in every language of the staff pages.
 */

import type { Pictogram } from '../../../main/site/contract/pictograms.ts';

/** Texts by language, named like the folders of `assets/locales`. */
type Words = Readonly<Record<string, string>>;

export interface TemplateService {
  readonly id: string;
  /** Letter of its numbers. */
  readonly tag: string;
  /** #rrggbb. */
  readonly colour: string;
  /** Picture of its kiosk button. */
  readonly pictogram: Pictogram;
  readonly names: Words;
  readonly group?: string;
  /** False if no visitor gets priority. */
  readonly priority?: boolean;
}

export interface OrganisationTemplate {
  readonly id: string;
  /** Position among the templates. */
  readonly order: number;
  readonly name: Words;
  /** Description in one sentence. */
  readonly about: Words;
  /** #rrggbb; empty for the default colour. */
  readonly colour: string;
  /** Opening hours in OpenStreetMap syntax; empty means always open. */
  readonly schedule: string;
  /** Name of a desk, with `{{n}}` for its number. */
  readonly desk: Words;
  readonly desks: number;
  readonly groups: readonly { readonly id: string; readonly pictogram: Pictogram; readonly names: Words }[];
  readonly services: readonly TemplateService[];
}

/** The text in a language, otherwise in English. */
export function wordsIn(words: Words, language: string): string {
  return words[language] ?? words.en ?? '';
}
