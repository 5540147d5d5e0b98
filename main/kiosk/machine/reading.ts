/** In which words a visitor reads: the language, or the same in simple language. */

import { baseLanguage } from '../../lib/language.ts';
import { SIMPLE_LANGUAGES } from '../../lib/languages.ts';
import { simpleLanguage } from '../../lib/simple-language.ts';
import type { KioskModel } from './model.ts';

/** Whether the program has words in simple language for it. */
export const hasSimple = (lang: string): boolean => SIMPLE_LANGUAGES.some((each) => each === baseLanguage(lang));

export const readsSimple = ({ lang, simple }: KioskModel): boolean => simple && hasSimple(lang);

/** Of the words of the house: what it does not say in simple language it says as usual. */
export const readIn = (model: KioskModel): string => (readsSimple(model) ? simpleLanguage(model.lang) : model.lang);
