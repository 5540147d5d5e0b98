import type { TFunction } from 'i18next';
import { isSimpleLanguage, usualLanguage } from '../../../main/lib/simple-language.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { ownName } from '../../shared/language.ts';

/** In its own words; what is no language stays as it is written. */
export function languageName(id: string): string {
  try {
    return ownName(id.replaceAll('_', '-'));
  } catch {
    return id;
  }
}

/** Of texts of the house: simple language is called so, in the reader's words. */
export function textsName(t: TFunction, id: string): string {
  if (!isSimpleLanguage(id)) return languageName(id);
  return t('texts.simpleOf', { language: languageName(usualLanguage(id)) });
}

/** The language of the house's own texts. */
export function ownLanguage({ settings }: SiteFile): string {
  return settings?.default_lang ?? 'en';
}

/** Languages in which texts of the house may stand beside its own: those of the house and of the texts, without simple language. */
export function otherLanguages(file: SiteFile, texts: object): readonly string[] {
  const own = ownLanguage(file);
  const all = new Set([...(file.settings?.languages ?? []), ...Object.keys(texts)]);
  return [...all].filter((id) => id !== own && !isSimpleLanguage(id));
}
