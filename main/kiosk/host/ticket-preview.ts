/**
 * Preview picture of a ticket, through encoder and virtual printer.
 *
 * It is encoded as for a real printer and decoded by the virtual one, so that it shows the exact paper.
 */
import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../lib/context.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { DrawFault, DrawnPaper, DrawPaper, PaperOrder } from '../../printing/contract/paper-preview.ts';
import type { PaperTicket } from '../../printing/contract/printing.ts';
import { findFonts } from '../../printing/find-fonts.ts';
import { NO_OPTIONS } from '../../printing/printer-options.ts';
import { parsePrinterUrl } from '../../printing/printer-url.ts';
import { type PrinterProfile, profileFor } from '../../printing/profile.ts';
import { loadPainter } from '../../printing/raster/load-painter.ts';
import type { Catalog } from '../machine/catalog.ts';
import { pngIn } from './decode-png-data-url.ts';
import { readIssuedTicket } from './issued-ticket.ts';

/** More than the number of people who edit ticket layouts at the same time. */
const MAX_WAITING = 20;
const BUSY = fail<DrawFault>({ kind: 'busy' });

/**
 * Draws one preview at a time, in slices, because an editor requests one at every pause. Aborted previews are skipped.
 */
export function createDrawPaper({ log }: { readonly log: Log }): DrawPaper {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (order, isGone = () => false) => {
    if (waiting >= MAX_WAITING) return BUSY;
    waiting += 1;
    const drawn = last.then(async () => {
      waiting -= 1;
      return isGone() ? BUSY : draw(order, log);
    });
    last = drawn.catch(() => {});
    return drawn;
  };
}

async function draw(order: PaperOrder, log: Log): Promise<Result<DrawnPaper, DrawFault>> {
  const profile = profileOf(order);
  if (!profile.ok) return fail({ kind: 'printer', detail: profile.error });
  const ticket = paperOf(order);
  // Drawing libraries are loaded on demand, one at a time, so that other requests run in between.
  await findFonts();
  await import('../../printing/canvas.ts');
  await setImmediate();
  await loadPainter();
  await setImmediate();
  const { buildTicket } = await import('../../printing/ticket-engine.ts');
  await setImmediate();
  const { decodeBytes } = await import('../../printing/picture/printed-ticket.ts');
  const { CLONE, EPSON } = await import('../../printing/picture/decoder/models.ts');
  await setImmediate();
  const { chunks, isShortened } = await buildTicket(ticket, { profile: profile.value, automaticStatus: false, log });
  await setImmediate();
  const model = profile.value.name === EPSON.name ? EPSON : CLONE;
  const { dots, columns, dpi } = profile.value;
  const cutterDots = Math.round((model.cutterDots * dpi) / model.dpi);
  const [paper] = decodeBytes(Buffer.concat(chunks), { ...model, dots, dpi, cutterDots });
  if (paper === undefined) throw new Error('The virtual printer printed no ticket.');
  return ok({
    png: await paper.picture(),
    dots,
    columns,
    lengthMm: Math.round(paper.heightMm),
    text: paper.text,
    isShortened,
  });
}

function profileOf({ printer, dots, columns }: PaperOrder): Result<PrinterProfile, string> {
  const url = printer === '' ? null : parsePrinterUrl(printer);
  if (url !== null && !url.ok) return url;
  const options = url?.value.options ?? NO_OPTIONS;
  // Column counts apply to one paper width only.
  const own = dots === null || dots === options.dots ? options.columns : null;
  return profileFor({ ...options, dots: dots ?? options.dots, columns: columns ?? own });
}

/** The ticket of an order, as a kiosk would print it. */
export function paperOf(order: PaperOrder): PaperTicket {
  const { answer, page, priority, siteName, serviceName, numberWidth, layout, logo } = order;
  const { lang, ticket_service: service } = answer.ticket;
  const catalog: Catalog = {
    deviceId: '',
    locationId: '',
    siteNames: { [lang]: siteName },
    timeZone: 'UTC',
    numberWidth,
    layout: layout.map(({ text, ...part }) => ({ ...part, texts: { [lang]: text } })),
    logo: '',
    colour: '',
    languages: [lang],
    defaultLang: lang,
    services: [
      {
        id: service.id,
        tag: service.tag,
        colour: '',
        groupId: '',
        priorityAllowed: true,
        maxWaiting: 0,
        texts: { [lang]: { name: serviceName, description: '' } },
      },
    ],
    groups: [],
  };
  return readIssuedTicket({ ...answer, page }, { lang, priority }, catalog, pngIn(logo)).paper;
}
