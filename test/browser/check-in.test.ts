/** Checking in with a typed code: the whole machine, touched key by key, down to the paper. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { type MachineOptions, openMachine, Visitor } from '../helpers/machine.ts';
import { siteFile } from '../helpers/site-file.ts';
import { itInProofs } from '../helpers/whole.ts';

const MINUTE_MS = 60_000;

/** `yyyy-mm-dd hh:mm:ss` of the location, which lies in UTC. */
function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * MINUTE_MS).toISOString().slice(0, 19).replace('T', ' ');
}

const SITE = {
  settings: { languages: ['en', 'pt_PT', 'ar'], default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC', t_checkin_before: 30, t_checkin_after: 15 }],
  services: [
    {
      id: 'permits',
      name: 'Permits',
      location: 'hall',
      tag: 'A',
      extra_text: 'Bring your plans.',
      translations: { pt_PT: { name: 'Licenças', extra_text: 'Traga os seus projetos.' } },
    },
    { id: 'taxes', name: 'Taxes', location: 'hall', tag: 'B' },
  ],
  devices: [{ id: 'kiosk-1', name: 'Kiosk', type: 1, location: 'hall' }],
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

interface Waiting {
  readonly tickets: readonly { id: string; flags: string; app_id: string; lang: string; scheduled_to: string }[];
}

async function arrive(options: MachineOptions = {}, booked = true) {
  const visit = { service: 'permits', lang: 'pt_PT' };
  const appointments = [
    { ...visit, id: 'now', scheduled_to: inMinutes(10), code: 'kx-47 Q2' },
    { ...visit, id: 'gone', scheduled_to: inMinutes(-120), code: 'LATE-1' },
    { ...visit, id: 'later', scheduled_to: inMinutes(60 * 48), code: 'SOON-1' },
  ];
  const site = await siteFile(booked ? { ...SITE, appointments } : SITE);
  const machine = await openMachine({ site, ...options });
  if (options.printer !== 'none') await machine.until(({ printer }) => printer === 'ok');
  const visitor = await Visitor.at(machine, browser, { width: 800, height: 1280 });
  const waiting = () => machine.post<Waiting>('waitingticketslist', { service_id: 'permits' });
  const touch = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click();
  const types = async (code: string): Promise<void> => {
    for (const key of code) await touch(key);
  };
  return { machine, visitor, waiting, touch, types, offer: visitor.page.locator('.check-in') };
}

describe('a visitor with an appointment', () => {
  it('types its code with the keys on the screen, and its ticket is printed', async () => {
    const { machine, visitor, waiting, touch, types } = await arrive();
    await touch('I have an appointment');
    await visitor.sees('check-in');
    await types('KX47Q2');
    expect(await visitor.page.locator('.line-text').textContent()).toBe('KX47Q2');
    await touch('Check in');
    await visitor.sees('take-ticket');

    const ticket = await machine.printer.nextTicket();
    expect(ticket.faults).toEqual([]);
    expect(ticket.bigText).toBe('A001');
    expect(ticket.text).toMatch(/Licenças/);
    expect(ticket.text).toMatch(/Traga os seus projetos/);
    const [inQueue] = (await waiting()).tickets;
    expect(inQueue).toMatchObject({ id: ticket.qr, flags: '2', app_id: 'now', lang: 'pt_PT' });
    expect(inQueue?.scheduled_to).not.toBe('');
    await visitor.isDone();

    const log = machine.log.lines.join('\n');
    expect(log).toContain('appointment.read');
    expect(log.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')).not.toContain('KX47Q2');
    expect(visitor.faults).toEqual([]);
  });

  it('types it wrong, is told so, and corrects it with a real keyboard', async () => {
    const { visitor, waiting, touch } = await arrive({ printer: 'none' });
    await touch('I have an appointment');
    await visitor.sees('check-in');
    await visitor.page.keyboard.type('kx-47 q3');
    await visitor.page.keyboard.press('Enter');
    await visitor.page.getByRole('alert').getByText('We cannot find an appointment with this code').waitFor();
    expect(await visitor.page.locator('.line-text').textContent()).toBe('KX-47 Q3');
    expect((await waiting()).tickets).toEqual([]);
    await visitor.page.keyboard.press('Backspace');
    await visitor.page.keyboard.type('2');
    await visitor.page.keyboard.press('Enter');
    await visitor.sees('problem');
    expect(await visitor.text()).toContain('A001');
  });

  it('has its code read by a reader at that screen, if that is easier', async () => {
    const { machine, visitor, waiting, touch, types } = await arrive({ printer: 'none', serialReader: 'rule=table' });
    await touch('I have an appointment');
    await visitor.sees('check-in');
    await types('K');
    await machine.swipe('kx-47 Q2');
    await visitor.sees('problem');
    expect((await waiting()).tickets).toMatchObject([{ app_id: 'now' }]);
  });

  it('is not stopped by a keyboard reader that types there', async () => {
    const { machine, visitor, waiting, touch } = await arrive({ printer: 'none', wedge: 'rule=table' });
    await touch('I have an appointment');
    await visitor.sees('check-in');
    // As fast as a reader types, however busy the machine is.
    await visitor.page.evaluate(() => {
      const start = performance.now() - 1_000;
      for (const [index, key] of [...'kx-47 Q2', 'Enter'].entries()) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        Object.defineProperty(event, 'timeStamp', { value: start + index * 12 });
        document.body.dispatchEvent(event);
      }
    });
    await visitor.sees('problem');
    expect((await waiting()).tickets).toMatchObject([{ app_id: 'now' }]);
    expect(machine.log.events()).not.toContain('check-in.code-unknown');
  });

  it('who has two of them chooses with the keyboard, and is checked in for that one alone', async () => {
    const { machine, visitor, waiting } = await arrive({ printer: 'none', serialReader: 'rule=table' });
    const second = { id: 'second', service: 'taxes', scheduled_to: inMinutes(12), code: 'kx-47 Q2' };
    const booked = await fetch(`${machine.program.address}/restapi/v2/admin/appointments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...second, client_name: 'Marta Reis' }),
    });
    expect(booked.status).toBe(200);
    await machine.swipe('kx-47 Q2');
    await visitor.sees('appointments');
    const time = second.scheduled_to.slice(11, 16);
    expect(await visitor.text()).toContain(time);
    expect(await visitor.text()).not.toContain('Marta');
    const choice = visitor.page.getByRole('listitem').filter({ hasText: 'Taxes' }).getByRole('button');
    expect((await choice.textContent())?.includes(time)).toBe(true);
    for (let tabs = 0; tabs < 5 && !(await choice.evaluate((at) => at === document.activeElement)); tabs += 1)
      await visitor.page.keyboard.press('Tab');
    await visitor.page.keyboard.press('Enter');
    await visitor.sees('problem');
    expect((await waiting()).tickets).toEqual([]);
    expect((await machine.post<Waiting>('waitingticketslist', { service_id: 'taxes' })).tickets).toMatchObject([
      { app_id: 'second', flags: '2' },
    ]);
    expect(visitor.faults).toEqual([]);
  });

  it('too late for it takes an ordinary ticket, and is told why', async () => {
    const { visitor, waiting, touch, types } = await arrive({ printer: 'none' });
    await touch('I have an appointment');
    await types('LATE1');
    await touch('Check in');
    await visitor.page.getByText('The time of your appointment has passed.').first().waitFor();
    expect(await visitor.text()).not.toMatch(/card/i);
    await visitor.touch('Permits');
    await visitor.sees('problem');
    expect((await waiting()).tickets).toMatchObject([{ flags: '0', app_id: 'gone' }]);
  });

  it('too early for it is asked to come back', async () => {
    const { visitor, touch, types } = await arrive({ printer: 'none' });
    await touch('I have an appointment');
    await types('SOON-1');
    await touch('Check in');
    await visitor.page.getByText('It is too early to check in').first().waitFor();
    await visitor.isDone();
  });

  itInProofs('goes back to the services from there', async () => {
    const { visitor, touch } = await arrive({ printer: 'none' });
    await touch('I have an appointment');
    await visitor.sees('check-in');
    await touch('Back');
    await visitor.sees('choose');
    await visitor.touch('Permits');
    await visitor.sees('problem');
  });
});

describe('whoever tries codes', () => {
  it('is asked to wait after five that are wrong', async () => {
    const { machine, visitor, waiting, touch } = await arrive({ printer: 'none' });
    await touch('I have an appointment');
    const alert = visitor.page.getByRole('alert');
    const tries = async (code: string): Promise<void> => {
      await touch('Clear');
      await visitor.page.keyboard.type(code);
      await expect.poll(() => visitor.page.locator('.line-text').textContent()).toBe(code);
      await visitor.page.keyboard.press('Enter');
    };
    for (const guess of ['1', '2', '3', '4', '5']) {
      await tries(guess);
      await alert.getByText('We cannot find an appointment with this code').waitFor();
    }
    await tries('KX47Q2');
    await alert.getByText('Too many attempts. Please wait one minute.').waitFor();
    expect((await waiting()).tickets).toEqual([]);
    expect(machine.log.events()).toContain('check-in.code-throttled');
  });
});

describe('a kiosk where nothing is booked', () => {
  it('does not speak of appointments, until somebody books', async () => {
    const { machine, visitor, offer } = await arrive({ printer: 'none' }, false);
    expect(await offer.count()).toBe(0);
    const booking = { id: 'new', service: 'permits', scheduled_to: inMinutes(10), code: 'NEW-1' };
    const booked = await fetch(`${machine.program.address}/restapi/v2/admin/appointments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(booking),
    });
    expect(booked.status).toBe(200);
    await offer.waitFor();
    expect(visitor.faults).toEqual([]);
  });
});
