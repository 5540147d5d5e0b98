import type { KioskQuestion } from '../../contract/kiosk.ts';
import { inLanguage } from '../language.ts';
import type { FormQuestion } from './form-book.ts';

/** A question as it is asked of somebody who reads `lang`. What is not translated stays as the site wrote it. */
export function questionIn(question: FormQuestion, lang: string): KioskQuestion {
  const { id, text, type, required, config } = question;
  const translations = Object.fromEntries(Object.entries(config.translations).map(([key, its]) => [tagOf(key), its]));
  const translated = inLanguage({ '': { question: '', options: [] }, ...translations }, tagOf(lang), '');
  return {
    id,
    text: translated?.question || text,
    type,
    required,
    options: config.options.map((value, index) => ({ value, label: translated?.options[index] || value })),
    ratingTo: config.to,
    mask: config.mask,
    length: config.length,
    example: config.example,
  };
}

function tagOf(lang: string): string {
  return lang.replaceAll('_', '-').toLowerCase();
}
