/** From a touch to paper: the whole machine, the real page, and what a strict decoder read from the printer's bytes. */
import jsQR from 'jsqr';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { swipe } from '../helpers/keyboard-reader.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { type MachineOptions, openMachine, priorityOption, Visitor } from '../helpers/machine.ts';
import { type PrintedTicket, toRgba } from '../helpers/virtual-printer.ts';
import { chosenOf } from '../helpers/whole.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

interface Waiting {
  readonly success: boolean;
  readonly tickets: readonly { id: string; number: string; lang: string; flags: string; device: { id: string } }[];
}

async function arrive(options: MachineOptions = {}) {
  const machine = await openMachine(options);
  if (options.printer !== 'none' && options.printer !== 'absent')
    await machine.until(({ printer }) => printer === 'ok');
  const visitor = await Visitor.at(machine, browser);
  const waiting = (service: string) => machine.post<Waiting>('waitingticketslist', { service_id: service });
  return { machine, visitor, printer: machine.printer, waiting };
}

/** The QR code as a phone would read it from the paper. */
function scan(ticket: PrintedTicket): string | undefined {
  const paper = ticket.bitmap();
  return jsQR.default(toRgba(paper), paper.width, paper.height)?.data;
}

describe('a visitor', () => {
  it.each(
    chosenOf(
      [
        {
          language: 'English',
          group: 'Documents and identity',
          service: 'Passports',
          printed: [/Pontalva Town Hall/, /Passports/, /People before you: 0/, /2026|20\d\d/],
        },
        {
          language: 'Português',
          group: 'Documentos e identificação',
          service: 'Passaportes',
          printed: [/Câmara Municipal/, /Passaportes/, /Pessoas à sua frente: 0/],
        },
        {
          language: 'Deutsch',
          group: 'Ausweise',
          service: 'Reisep',
          printed: [/Personen vor Ihnen: 0/],
        },
      ],
      ({ language }) => language === 'English',
    ),
  )('takes a ticket in $language, from a network printer', async ({ language, group, service, printed }) => {
    const { visitor, printer, waiting } = await arrive({ printer: 'tcp' });
    await visitor.speaks(language);
    await visitor.touch(group);
    await visitor.touch(service);
    await visitor.sees('take-ticket');

    const ticket = await printer.nextTicket();
    expect(ticket.faults).toEqual([]);
    expect(ticket.cut).not.toBe('torn');
    expect(ticket.bigText).toBe('B001');
    for (const text of printed) expect(ticket.text).toMatch(text);
    const [inQueue] = (await waiting('passports')).tickets;
    expect(ticket.qr).toBe(inQueue?.id);
    expect(scan(ticket)).toBe(inQueue?.id);
    expect(await visitor.text()).toContain('B001');
    await visitor.isDone();
    expect(visitor.faults).toEqual([]);
  });

  it('takes a ticket in Arabic and one in Chinese, drawn for a serial printer', async () => {
    const { visitor, printer } = await arrive({ printer: 'serial' });
    for (const [language, group, service, number] of [
      ['العربية', 'الوثائق', 'جوازات', 'B001'],
      ['中文', '证件', '护照', 'B002'],
    ] as const) {
      await visitor.speaks(language);
      await visitor.touch(group);
      await visitor.touch(service);
      await visitor.sees('take-ticket');
      const ticket = await printer.nextTicket();
      expect(ticket.faults).toEqual([]);
      expect(ticket.cut).not.toBe('torn');
      expect(ticket.bigText).toBe(number);
      // Not one letter is trusted to a code page: the texts are pictures, the number and the QR code are not.
      expect(ticket.images.length).toBeGreaterThan(3);
      expect(scan(ticket)).toBe(ticket.qr);
      await visitor.isDone();
    }
  });

  it('gets one ticket, however impatiently the button is touched', async () => {
    const { visitor, printer, waiting } = await arrive();
    await visitor.touch('Documents');
    await visitor
      .choice('Passports')
      .locator('.choice-main')
      .evaluate((button) => {
        for (let touch = 0; touch < 10; touch += 1) (button as HTMLElement).click();
      });
    const no = priorityOption(visitor.page, 'No');
    await no.and(visitor.page.locator('[aria-disabled="false"]')).evaluate((button) => {
      for (let touch = 0; touch < 10; touch += 1) (button as HTMLElement).click();
    });
    await visitor.sees('take-ticket');
    expect((await waiting('passports')).tickets).toHaveLength(1);
    expect(printer.tickets).toHaveLength(1);
  });

  it('gets a priority ticket, and the paper says so', async () => {
    const { visitor, printer, waiting } = await arrive();
    await visitor.touch('Documents');
    await visitor.touchPriority('Passports');
    await visitor.sees('take-ticket');
    expect((await printer.nextTicket()).text).toMatch(/priority/i);
    expect((await waiting('passports')).tickets[0]?.flags).toBe('1');
  });

  it('sees the queue grow while standing there', async () => {
    const { machine, visitor } = await arrive({ printer: 'none' });
    await visitor.touch('Documents');
    for (let person = 0; person < 3; person += 1) await machine.post('createticket', { service_id: 'passports' });
    await visitor.choice('Passports').getByText('3 waiting').waitFor();
  });
});

describe('a card', () => {
  it('opens the services, gives the ticket its device, and stays out of the log and the next ticket', async () => {
    const { machine, visitor, waiting } = await arrive({ serialReader: 'rule=reader&device=reader-1' });
    await machine.swipe('0004A1B2C3');
    await visitor.page.getByRole('heading', { name: 'Your card was read.' }).waitFor();
    await visitor.touch('Documents');
    await visitor.touch('Passports');
    await visitor.sees('take-ticket');
    await visitor.isDone();
    await visitor.touch('Documents');
    await visitor.touch('Passports');
    await visitor.sees('take-ticket');

    const { tickets } = await waiting('passports');
    expect(tickets.map(({ device }) => device.id)).toEqual(['reader-1', 'kiosk-1']);
    expect(tickets[0]?.flags).toBe('8');
    expect(machine.log.lines.join('\n')).not.toContain('0004A1B2C3');
    expect(machine.log.events()).toContain('card.read');
  });

  it('stands for a device by the table of codes; one that nobody knows gets an answer and no ticket', async () => {
    const { machine, visitor, waiting } = await arrive({ serialReader: 'rule=table' });
    await machine.swipe('NOBODY-KNOWS-ME');
    await visitor.sees('problem');
    await visitor.isDone();
    await machine.swipe('DEMO-CARD-0002');
    await visitor.page.getByRole('heading', { name: 'Your card was read.' }).waitFor();
    await visitor.touch('Documents');
    await visitor.touch('Passports');
    await visitor.sees('take-ticket');
    expect((await waiting('passports')).tickets.map(({ device }) => device.id)).toEqual(['card-demo-2']);
    expect(machine.log.lines.join('\n')).not.toMatch(/NOBODY-KNOWS-ME|DEMO-CARD-0002/);
  });

  it('typed by a keyboard reader never presses a button', async () => {
    const { machine, visitor, waiting } = await arrive({ wedge: 'rule=table' });
    await visitor.touch('Documents');
    await visitor.choice('Passports').locator('.choice-main').focus();
    await swipe(visitor.page, 'DEMO-CARD-0001');
    await machine.until(({ screen }) => screen.name === 'choose' && screen.card);
    expect((await waiting('passports')).tickets).toHaveLength(0);
    await visitor.touch('Passports');
    await visitor.sees('take-ticket');
    expect((await waiting('passports')).tickets.map(({ device }) => device.id)).toEqual(['card-demo-1']);
    expect(machine.log.lines.join('\n')).not.toContain('DEMO-CARD-0001');
  });
});

describe('when the printer cannot print', () => {
  it.each([
    ['has no paper', (printer: { outOfPaper(): void }) => printer.outOfPaper()],
    ['has its cover open', (printer: { openCover(): void }) => printer.openCover()],
  ])('and %s, the visitor keeps a valid number, and there is no second ticket', async (_name, harm) => {
    const { machine, visitor, printer, waiting } = await arrive();
    harm(printer as never);
    await machine.until((state) => state.printer === 'no-paper' || state.printer === 'fault');
    await visitor.touch('Documents');
    await visitor.touch('Passports');
    await visitor.sees('problem');
    expect(await visitor.text()).toContain('B001');
    expect((await waiting('passports')).tickets).toHaveLength(1);
    await visitor.isDone();
    expect(machine.log.events()).toContain('ticket.print-failed');

    printer.loadPaper();
    printer.closeCover();
    await machine.until((state) => state.printer === 'ok');
    await visitor.touch('Documents');
    await visitor.touch('Passports');
    await visitor.sees('take-ticket');
    expect((await printer.nextTicket()).bigText).toBe('B002');
    expect(printer.tickets).toHaveLength(1);
  });

  it('because its power goes in mid-ticket, the number stays on the screen and the kiosk works on', async () => {
    const { machine, visitor, printer, waiting } = await arrive();
    printer.powerOffAt(100);
    await visitor.touch('Documents');
    await visitor.touch('Passports');
    await visitor.sees('problem');
    expect(await visitor.text()).toContain('B001');
    await visitor.isDone();
    await printer.powerOn();
    await machine.until((state) => state.printer === 'ok');
    await visitor.touch('Documents');
    await visitor.touch('Passports');
    await visitor.sees('take-ticket');
    expect((await waiting('passports')).tickets).toHaveLength(2);
  });

  it('because it is not there, the kiosk starts and gives numbers all the same', async () => {
    const { visitor, waiting } = await arrive({ printer: 'absent' });
    await visitor.touch('Documents');
    await visitor.touch('Passports');
    await visitor.sees('problem');
    expect(await visitor.text()).toContain('B001');
    expect((await waiting('passports')).tickets).toHaveLength(1);
  });
});

describe('a restart', () => {
  it('keeps the queue, goes on with the numbers, and the open page finds its way back', async () => {
    const { machine, visitor, waiting } = await arrive({ printer: 'none' });
    await visitor.touch('Documents');
    await visitor.touch('Passports');
    await visitor.sees('problem');
    expect(await visitor.text()).toContain('B001');
    await visitor.page.evaluate(() => void Object.assign(window, { isOfBefore: true }));
    await machine.restart();
    expect((await waiting('passports')).tickets.map(({ number }) => number)).toEqual(['1']);
    // It has loaded itself anew: the program may be another version.
    await visitor.page.waitForFunction(() => !('isOfBefore' in window));
    await visitor.sees('choose');
    await visitor.touch('Documents');
    await visitor.touch('Passports');
    await visitor.page.getByText('B002', { exact: true }).waitFor();
    await visitor.sees('problem');
  });
});
