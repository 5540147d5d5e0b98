/** Checking in without a code: name and birthday, touched key by key, down to the paper. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { type MachineOptions, openMachine, Visitor } from '../helpers/machine.ts';
import { siteFile } from '../helpers/site-file.ts';

const MINUTE_MS = 60_000;
const ROSA = { client_name: 'Vale, Rosa', birthday: '1941-03-09', reference: 'P-0047' };
const NOOR = { client_name: 'نور الأحمد', birthday: '1984-11-30' };

/** `yyyy-mm-dd hh:mm:ss` of the location, which lies in UTC. */
function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * MINUTE_MS).toISOString().slice(0, 19).replace('T', ' ');
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function arrive(viewport: { width: number; height: number }, options: MachineOptions = {}) {
  const visit = { service: 'permits', scheduled_to: inMinutes(10) };
  const site = await siteFile({
    settings: { languages: ['en', 'ar'], default_lang: 'en' },
    locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC', appointment_lookup: 'name' }],
    services: [
      { id: 'permits', name: 'Permits', location: 'hall', tag: 'A' },
      { id: 'taxes', name: 'Taxes', location: 'hall', tag: 'B' },
    ],
    devices: [{ id: 'kiosk-1', name: 'Kiosk', type: 1, location: 'hall' }],
    appointments: [
      { ...visit, ...ROSA, id: 'rosa', code: 'ROSA-1' },
      { ...visit, ...NOOR, id: 'noor', code: 'NOOR-1' },
    ],
  });
  const machine = await openMachine({ site, ...options });
  if (options.printer !== 'none') await machine.until(({ printer }) => printer === 'ok');
  const visitor = await Visitor.at(machine, browser, viewport);
  const touch = (name: string | RegExp) => visitor.page.getByRole('button', { name, exact: true }).click();
  const types = async (text: string): Promise<void> => {
    for (const key of text) await touch(key === ' ' ? /^(Space|مسافة)$/ : key);
  };
  const waiting = () => machine.post<{ tickets: readonly object[] }>('waitingticketslist', { service_id: 'permits' });
  return { machine, visitor, touch, types, waiting };
}

describe('a visitor who forgot the code', () => {
  it('types name and birthday with the keys on the screen, and the ticket is printed', async () => {
    const { machine, visitor, touch, types, waiting } = await arrive({ width: 800, height: 1280 });
    await touch('I have an appointment');
    await visitor.sees('check-in');
    await touch('I do not have the code');
    await visitor.sees('look-up-visitor');
    await types('Rosa vale');
    expect(await visitor.page.locator('.line-text').textContent()).toBe('Rosa vale');
    await touch('Next');
    await visitor.sees('look-up-birthday');
    await types('08031941');
    await touch('Check in');
    await visitor.page.getByRole('alert').getByText('We cannot find an appointment today').waitFor();
    for (let digit = 0; digit < 8; digit += 1) await touch('Delete the last character');
    await types('09031941');
    await touch('Check in');
    await visitor.sees('take-ticket');

    const ticket = await machine.printer.nextTicket();
    expect([ticket.faults, ticket.bigText]).toEqual([[], 'A001']);
    expect(ticket.text).not.toMatch(/Rosa|Vale|1941|0047/i);
    expect((await waiting()).tickets).toMatchObject([{ id: ticket.qr, flags: '2', app_id: 'rosa' }]);
    await visitor.isDone();
    const log = machine.log.lines.join('\n');
    expect(log).toContain('check-in.code-unknown');
    expect(log).not.toMatch(/Rosa|Vale|1941|0047/i);
    expect(visitor.faults).toEqual([]);
  });

  it('does so in Arabic, and goes back over both questions', async () => {
    const { visitor, touch, types, waiting } = await arrive({ width: 1080, height: 1920 }, { printer: 'none' });
    await visitor.speaks('العربية');
    await touch('لديّ موعد');
    await touch('ليس معي الرمز');
    await visitor.sees('look-up-visitor');
    await types('الاحمد نور');
    await touch('التالي');
    await visitor.sees('look-up-birthday');
    await touch('رجوع');
    await visitor.sees('look-up-visitor');
    expect(await visitor.page.locator('.line-text').textContent()).toBe('الاحمد نور');
    await touch('التالي');
    await visitor.sees('look-up-birthday');
    await types('30111984');
    await touch('تسجيل الوصول');
    await visitor.sees('problem');
    expect(await visitor.text()).toContain('A001');
    expect((await waiting()).tickets).toMatchObject([{ flags: '2', app_id: 'noor' }]);
    expect(visitor.faults).toEqual([]);
  });

  it('reads simple words in simple language, also where those come first with the look-up', async () => {
    const { visitor, touch, types } = await arrive({ width: 1080, height: 1920 }, { printer: 'none' });
    await touch('Easy read');
    await touch('I have an appointment');
    await touch('I do not have the code');
    await visitor.sees('look-up-visitor');
    expect(await visitor.text()).toContain('Type your first name and your last name.');
    await types('Rosa vale');
    await touch('Next');
    await visitor.sees('look-up-birthday');
    const birthday = await visitor.text();
    expect(birthday).toContain('Type the day, month and year.');
    // This one is simple as it is.
    expect(birthday).toContain('When were you born?');
    await types('08031941');
    await touch('I am here');
    await visitor.page.getByRole('alert').getByText('We find no appointment for you today.').waitFor();
    expect(visitor.faults).toEqual([]);
  });
});
