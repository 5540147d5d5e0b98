/**
 * Every ticket of the demo site in every language, from the server's answer to the printer's bytes and back: what a
 * strict decoder reads is what was meant, and what code pages cannot carry is drawn within the paper.
 */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readIssuedTicket } from '../../main/kiosk/host/issued-ticket.ts';
import { readKiosk } from '../../main/kiosk/host/parse-kiosk-config.ts';
import type { Catalog } from '../../main/kiosk/machine/catalog.ts';
import { silentLog } from '../../main/lib/context.ts';
import type { PaperTicket } from '../../main/printing/contract/printing.ts';
import { parsePrinterUrl } from '../../main/printing/printer-url.ts';
import { profileFor } from '../../main/printing/profile.ts';
import { buildTicket } from '../../main/printing/ticket-engine.ts';
import type { SiteFile } from '../../main/site/contract/site.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { decodeBytes, NARROW_CLONE, type PrintedTicket } from '../helpers/virtual-printer.ts';
import { chosenOf } from '../helpers/whole.ts';

const demo = JSON.parse(await readFile(new URL('../../assets/demo/site.json', import.meta.url), 'utf8')) as SiteFile;
const logo = await readFile(new URL('../../assets/demo/town-hall.png', import.meta.url));

/** Languages whose letters no code page of the default profile is trusted with. */
const DRAWN = new Set(['ar', 'zh']);

/**
 * Each kiosk with a moment at which all its services are open, a Wednesday morning, and the languages that are tried in
 * every run: between them one that is drawn, and two that are written.
 */
const KIOSKS = [
  ['kiosk-1', 'town-hall', '2026-11-18T10:00:00Z', ['de', 'ar']],
  ['clinic-kiosk-1', 'clinic', '2026-11-18T08:30:00Z', ['pt_PT']],
] as const;

async function decode(paper: PaperTicket, printer: string): Promise<PrintedTicket> {
  const url = parsePrinterUrl(printer);
  if (!url.ok) throw new Error(url.error);
  const profile = profileFor(url.value.options);
  if (!profile.ok) throw new Error(profile.error);
  const { chunks } = await buildTicket(paper, { profile: profile.value, automaticStatus: false, log: silentLog });
  const tickets = decodeBytes(Buffer.concat(chunks), printer.includes('58mm') ? NARROW_CLONE : undefined);
  expect(tickets).toHaveLength(1);
  return tickets[0]!;
}

/** Line breaks are the layout's business. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

async function issue(town: Town, catalog: Catalog, device: string, serviceId: string, lang: string) {
  const priority = catalog.services.find(({ id }) => id === serviceId)?.priorityAllowed === true;
  const answer = await town.client.createTicket(
    { service_id: serviceId, device_id: device, lang, ...(priority ? { priority } : {}) },
    { idempotencyKey: `${serviceId} ${lang}` },
  );
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return readIssuedTicket(answer.value, { lang, priority }, catalog, logo).paper;
}

describe.each(KIOSKS)('the tickets of %s', (device, locationId, at, often) => {
  const services = demo.services.filter(({ location }) => location === locationId);
  const languages = demo.locations.find(({ id }) => id === locationId)!.languages;

  it.each(chosenOf(languages, (lang) => often.some((each) => each === lang)))(
    'in %s say what was meant, on wide and on narrow paper',
    async (lang) => {
      const town = await openTown({ at, site: demo as never });
      const kiosk = await town.client.kiosk(device);
      if (!kiosk.ok) throw new Error(JSON.stringify(kiosk.error));
      const { catalog } = readKiosk(kiosk.value, null);

      for (const service of services) {
        const paper = await issue(town, catalog, device, service.id, lang);
        const texts = service.translations[lang]!;
        expect(paper).toMatchObject({
          serviceName: texts.name,
          extraText: texts.extra_text,
          footerText: texts.footer_text,
        });
        expect(paper.dateText).toContain('2026');

        for (const printer of ['file:///dev/null', 'file:///dev/null?profile=58mm']) {
          const ticket = await decode(paper, printer);
          const where = `${service.id} ${lang} ${printer}`;
          expect(ticket.faults, where).toEqual([]);
          expect(ticket.qr, where).toBe(paper.ticketId);
          expect(ticket.cut, where).not.toBe('torn');
          expect(ticket.bigText, where).toBe(paper.number);
          if (DRAWN.has(lang)) {
            expect(ticket.images.length, where).toBeGreaterThan(3);
            continue;
          }
          const { siteName, serviceName, priorityText, peopleText, waitText, dateText, extraText, footerText } = paper;
          for (const meant of [
            siteName,
            serviceName,
            priorityText,
            peopleText,
            waitText,
            dateText,
            extraText,
            footerText,
          ]) {
            expect(flat(ticket.text), where).toContain(flat(meant));
          }
          expect(flat(ticket.text), where).toContain(flat(paper.qr!.caption));
          expect(ticket.text, where).not.toMatch(/\?|\uFFFD/);
        }
      }
    },
  );
});
