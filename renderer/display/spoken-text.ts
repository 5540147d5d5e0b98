/**
 * Spoken text of a call in a language.
 *
 * Pure.
 */
import type { TFunction } from 'i18next';
import type { EventTicket } from '../../main/events/contract/events.ts';
import { isSameLanguage } from './names.ts';

/**
 * The letters one by one, and the number as the language has it (`speech.digits` in its texts): digit by digit with
 * its zeros, or as a number.
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

/** The visitor's language first, then those of the site; each once, whatever its region. */
export function spokenLanguages(
  { lang }: Pick<EventTicket, 'lang'>,
  site: readonly string[],
  { onlyFirst, isKnown }: { readonly onlyFirst: boolean; readonly isKnown: (lang: string) => boolean },
): readonly string[] {
  const all = [lang, ...site].filter((each) => each !== '' && isKnown(each));
  const once = all.filter((each, place) => all.findIndex((other) => isSameLanguage(other, each)) === place);
  return onlyFirst ? once.slice(0, 1) : once;
}
