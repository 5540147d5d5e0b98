/** Questions and answers in the reader's language. */
import type { TFunction } from 'i18next';
import { ANSWER_TYPE } from '../../main/forms/contract/form-constants.ts';
import type { TicketQuestion } from '../../main/forms/contract/rest/form-questions.ts';
import { isSimpleLanguage } from '../../main/lib/simple-language.ts';

type Translation = TicketQuestion['translations'][string];

function translation({ translations }: TicketQuestion, lang: string): Translation | undefined {
  const base = (id: string): string => id.split(/[-_]/)[0] ?? '';
  const found = Object.keys(translations).find((id) => base(id) === base(lang) && !isSimpleLanguage(id));
  return found === undefined ? undefined : translations[found];
}

export function questionText(question: TicketQuestion, lang: string): string {
  return translation(question, lang)?.question || question.question;
}

/** An option in the reader's language; the site's original text is stored. */
export function optionText(question: TicketQuestion, option: string, lang: string): string {
  const index = question.config.options.indexOf(option);
  return translation(question, lang)?.options[index] || option;
}

export function answerText(question: TicketQuestion, answers: readonly string[], lang: string, t: TFunction): string {
  if (question.anonymised) return t('questions.erased');
  const given = answers.filter((text) => text !== '');
  if (given.length === 0) return t('questions.noAnswer');
  return given
    .map((text) => {
      if (question.type === ANSWER_TYPE.yesNo && (text === 'yes' || text === 'no')) return t(`questions.${text}`);
      if (question.type === ANSWER_TYPE.rating) return t('questions.mark', { mark: text, to: question.config.to });
      if (question.type === ANSWER_TYPE.date) return dateText(text, lang);
      return optionText(question, text, lang);
    })
    .join(t('shared.comma'));
}

function dateText(date: string, lang: string): string {
  const at = Date.parse(`${date}T12:00:00Z`);
  if (Number.isNaN(at)) return date;
  const locale = lang === 'en' ? 'en-GB' : lang;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', numberingSystem: 'latn' }).format(at);
}
