/** A ticket that this kiosk gives by itself: what is known of it stands on paper, and nothing else. */

import { inLanguage } from '../../../lib/language.ts';
import { ticketLabel } from '../../../queue/rules/ticket-label.ts';
import { ticketPhrases } from '../../../queue/rules/ticket-phrases.ts';
import { dateText } from '../../../queue/rules/ticket-text.ts';
import type { Catalog } from '../../machine/catalog.ts';
import { houseLanguage, type IssuedTicket, organisationParts, type RequestedTicket } from '../issued-ticket.ts';
import { paperText } from '../paper-texts.ts';
import type { LeasedTicket } from './lease-records.ts';
import type { ServerSnapshot } from './server-snapshot.ts';

export function offlineTicket(
  { id, holder, service: serviceId, number: bare, lang: asked, priority }: LeasedTicket,
  wish: Pick<RequestedTicket, 'simple'>,
  issuedAt: number,
  { kiosk, texts }: ServerSnapshot,
  catalog: Catalog,
  logo: Uint8Array | null,
): IssuedTicket {
  const lang = asked || catalog.defaultLang;
  const service = catalog.services.find((each) => each.id === serviceId);
  const house = houseLanguage(lang, wish);
  const own = service && inLanguage(service.texts, house, catalog.defaultLang);
  const serviceName = own?.name ?? '';
  const said = inLanguage(texts[serviceId] ?? {}, lang, catalog.defaultLang);
  const number = ticketLabel(service?.tag ?? '', bare, catalog.numberWidth);
  return {
    screen: { number, serviceName, colour: service?.colour ?? '', before: null, waitSeconds: null, priority },
    paper: {
      ...organisationParts(catalog, lang, house, logo),
      ticketId: id,
      offline: { holder, service: serviceId, number: bare, lang: asked, priority },
      serviceName,
      number,
      priorityText: priority ? ticketPhrases(lang).priority : '',
      // How many are before it only the server knows.
      peopleText: '',
      waitText: '',
      dateText: dateText(issuedAt, lang, kiosk.location),
      extraText: own?.extraText ?? said?.extra_text ?? '',
      footerText: own?.footerText ?? said?.footer_text ?? '',
      qr: { content: id, caption: paperText(lang, 'qr') },
    },
  };
}
