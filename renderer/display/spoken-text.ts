/**
 * Spoken text of a call in a language. Pure.
 */
import type { TFunction } from 'i18next';
import type { EventTicket } from '../../main/events/contract/events.ts';
import { isSameLanguage } from './names.ts';

/**
 * Letters one by one, and the number as in the language's texts (`speech.digits`): digit by digit with zeros, or as a
 * number.
 */
export function spokenLabel(
  { tag, label, number }: Pick<EventTicket, 'tag' | 'label' | 'number'>,
  t: TFunction,
): string {
  const letters = [...tag].filter((letter) => /[\p{L}\p{N}]/u.test(letter)).join(' ');
  const padded = label.startsWith(tag) ? label.slice(tag.length) : String(number);
  const spoken =
    t('speech.digits') === 'yes' ? [...padded].filter((each) => each.trim() !== '').join(' ') : String(number);
  return letters === '' ? spoken : `${letters}, ${spoken}`;
}

export function spokenCall(ticket: EventTicket, desk: string, t: TFunction): string {
  return t('speech.call', { label: spokenLabel(ticket, t), desk });
}

/** The visitor's language first, then the site's; each base language once. */
export function spokenLanguages(
  { lang }: Pick<EventTicket, 'lang'>,
  site: readonly string[],
  { onlyFirst, isKnown }: { readonly onlyFirst: boolean; readonly isKnown: (lang: string) => boolean },
): readonly string[] {
  const all = [lang, ...site].filter((each) => each !== '' && isKnown(each));
  const once = all.filter((each, place) => all.findIndex((other) => isSameLanguage(other, each)) === place);
  return onlyFirst ? once.slice(0, 1) : once;
}
