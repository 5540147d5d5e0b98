/**
 * What the back office shows is what comes out: the picture of a preview against the paper that a virtual printer makes of
 * the bytes that the driver sends it over the network.
 */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDrawPaper, paperOf } from '../../../main/kiosk/host/ticket-preview.ts';
import { silentLog } from '../../../main/lib/context.ts';
import type { PaperOrder } from '../../../main/printing/contract/paper-preview.ts';
import type { PaperPart } from '../../../main/printing/contract/printing.ts';
import { TICKET_PARTS, type TicketPartName } from '../../../main/site/contract/ticket-layout.ts';
import { paperOrder } from '../../helpers/paper-order.ts';
import { CLONE, EPSON, tcpPrinter, type VirtualPrinterOptions } from '../../helpers/virtual-printer.ts';
import { chosenOf } from '../../helpers/whole.ts';
import { openPrinter } from '../../printing/open-printer.ts';
import { TICKETS } from '../../printing/sample-tickets.ts';

const LOGO_FILE = new URL('../../../assets/demo/town-hall.png', import.meta.url);

let usual: PaperOrder;
beforeAll(async () => {
  const logo = await readFile(LOGO_FILE);
  usual = { ...(await paperOrder()), logo: `data:image/png;base64,${logo.toString('base64')}` };
});

type Sample = (typeof TICKETS)[keyof typeof TICKETS];

/** The same ticket with the texts of a language. */
function inLanguage(order: PaperOrder, sample: Sample): PaperOrder {
  const { answer } = order;
  return {
    ...order,
    siteName: sample.siteName,
    serviceName: sample.serviceName,
    answer: {
      ...answer,
      ticket: { ...answer.ticket, lang: sample.lang },
      ticket_strings: {
        ...answer.ticket_strings,
        people_waiting: sample.peopleText,
        date_text: sample.dateText,
        prioritary_ticket: sample.priorityText,
        extra_text: sample.extraText,
        footer_text: sample.footerText,
      },
    },
  };
}

const place = (part: TicketPartName, more: Partial<PaperPart> = {}): PaperPart => ({
  part,
  size: 0,
  align: 'center',
  text: '',
  ...more,
});
const LAYOUTS: Readonly<Record<string, readonly PaperPart[]>> = {
  'the usual layout': [],
  'everything, from the side': TICKET_PARTS.map((part) => place(part, { align: 'start', text: 'Hall 2 · 大厅' })),
  'small parts and a bar code': [
    place('logo', { size: 1 }),
    place('number', { size: 2 }),
    place('barcode', { size: 1 }),
    place('rule', { size: 4 }),
    place('wait', { size: 4, bold: false }),
    place('gap', { size: 4 }),
    place('text', { text: 'Bitte warten.\nيرجى الانتظار', size: 3 }),
    place('qr', { size: 2, align: 'start' }),
  ],
};

interface PrinterCase {
  readonly query: string;
  readonly printer: VirtualPrinterOptions;
  readonly samples: readonly Sample[];
}

const { en, pl, ru, ar, he, th, hi, ja, ko, zh } = TICKETS;
const PRINTERS: Readonly<Record<string, PrinterCase>> = {
  '80 mm': { query: '', printer: { model: EPSON }, samples: [en, pl, ru, ar, he, th, hi, ja, ko, zh] },
  '80 mm, of which little is known': { query: '?profile=generic', printer: { model: CLONE }, samples: [en, ar, th] },
  '58 mm': { query: '?profile=58mm', printer: { model: { ...CLONE, dots: 384 } }, samples: [pl, he, ja] },
};

describe.each(Object.entries(PRINTERS))('a preview for %s', (_name, { query, printer: options, samples }) => {
  it.each(Object.entries(LAYOUTS))('is the paper, dot for dot: %s', async (_layout, layout) => {
    const { printer: virtual, url } = await tcpPrinter(options);
    const { printer, becomes } = await openPrinter(`${url}${query}`);
    const drawPaper = createDrawPaper({ log: silentLog });
    await becomes('ready');
    // Each script in each run in the usual layout, and from right to left in the others.
    const tried = chosenOf(samples, ({ lang }) => layout.length === 0 || lang === 'ar' || lang === 'he');
    for (const sample of tried) {
      const order = { ...inLanguage(usual, sample), layout, printer: `${url}${query}` };
      const drawn = await drawPaper(order);
      if (!drawn.ok) throw new Error(`no picture of the ticket in ${sample.lang}`);
      const printed = virtual.nextTicket();
      expect(await printer.print(paperOf(order))).toMatchObject({ ok: true });
      const paper = await printed;
      expect(paper.faults).toEqual([]);
      // Pictures of the same dots are the same bytes; that a picture is true: test/printing/picture/draw.test.ts.
      expect(Buffer.from(drawn.value.png).equals(Buffer.from(paper.toPng())), sample.lang).toBe(true);
    }
  });
});
