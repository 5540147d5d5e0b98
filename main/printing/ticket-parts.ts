/** The parts of a ticket in the order of the paper, cleaned, each with the part that it plays. */
import type { PaperTicket } from '../contract/printing.ts';
import { printableText } from './printable-text.ts';

export type PartName =
  | 'site'
  | 'service'
  | 'number'
  | 'priority'
  | 'people'
  | 'wait'
  | 'date'
  | 'extra'
  | 'caption'
  | 'footer'
  | 'copy';

export type TicketParts = Readonly<Record<PartName, string>>;

/** A number and a mark stand on one line. */
function oneLine(text: string): string {
  return printableText(text).replaceAll('\n', ' ');
}

export function ticketParts(ticket: PaperTicket): TicketParts {
  return {
    site: printableText(ticket.siteName),
    service: printableText(ticket.serviceName),
    number: oneLine(ticket.number),
    priority: oneLine(ticket.priorityText),
    people: printableText(ticket.peopleText),
    wait: printableText(ticket.waitText),
    date: printableText(ticket.dateText),
    extra: printableText(ticket.extraText),
    caption: ticket.qr === null ? '' : printableText(ticket.qr.caption),
    footer: printableText(ticket.footerText),
    copy: oneLine(ticket.copyText),
  };
}

/** The parts that every ticket has: they decide in which letters the whole is set. */
const MAIN: readonly PartName[] = ['service', 'people', 'wait', 'date'];

/**
 * Which parts are drawn. A ticket whose main parts no page carries, or that runs from right to left, is drawn as a
 * whole, so that it looks of one piece; the number stays in the printer's letters wherever they have it, so that it is
 * sharp and quick. In any other ticket only the odd part is drawn.
 */
export function drawnParts(
  parts: TicketParts,
  dir: 'ltr' | 'rtl',
  carried: (text: string) => boolean,
): ReadonlySet<PartName> {
  const names = Object.keys(parts) as PartName[];
  const odd = names.filter((name) => parts[name] !== '' && !carried(parts[name]));
  const all = dir === 'rtl' ? odd.length > 0 : odd.some((name) => MAIN.includes(name));
  return new Set(all ? names.filter((name) => name !== 'number' || odd.includes(name)) : odd);
}
