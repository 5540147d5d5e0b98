/** Tickets with texts that no paper holds: they are printed with their number, at a length, and hold up nobody. */
import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import type { PaperPart, PaperTicket } from '../../main/printing/contract/printing.ts';
import { startSlices } from '../../main/printing/steps.ts';
import { buildTicket } from '../../main/printing/ticket-engine.ts';
import type { TicketPartName } from '../../main/site/contract/ticket-layout.ts';
import { openTown } from '../helpers/town.ts';
import { tcpPrinter } from '../helpers/virtual-printer.ts';
import { openPrinter } from './open-printer.ts';
import { laidOut, NARROW, openPrinting, WIDE } from './print-ticket.ts';
import { ENGLISH, TICKETS } from './sample-tickets.ts';

const MAX_MM = 600;
const WORDS = { en: 'Please have your passport ready. ', ar: 'يرجى تجهيز جواز السفر. ' } as const;
type Lang = keyof typeof WORDS;

let print: Awaited<ReturnType<typeof openPrinting>>;
beforeAll(async () => {
  print = await openPrinting();
});

const talk = (words: string, length: number): string => words.repeat(Math.ceil(length / words.length)).slice(0, length);
const place = (part: TicketPartName, text = '', size = 0): PaperPart => ({ part, size, align: 'center', text });

/** All that a layout can say, and more than a site may save. */
function endless(lang: Lang, words: string = WORDS[lang]): PaperTicket {
  const texts = Array.from({ length: 39 }, () => place('text', talk(words, 998), 4));
  return { ...TICKETS[lang], layout: [place('number'), ...texts] };
}

const cases = (['en', 'ar'] as const).flatMap((lang) => [WIDE, NARROW].map((on) => [lang, on.dots, on] as const));

describe('a ticket with more to say than paper holds', () => {
  it.each(cases)('has its number, an end and a cut (%s, %i dots)', (lang, _dots, on) => {
    for (const words of [WORDS[lang], WORDS[lang].replaceAll(' ', '')]) {
      const printed = print(endless(lang, words), on);
      expect(printed.bigText).toBe('A043');
      expect(printed.heightMm).toBeLessThanOrEqual(MAX_MM);
      expect(printed.heightMm).toBeGreaterThan(MAX_MM * 0.9);
      expect(printed.cut).toBe('partial');
      expect(printed.faults).toEqual([]);
    }
  });

  it.each(cases)('keeps all that a visitor needs, wherever it stands (%s, %i dots)', (lang, _dots, on) => {
    const chatter = talk(WORDS[lang], 4000);
    const ticket: PaperTicket = { ...TICKETS[lang], extraText: chatter, footerText: chatter, copyText: 'Copy' };
    const usual = print(ticket, on);
    expect(usual.heightMm).toBeLessThanOrEqual(MAX_MM);
    const order = ['footer', 'extra', 'rule', 'date', 'wait', 'people', 'service', 'qr', 'number'] as const;
    const last = print({ ...ticket, layout: order.map((part) => place(part)) }, on);
    expect(last.heightMm).toBeLessThanOrEqual(MAX_MM);
    for (const printed of [usual, last]) {
      expect(printed.bigText).toBe('A043');
      expect(printed.qr).toBe(ticket.qr?.content);
      expect(printed.cut).toBe('partial');
      if (lang === 'ar') continue;
      const said = printed.text.replaceAll(/\s+/g, ' ');
      for (const text of [ticket.serviceName, ticket.peopleText, ticket.waitText, ticket.dateText, 'Copy']) {
        expect(said).toContain(text);
      }
    }
    expect(laidOut(ticket, on, { measure: (text) => text.length * 12, logo: null }).isShortened).toBe(true);
  });

  it('ends its last text where it was cut, with a mark', () => {
    const printed = print(endless('en'));
    expect(printed.lines.at(-1)?.text.trim()).toMatch(/\w\.\.\.$/);
    const western = { ...WIDE, pages: [WIDE.pages[1] ?? WIDE.pages[0]] as const };
    expect(print(endless('en'), western).lines.at(-1)?.text.trim()).toMatch(/\w…$/);
  });

  it('has an end also when names are as long as letters, and the house puts air between them', () => {
    const name = talk('Department of everything that there is. ', 4000);
    const parts = ['site', 'service', 'number', 'priority', 'people', 'wait', 'date', 'qr'] as const;
    const layout = parts.flatMap((part) => [place(part, '', 4), place('rule'), place('gap', '', 4)]);
    const all = { siteName: name, serviceName: name, priorityText: name, peopleText: name, waitText: name };
    for (const on of [WIDE, NARROW]) {
      const printed = print({ ...ENGLISH, ...all, dateText: name, copyText: name, layout }, on);
      expect(printed.text).toContain('A043');
      expect(printed.qr).toBe(ENGLISH.qr?.content);
      expect(printed.heightMm).toBeLessThanOrEqual(MAX_MM);
    }
  });

  it('loses nothing where all fits', () => {
    const { isShortened } = laidOut(ENGLISH, WIDE, { measure: null, logo: null });
    expect(isShortened).toBe(false);
  });

  it.each(['en', 'ar'] as const)(
    'comes out of the printer, and is written down once as too long (%s)',
    async (lang) => {
      const { printer: device, url } = await tcpPrinter();
      const { printer, becomes, events, journal } = await openPrinter(url);
      await becomes('ready');
      expect(await printer.print(endless(lang))).toMatchObject({ ok: true });
      const ticket = await device.nextTicket();
      expect(ticket.bigText).toBe('A043');
      expect(ticket.cut).toBe('partial');
      expect(await journal()).toHaveLength(1);
      const { ticketId, number } = ENGLISH;
      expect(events.filter(({ event }) => event === 'print.text-truncated')).toEqual([
        { event: 'print.text-truncated', data: { ticket: ticketId, number } },
      ]);
      expect(events.map(({ event }) => event)).not.toContain('print-journal.write-failed');
    },
  );
});

describe('while a long ticket is made', () => {
  it('others are answered', async () => {
    const town = await openTown();
    let isAnswered = false;
    const healthy = fetch(`${town.address}/healthz`).then(({ status }) => {
      isAnswered = true;
      return status;
    });
    // Nothing else here waits for anything: if the tickets did not let others come in between, nobody would.
    const MOST_TICKETS = 300;
    let made = 0;
    while (!isAnswered && made < MOST_TICKETS) {
      made += 1;
      const ticket = endless('ar', `${WORDS.ar}${made} `);
      await buildTicket(ticket, { profile: WIDE, automaticStatus: false, log: silentLog });
    }
    expect(isAnswered).toBe(true);
    expect(await healthy).toBe(200);
    await town.close();
  });

  it('a turn of the loop comes after each slice of work', async () => {
    let turns = 0;
    const inSlices = startSlices();
    void setImmediate().then(async () => {
      for (turns = 1; turns < 3; turns += 1) await setImmediate();
    });
    const MOST_STEPS = 1e8;
    const steps = await inSlices(
      (function* work() {
        let step = 0;
        for (; turns < 3 && step < MOST_STEPS; step += 1) yield;
        return step;
      })(),
    );
    expect(steps).toBeLessThan(MOST_STEPS);
  });
});
