import type { ShownQuestion } from '../../kiosk/contract/kiosk.ts';
import { inLanguage } from '../../lib/language.ts';
import { usualLanguage } from '../../lib/simple-language.ts';
import type { FormQuestion } from './form-book.ts';

/** A question in the language `lang`. Untranslated texts stay in the site's language. */
export function questionIn(question: FormQuestion, lang: string): ShownQuestion {
  const { id, text, type, required, config } = question;
  const translations = Object.fromEntries(Object.entries(config.translations).map(([key, its]) => [tagOf(key), its]));
  const texts = { '': { question: '', options: [] }, ...translations };
  // Texts without a simple-language version use the ordinary language.
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
