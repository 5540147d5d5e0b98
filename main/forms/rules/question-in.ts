import type { ShownQuestion } from '../../kiosk/contract/kiosk.ts';
import { inLanguage } from '../../lib/language.ts';
import { usualLanguage } from '../../lib/simple-language.ts';
import type { FormQuestion } from './form-book.ts';

/** A question as it is asked of somebody who reads `lang`. What is not translated stays as the site wrote it. */
export function questionIn(question: FormQuestion, lang: string): ShownQuestion {
  const { id, text, type, required, config } = question;
  const translations = Object.fromEntries(Object.entries(config.translations).map(([key, its]) => [tagOf(key), its]));
  const texts = { '': { question: '', options: [] }, ...translations };
  // What is not said in simple language is said as usual.
  const said = [lang, usualLanguage(lang)].flatMap((each) => inLanguage(texts, tagOf(each), '') ?? []);
  return {
    id,
    text: said.find((each) => each.question !== '')?.question ?? text,
    type,
    required,
    options: config.options.map((value, index) => ({
      value,
      label: said.find((each) => each.options[index])?.options[index] ?? value,
    })),
    ratingTo: config.to,
    mask: config.mask,
    length: config.length,
    example: config.example,
  };
}

function tagOf(lang: string): string {
  return lang.replaceAll('_', '-').toLowerCase();
}
