/** Recent tickets of a kiosk: personal data expires before the server could erase it. */
import { expect, it, onTestFinished } from 'vitest';
import { readIssuedTicket } from '../../../../main/kiosk/host/issued-ticket.ts';
import { createPrintedPapers } from '../../../../main/kiosk/host/maintenance/kiosk-maintenance.ts';
import { readKiosk } from '../../../../main/kiosk/host/parse-kiosk-config.ts';
import type { PaperTicket } from '../../../../main/printing/contract/printing.ts';
import { openTown } from '../../../helpers/town.ts';
import { turnedClock } from '../../../helpers/turned-clock.ts';

const MINUTE = 60_000;
const PAPER: PaperTicket = {
  ticketId: 't-1',
  lang: 'en',
  dir: 'ltr',
  siteName: 'Town Hall',
  logo: null,
  serviceName: 'Passports',
  number: 'A001',
  priorityText: '',
  peopleText: 'Maria, two are before you',
  waitText: '',
  dateText: '20 November 2026 at 08:00',
  extraText: 'Dear Maria Silva, bring a photograph.',
  footerText: 'Thank you, Maria.',
  qr: null,
  layout: [],
  copyText: '',
};

it('forgets texts of another vendor’s server after a quarter of an hour, and keeps the number', () => {
  const clock = turnedClock('2026-11-20T08:00:00Z');
  const papers = createPrintedPapers(clock);
  papers.keep(PAPER, true);
  clock.advance(15 * MINUTE - 1);
  expect(papers.find('A001')).toEqual(PAPER);
  clock.advance(1);
  const left = papers.find('A001');
  expect(JSON.stringify(left)).not.toContain('Maria');
  expect(left).toMatchObject({ number: 'A001', serviceName: 'Passports', dateText: PAPER.dateText });
  expect(papers.list()).toMatchObject([{ number: 'A001' }]);
});

it('keeps texts of our server, which are those of the site', () => {
  const clock = turnedClock('2026-11-20T08:00:00Z');
  const papers = createPrintedPapers(clock);
  papers.keep(PAPER);
  clock.advance(11 * 60 * MINUTE);
  expect(papers.find('')).toEqual(PAPER);
});

it('prints no personal data from our server', async () => {
  const town = await openTown();
  onTestFinished(() => town.close());
  const [kiosk, issued] = await Promise.all([
    town.client.kiosk('kiosk-1'),
    town.client.createTicket(
      { service_id: 'passports', client_name: 'Maria Silva', custom_field: 'wheelchair' },
      { idempotencyKey: 'one' },
    ),
  ]);
  if (!kiosk.ok || !issued.ok) throw new Error('There is no ticket.');
  const { catalog } = readKiosk(kiosk.value, null);
  expect(catalog.hasPersonalTexts).toBe(false);
  expect(await town.waiting('Passports')).toMatchObject([{ client_name: 'Maria Silva' }]);
  const { paper } = readIssuedTicket(issued.value, { lang: 'en', priority: false }, catalog, null);
  expect(JSON.stringify(paper)).not.toMatch(/Maria|wheelchair/);
});
