/** Forms and questions as pages receive them. */
import type { Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { KioskForm, KioskQuestion } from '../contract/rest/form-questions.ts';
import { channelOf } from '../rules/asked-questions.ts';
import { type FormQuestion, formBook } from '../rules/form-book.ts';

/** Question data for every client that asks it. */
export function questionShape(question: FormQuestion): Omit<KioskQuestion, 'channels'> {
  const { to, mask, length, regex, example, options, translations } = question.config;
  return {
    id: question.id,
    question: question.text,
    type: question.type,
    config: { to, mask, length, regex, example, options: [...options] },
    required: question.required,
    depends_on: {
      has_dependency: question.dependsOn !== null,
      question: question.dependsOn?.questionId ?? '',
      answer: question.dependsOn?.answer ?? '',
    },
    translations: Object.fromEntries(
      Object.entries(translations).map(([lang, texts]) => [lang, { ...texts, options: [...texts.options] }]),
    ),
  };
}

/** Forms of these services, with the questions that a device of this type asks before the ticket. */
export function kioskForms(site: Site, services: readonly Service[], deviceType: number): KioskForm[] {
  const book = formBook(site);
  const own = channelOf(deviceType);
  const channels = [...new Set([...(own === null ? [] : [own]), 'card_reader' as const])];
  return [...new Set(services.flatMap(({ forms }) => forms))].flatMap((id) => {
    const template = book.template(id);
    if (template === undefined) return [];
    const questions = book
      .questions([id])
      .filter(({ stage }) => stage === 'before')
      .map((question) => ({
        ...questionShape(question),
        channels: channels.filter((channel) => question.channels.has(channel)),
      }))
      .filter((question) => question.channels.length > 0);
    return [{ id, name: template.name, questions }];
  });
}
