/** How many bytes a drawn ticket takes: on a slow line they are the time that a visitor waits. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import type { PaperTicket } from '../../main/printing/contract/printing.ts';
import { buildTicket } from '../../main/printing/ticket-engine.ts';
import { decodeBytes, EPSON } from '../helpers/virtual-printer.ts';
import { NARROW, WIDE } from './print-ticket.ts';
import { long, profile, TICKETS } from './sample-tickets.ts';

const logo = readFileSync(new URL('../../assets/demo/town-hall.png', import.meta.url));

/** As the demo prints it for a passport, which is the usual case: no priority, one line of the service. */
const USUAL_ARABIC = {
  ...TICKETS.ar,
  logo,
  siteName: 'بلدية بونتالفا',
  serviceName: 'جوازات السفر',
  priorityText: '',
  extraText: 'يرجى تجهيز بطاقتك الحالية.',
  footerText: 'يرجى متابعة رقمك على الشاشة.',
};
const MAX_BYTES = 12_000;

async function bytesOf(ticket: PaperTicket, on = WIDE): Promise<Buffer> {
  const { chunks } = await buildTicket(ticket, { profile: on, automaticStatus: true, log: silentLog });
  return Buffer.concat(chunks);
}

describe('a long drawn Arabic ticket with a logo', () => {
  it.each([
    ['80 mm', WIDE],
    ['58 mm', NARROW],
    ['80 mm, a printer of which little is known', profile({ profile: 'generic' })],
  ])('has at most 12 kB (%s)', async (_name, on) => {
    expect((await bytesOf(long(USUAL_ARABIC), on)).length).toBeLessThanOrEqual(MAX_BYTES);
  });
});

describe.each(Object.values(TICKETS))('a ticket in $lang', (ticket) => {
  it.each([
    ['short', { ...ticket, logo }],
    ['long', long({ ...ticket, logo })],
  ])('is the same on paper, dot for dot, whichever way its pictures are sent (%s)', async (_name, sent) => {
    const wide = await bytesOf(sent);
    const generic = await bytesOf(sent, { ...WIDE, bandMargins: false });
    const [one, other] = [wide, generic].map((bytes) => decodeBytes(bytes, EPSON)[0]!);
    expect(one!.faults).toEqual([]);
    expect(other!.faults).toEqual([]);
    expect(Buffer.from(one!.bitmap().data).equals(Buffer.from(other!.bitmap().data))).toBe(true);
    expect(wide.length).toBeLessThanOrEqual(generic.length);
  });
});
