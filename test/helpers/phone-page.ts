/**
 * Page object of the ticket page on a visitor's phone, in Chromium with the real program. Needs
 * `npx vite build -c vite.renderer.config.ts` first.
 */

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { barriersOf } from './barriers.ts';
import { type Machine, type MachineOptions, openMachine } from './machine.ts';
import { faultsOf } from './page-faults.ts';
import { siteFile } from './site-file.ts';

/** Public address for phones; the tests connect to the program directly. */
export const PUBLIC_URL = 'http://192.168.4.20:8080';

const SITE = {
  settings: { languages: ['en', 'pt_PT', 'ar'], default_lang: 'en', public_url: PUBLIC_URL, api_authentication: false },
  locations: [{ id: 'hall', name: 'Town Hall', timezone: 'UTC', ticket_tolerance: 1 }],
  services: [
    {
      id: 'passports',
      name: 'Passports',
      tag: 'A',
      rgbColour: '3f51b5',
      translations: { ar: { name: 'جوازات السفر' }, en_simple: { name: 'Travel papers' } },
    },
    { id: 'taxes', name: 'Taxes', tag: 'B' },
  ],
  desks: [
    { id: 'desk-1', name: 'Desk 1', tag: '1', translations: { pt_PT: { name: 'Balcão 1' } } },
    { id: 'desk-2', name: 'Desk 2', tag: '2', translations: { en_simple: { name: 'Window 2' } } },
  ],
  users: ['ana', 'rui'].map((id) => ({ id, username: id, name: id })),
  devices: [{ id: 'kiosk-1', name: 'Kiosk', type: 1 }],
};

export interface Ticket {
  readonly id: string;
  /** Path of its ticket page. */
  readonly path: string;
}

/** A town hall that issues and calls tickets. */
export interface PhoneHall {
  readonly machine: Machine;
  give(service?: string, lang?: string): Promise<Ticket>;
  /** Calls the next ticket; returns the id of the call. */
  next(desk?: string, service?: string): Promise<string>;
  call(ticket: Ticket, work?: 'callticket' | 'callpausedticket' | 'callcancelledticket'): Promise<string>;
  conclude(work: 'recall' | 'endcall' | 'pausecall' | 'cancelcall', answerId: string): Promise<void>;
  sendTo(service: string, answerId: string): Promise<void>;
}

const clerkAt: Readonly<Record<string, string>> = { 'desk-1': 'ana', 'desk-2': 'rui' };

export interface PhoneHallOptions extends Partial<MachineOptions> {
  /** Further fields of the location, as in the site file. */
  readonly location?: object;
}

export async function openPhoneHall({ location, ...options }: PhoneHallOptions = {}): Promise<PhoneHall> {
  const site = await siteFile({ ...SITE, locations: SITE.locations.map((each) => ({ ...each, ...location })) });
  const machine = await openMachine({ site, printer: 'none', ...options });

  async function post(operation: string, parameters: object): Promise<{ answer: { id: string } }> {
    const body = await machine.post<{ success: boolean; answer: { id: string } }>(operation, parameters);
    if (body.success !== true) throw new Error(`${operation} was refused: ${JSON.stringify(body)}`);
    return body;
  }

  return {
    machine,
    async give(service = 'passports', lang = 'en') {
      const response = await fetch(`${machine.program.address}/restapi/v2/queuemanagement/createticket`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ service_id: service, lang }),
      });
      const { ticket } = (await response.json()) as { ticket: { id: string } };
      return { id: ticket.id, path: new URL(response.headers.get('ticket-page') ?? '').pathname };
    },
    async next(desk = 'desk-1', service = 'passports') {
      return (await post('callnextticket', { desk_id: desk, user_id: clerkAt[desk], services: [service] })).answer.id;
    },
    async call({ id }, work = 'callticket') {
      return (await post(work, { desk_id: 'desk-1', user_id: 'ana', ticket_id: id })).answer.id;
    },
    async conclude(work, answerId) {
      await post(work, { answer_id: answerId });
    },
    async sendTo(service, answerId) {
      await post('transfercall', {
        answer_id: answerId,
        dst_type: 'service',
        dst_id: service,
        priority: false,
        desk_id: 'desk-1',
      });
    },
  };
}

/**
 * Takes a ticket from nearly its turn to its end, through all states in between. @param seen called after each change
 * of the page
 */
export async function leadToItsEnd(
  hall: PhoneHall,
  ticket: Ticket,
  seen: (look: string) => Promise<void>,
): Promise<void> {
  await hall.next();
  await seen('almost');
  const call = await hall.call(ticket);
  await seen('called');
  await hall.conclude('pausecall', call);
  await seen('paused');
  await hall.conclude('cancelcall', await hall.call(ticket, 'callpausedticket'));
  await seen('cancelled');
  await hall.conclude('endcall', await hall.call(ticket, 'callcancelledticket'));
  await seen('ended');
}

export interface Shown {
  readonly look?: string;
  readonly before?: number;
  readonly desk?: string;
  readonly says?: string;
}

/** A cheap phone: 400 kbit/s and high latency. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 25_000 };

/** A new browser context, since another one may have the scripts in its cache. */
const NOTHING_KEPT = { storageState: { cookies: [], origins: [] } };

interface PhoneOptions extends BrowserContextOptions {
  readonly slow?: boolean;
  /** Starts with an empty cache; implied by a slow connection. */
  readonly isFirstVisit?: boolean;
  readonly before?: (page: Page) => Promise<void>;
}

export class Phone {
  readonly page: Page;
  readonly faults: string[];

  constructor(page: Page) {
    this.page = page;
    this.faults = faultsOf(page, /status of 4\d\d|WebSocket|ERR_/);
  }

  /** Opens the page at this path; `before` runs before the page's scripts. */
  static async at(hall: PhoneHall, browser: Browser, path: string, options: PhoneOptions = {}): Promise<Phone> {
    const { slow = false, isFirstVisit = slow, before, ...more } = options;
    const context = await browser.newContext({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      locale: 'en-GB',
      ...(isFirstVisit ? NOTHING_KEPT : {}),
      ...more,
    });
    onTestFinished(() => context.close());
    const phone = new Phone(await context.newPage());
    if (slow) {
      const line = await context.newCDPSession(phone.page);
      await line.send('Network.enable');
      await line.send('Network.emulateNetworkConditions', SLOW);
    }
    await before?.(phone.page);
    await phone.page.goto(hall.machine.program.address + path);
    return phone;
  }

  /** Waits for this number, and for the other given texts. */
  async shows(label: string, { look, before, desk, says }: Shown = {}): Promise<void> {
    await this.page.locator('.ticket-number', { hasText: label }).waitFor();
    if (look !== undefined) await this.looks(look);
    if (before === 0) await this.says('You are next');
    else if (before !== undefined) await this.says(new RegExp(`^${before} (person|people) before you$`));
    if (desk !== undefined) {
      await this.looks('called');
      await this.page.locator('.called-name, .called-desk', { hasText: desk }).first().waitFor();
    }
    if (says !== undefined) await this.says(says);
  }

  async looks(look: string): Promise<void> {
    await this.page.locator(`.page[data-look="${look}"]`).waitFor();
  }

  async says(text: string | RegExp): Promise<void> {
    await this.page.locator('main :not(.spoken)').getByText(text).first().waitFor();
  }

  /** Whether the page warns that it may be outdated. */
  async isStale(stale: boolean): Promise<void> {
    await this.page.locator(`.stale[data-stale="${stale}"]`).waitFor({ state: 'attached' });
  }

  async touch(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).last().click();
  }

  /** Opens the confirmation, which loads on demand. */
  async asksToLeave(): Promise<void> {
    await this.touch('Leave the queue');
    await this.page.locator('dialog[open]').waitFor();
  }

  /** Opens the language and simple language, if they are closed. */
  async opensSettings(): Promise<void> {
    await this.page.locator('.settings:not([open]) summary, .settings[open]').waitFor();
    if ((await this.page.locator('.settings[open]').count()) === 0)
      await this.page.locator('.settings summary').click();
  }

  async reads(language: string): Promise<void> {
    await this.opensSettings();
    await this.page.getByRole('combobox').selectOption(language);
    await this.page.locator(`html[lang="${language}"]`).waitFor();
  }

  /** The announcement for screen readers. */
  heard(): Promise<string | null> {
    return this.page.locator('main > p.spoken').textContent();
  }

  /** Violations of WCAG 2.2 A and AA, and of the contrast 7:1 that sunlight needs, by rule. */
  async faultsOfAccess(): Promise<string[]> {
    return barriersOf(this.page, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { 'color-contrast-enhanced': { enabled: true } },
    });
  }

  /** Whether content is wider than the window. */
  isTooWide(): Promise<boolean> {
    return this.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  }
}
