import type { TFunction } from 'i18next';
import { isSimpleLanguage, usualLanguage } from '../../../main/lib/simple-language.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { ownName } from '../../shared/language.ts';

/** Name of a language in that language; an unknown code stays as it is. */
export function languageName(id: string): string {
  try {
    return ownName(id.replaceAll('_', '-'));
  } catch {
    return id;
  }
}

/** Name of a text's language; simple language is named in the user's language. */
export function textsName(t: TFunction, id: string): string {
  if (!isSimpleLanguage(id)) return languageName(id);
  return t('texts.simpleOf', { language: languageName(usualLanguage(id)) });
}

/** Default language of the organisation's texts. */
export function ownLanguage({ settings }: SiteFile): string {
  return settings?.default_lang ?? 'en';
}

/** Languages for translations: those of the organisation and those of existing texts, without simple language. */
export function otherLanguages(file: SiteFile, texts: object): readonly string[] {
  const own = ownLanguage(file);
  const all = new Set([...(file.settings?.languages ?? []), ...Object.keys(texts)]);
  return [...all].filter((id) => id !== own && !isSimpleLanguage(id));
}
