/** Names from the site in a language of the display. Pure. */

import type { DisplayAnswer } from '../../main/devices/contract/rest/displays.ts';
import type { EventTicket } from '../../main/events/contract/events.ts';
import { isSimpleLanguage } from '../../main/lib/simple-language.ts';

type Names = Readonly<Record<string, { readonly name: string }>>;

function base(lang: string): string {
  return lang.toLowerCase().split(/[_-]/)[0] ?? '';
}

/** In exactly that language, else in another region of it, else the untranslated name. */
export function nameIn(
  thing: { readonly name: string; readonly translations: Names },
  lang: string,
  defaultLang: string,
): string {
  const exact = thing.translations[lang]?.name ?? '';
  if (exact !== '') return exact;
  if (base(lang) === base(defaultLang)) return thing.name;
  const near = Object.entries(thing.translations).find(
    ([each, { name }]) => base(each) === base(lang) && !isSimpleLanguage(each) && name !== '',
  );
  return near?.[1].name ?? thing.name;
}

/** Text alternative of a picture in that language or the site's default; both empty: decorative. */
export function pictureIn(
  words: DisplayAnswer['settings']['media_texts'][number] | undefined,
  lang: string,
  defaultLang: string,
): { readonly text: string; readonly lang: string } {
  if (words === undefined) return { text: '', lang };
  const names = Object.entries(words.translations).map(([id, { text }]) => [id, { name: text }] as const);
  const text = nameIn({ name: words.text, translations: Object.fromEntries(names) }, lang, defaultLang);
  return { text, lang: text === words.text ? defaultLang : lang };
}

/** Name of the desk, or its tag if it was deleted or has no name. */
export function deskIn(
  display: Pick<DisplayAnswer, 'desks' | 'default_lang'>,
  ticket: EventTicket,
  lang: string,
): string {
  const desk = display.desks.find(({ id }) => id === ticket.desk_id);
  return (desk === undefined ? ticket.desk_name : nameIn(desk, lang, display.default_lang)) || ticket.desk_tag;
}

/** Tag of the desk, as it is now; empty without one. */
export function deskTagIn({ desks }: Pick<DisplayAnswer, 'desks'>, { desk_id, desk_tag }: EventTicket): string {
  return desks.find(({ id }) => id === desk_id)?.tag ?? desk_tag;
}

/** Name of the service in that language; empty if this display does not know it. */
export function serviceIn(
  display: Pick<DisplayAnswer, 'services' | 'default_lang'>,
  ticket: EventTicket,
  lang: string,
): string {
  const service = display.services.find(({ id }) => id === (ticket.dst_service_id || ticket.service_id));
  return service === undefined ? '' : nameIn(service, lang, display.default_lang);
}

/** Whether two ids have the same base language. */
export function isSameLanguage(one: string, other: string): boolean {
  return base(one) === base(other);
}
