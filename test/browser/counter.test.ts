/** A clerk's day at one desk: the real page over a real server. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COUNTER_LIST_LIMIT } from '../../main/queue/contract/rest/counters.ts';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { endOfDay } from '../helpers/end-of-day.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import type { Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

const MINUTE_MS = 60_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

let town: Town;
let counter: Counter;
beforeEach(async () => {
  town = await openCounterTown();
  counter = await Counter.seated(town, browser, { name: 'Ana Silva', desk: 'Desk 1' });
});
afterEach(() => endOfDay(town, counter));

async function waiting(...services: readonly string[]): Promise<void> {
  for (const service of services) await town.createTicket(service);
}

describe('calling', () => {
  it('shows who waits, in the order of the calls, the moment they come', async () => {
    await counter.lists([]);
    await waiting('Passports', 'Taxes');
    await counter.lists(['A001', 'B001']);
    await town.createTicket('Passports', { priority: true });
    await counter.lists(['A002', 'A001', 'B001']);
  });

  it('calls the next, ends and calls the next, and says when nobody is left', async () => {
    await waiting('Passports', 'Taxes');
    await counter.callNext();
    await counter.serves('A001');
    await counter.lists(['B001']);
    await counter.endAndNext();
    await counter.serves('B001');
    await counter.endAndNext();
    await counter.serves(null);
    await counter.isTold('B001 has been served. Nobody is waiting');
    await counter.callNext();
    await counter.isTold('Nobody is waiting for you at the moment.');
    const states = await Promise.all(['A001', 'B001'].map((label) => stateOf(label)));
    expect(states).toEqual(['5', '5']);
  });

  it('calls anybody of the list, and asks first what becomes of the one who is here', async () => {
    await waiting('Passports', 'Taxes', 'Weddings');
    await counter.call('B001');
    await counter.serves('B001');
    await counter.call('C001');
    await counter.dialog().getByText('B001 is still at this desk').waitFor();
    await counter.dialog().getByRole('button', { name: 'Pause B001, call C001' }).click();
    await counter.serves('C001');
    await counter.sheet('Paused');
    await counter.lists(['B001']);
    await counter.call('B001');
    await counter.dialog().getByRole('button', { name: 'End C001, call B001' }).click();
    await counter.serves('B001');
    await counter.lists([]);
  });

  it('pauses and calls back, notes who did not come and calls back while the tolerance lasts', async () => {
    await waiting('Taxes', 'Taxes', 'Taxes', 'Taxes', 'Passports');
    await counter.callNext();
    await counter.serves('B001');
    await counter.didNotCome();
    await counter.serves(null);
    await counter.sheet('No-shows');
    await counter.lists(['B001']);
    await counter.call('B001');
    await counter.serves('B001');
    await counter.didNotCome();
    await counter.serves(null);
    // Two further calls of the service are within the tolerance of this town hall, three are not.
    for (const label of ['B002', 'B003', 'B004']) {
      await counter.callNext();
      await counter.serves(label);
    }
    await counter.lists([]);
  });

  it('calls again, and says so', async () => {
    await waiting('Passports');
    await counter.callNext();
    await counter.serves('A001');
    await counter.callAgain();
    await counter.isTold('A001 has been recalled.');
  });

  it('limits the next call to chosen services, and remembers them', async () => {
    await waiting('Passports', 'Taxes');
    await counter.page.locator('.services summary').click();
    await counter.page.locator('.service', { hasText: 'Taxes' }).click();
    await counter.lists(['B001']);
    await counter.page.reload();
    await counter.lists(['B001']);
    await counter.callNext();
    await counter.serves('B001');
  });

  it('lists and counts a chosen service behind a hundred tickets of others', async () => {
    await Promise.all(Array.from({ length: COUNTER_LIST_LIMIT + 1 }, () => town.createTicket('Passports')));
    await waiting('Taxes', 'Taxes');
    const card = counter.page.locator('.now-free');
    await card.getByText(`${COUNTER_LIST_LIMIT + 3} people are waiting for you`).waitFor();
    // Rows in view only, of pages that are read on demand.
    await counter.page.locator('.rows-long .row', { hasText: 'A001' }).waitFor();
    await counter.page.getByRole('tabpanel').focus();
    await counter.press('End');
    const last = counter.page.locator(`.row[aria-posinset="${COUNTER_LIST_LIMIT + 3}"]`);
    await last.getByText('B002').first().waitFor();
    expect(await last.getAttribute('aria-setsize')).toBe(String(COUNTER_LIST_LIMIT + 3));
    expect(await counter.page.locator('.row').count()).toBeLessThan(60);
    expect((await last.boundingBox())?.height).toBe(48);
    await counter.press('Home');
    await counter.page.locator('.services summary').click();
    await counter.page.locator('.service', { hasText: 'Taxes' }).click();
    await counter.lists(['B001', 'B002']);
    await card.getByText('2 people are waiting for you').waitFor();
    await counter.callNext();
    await counter.serves('B001');
  });

  it('counts and lists visitors for others and paused ones beyond the first page', async () => {
    for (let nth = 0; nth < COUNTER_LIST_LIMIT + 30; nth += 1) {
      await town.createTicket('Passports');
      await town.conclude('pausecall', (await town.callNext('Desk 1')).id);
      await town.createTicket('Passports', { user_id: 'rui' });
    }
    await town.createTicket('Taxes');
    await counter.page.locator('.now-free').getByText('1 person is waiting for you').waitFor();
    for (const [sheet, label] of [
      ['Waiting', 'A260'],
      ['Paused', 'A001'],
    ] as const) {
      await counter.sheet(sheet);
      const count = counter.page.getByRole('tab', { name: new RegExp(`^${sheet}`) }).locator('.count');
      expect(await count.textContent()).toBe(sheet === 'Waiting' ? '131' : '130');
      await counter.page.getByRole('tabpanel').focus();
      await counter.press('End');
      const last = counter.page.locator('.row[aria-posinset="130"]');
      await last.getByText(label).first().waitFor();
      expect(await last.getAttribute('aria-setsize')).toBe('130');
      expect(await counter.page.locator('.row').count()).toBeLessThan(60);
    }
  });

  it('begins the card of the visitor and the lists at the same height', async () => {
    const top = async (selector: string): Promise<number | undefined> =>
      (await counter.page.locator(selector).boundingBox())?.y;
    // The queue alerts load last.
    await counter.page.locator('.limit-line').waitFor({ state: 'attached' });
    expect(await top('.now')).toBe(await top('.lists'));
  });

  it('draws rows of 48 px in usual windows, and fills a large one with the lists', async () => {
    await waiting('Passports', 'Taxes');
    await town.createTicket('Passports', { client_name: 'Maria do Carmo Figueiredo', priority: true });
    await town.createTicket('Weddings', { client_name: 'Anton Lost', user_id: 'rui' });
    await counter.lists(['A002', 'A001', 'B001', 'C001']);
    town.clock.advance(6 * MINUTE_MS);
    await counter.row('A001').locator('.fact-late').waitFor();
    for (const [width, height] of [
      [1280, 800],
      [1366, 768],
      [1536, 864],
      [1920, 1080],
    ] as const) {
      await counter.page.setViewportSize({ width, height });
      const heights = await counter.page
        .locator('.row')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      expect(heights, `${width} px`).toEqual([48, 48, 48, 48]);
    }
    const boxOf = async (selector: string) => {
      const box = await counter.page.locator(selector).boundingBox();
      if (box === null) throw new Error(`${selector} is not drawn.`);
      return { top: box.y, start: box.x, end: box.x + box.width, bottom: box.y + box.height };
    };
    const [bar, now, lists] = [await boxOf('.bar'), await boxOf('.now'), await boxOf('.lists')];
    const gap = now.start;
    expect(lists).toEqual({ top: bar.bottom + gap, start: now.end + gap, end: 1920 - gap, bottom: 1080 - gap });
    expect(lists.end - lists.start).toBeGreaterThan(1920 / 2);
  });

  it('shows how long somebody waits, and who waits too long', async () => {
    await waiting('Passports');
    await counter.lists(['A001']);
    expect(await counter.row('A001').locator('.fact-late').count()).toBe(0);
    // This site expects five minutes for passports.
    town.clock.advance(6 * MINUTE_MS);
    await counter.row('A001').locator('.fact-late').waitFor();
    await counter.row('A001').getByText('6 min').waitFor();
  });

  it('runs a clock from the call on, by the time of the server', async () => {
    await waiting('Passports');
    await counter.callNext();
    await counter.serves('A001');
    town.clock.advance(2 * MINUTE_MS + 5_000);
    await counter.page.locator('.clock', { hasText: /^2:\d\d$/ }).waitFor();
  });
});

describe('one wish, one call', () => {
  it('is not doubled by a double click', async () => {
    await waiting('Passports', 'Passports', 'Passports');
    await counter.lists(['A001', 'A002', 'A003']);
    await counter.page.locator('#next').dblclick();
    await counter.serves('A001');
    await settle();
    await counter.lists(['A002', 'A003']);
    expect(await counter.serving()).toBe('A001');
  });

  it('is not doubled by ten clicks or a key that is held down', async () => {
    await waiting('Passports', 'Passports', 'Passports');
    await counter.page.locator('#next').evaluate((button) => {
      for (let click = 0; click < 10; click += 1) (button as HTMLElement).click();
    });
    await counter.serves('A001');
    await settle();
    expect(await counter.serving()).toBe('A001');
    await counter.page.locator('#next').focus();
    // Held down: the browser repeats the key.
    await counter.page.keyboard.down('Enter');
    await counter.serves('A002');
    for (let repeat = 0; repeat < 10; repeat += 1) await counter.page.keyboard.down('Enter');
    await settle();
    for (let repeat = 0; repeat < 10; repeat += 1) await counter.page.keyboard.down('Enter');
    await counter.page.keyboard.up('Enter');
    expect(await counter.serving()).toBe('A002');
    await counter.lists(['A003']);
  });

  it('is done once although its answer was lost', async () => {
    await waiting('Passports', 'Passports');
    let lost = 0;
    await counter.page.route('**/callnextticket', async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      // The server does it; only the answer never arrives.
      await route.fetch();
      return route.abort();
    });
    await counter.callNext();
    await counter.isTold('no step is done twice');
    await counter.serves('A001');
    await counter.lists(['A002']);
  });
});

describe('sending on', () => {
  beforeEach(async () => {
    await waiting('Passports');
    await counter.callNext();
    await counter.serves('A001');
    await counter.act(/^Transfer/).click();
  });

  it('goes to another service, with a note and priority', async () => {
    await counter.dialog().locator('.choice', { hasText: 'Taxes' }).click();
    await counter.dialog().getByLabel('Note for the next clerk').fill('Has the form with her');
    await counter.dialog().getByLabel('With priority').check();
    await counter.dialog().getByRole('button', { name: 'Transfer' }).click();
    await counter.serves(null);
    await counter.isTold('A001 has been transferred to Taxes.');
    const [ticket] = await town.waiting('Taxes');
    expect(ticket).toMatchObject({ number: '1', note: 'Has the form with her', flags: '1', transferred: 'true' });
    await counter.lists(['A001']);
    expect(await counter.row('A001').textContent()).toContain('Has the form with her');
  });

  it('goes to a colleague, and is then no next one here', async () => {
    await counter.dialog().getByRole('tab', { name: 'Clerk' }).click();
    await counter.dialog().locator('.choice', { hasText: 'Rui Costa' }).click();
    await counter.dialog().getByRole('button', { name: 'Transfer' }).click();
    await counter.serves(null);
    await counter.row('A001').getByText('for Rui Costa').waitFor();
    await counter.callNext();
    await counter.isTold('Nobody is waiting for you at the moment.');
  });

  it('keeps the note when its window was closed too soon', async () => {
    await counter.dialog().getByLabel('Note for the next clerk').fill('half a no');
    await counter.press('Escape');
    await counter.page.reload();
    await counter.serves('A001');
    await counter.press('t');
    expect(await counter.dialog().getByLabel('Note for the next clerk').inputValue()).toBe('half a no');
  });

  it('asks where to, before it sends', async () => {
    await counter.dialog().getByRole('button', { name: 'Transfer' }).click();
    await counter.dialog().getByText('Please choose where to transfer this ticket.').waitFor();
    expect(await counter.serving()).toBe('A001');
  });
});

describe('with few keys', () => {
  /** Presses single keys, and counts them. */
  function presses() {
    let count = 0;
    return {
      async keys(...names: readonly string[]): Promise<void> {
        for (const name of names) await counter.press(name);
        count += names.length;
      },
      count: () => count,
    };
  }

  it('a visitor is transferred by typing, with six keys besides the note', async () => {
    await waiting('Passports');
    const { keys, count } = presses();
    await keys('n');
    await counter.serves('A001');
    expect(count()).toBe(1);
    const transfer = presses();
    await transfer.keys('t');
    await counter.dialog().getByLabel('Find a service').waitFor();
    await transfer.keys('t', 'a', 'Enter');
    await counter.page.keyboard.type('Has the form');
    await transfer.keys('Control+Enter');
    await counter.serves(null);
    expect(transfer.count()).toBeLessThanOrEqual(6);
    expect((await town.waiting('Taxes'))[0]).toMatchObject({ number: '1', note: 'Has the form', transferred: 'true' });
  });

  it('a visitor is found by name and called with six keys, of which three are letters of the name', async () => {
    await waiting('Passports', 'Passports');
    await town.createTicket('Taxes', { client_name: 'Jürgen Müller' });
    await counter.lists(['A001', 'A002', 'B001']);
    const { keys, count } = presses();
    await keys('/', 'm', 'u', 'l');
    await counter.lists(['B001']);
    await keys('Enter', 'Enter');
    await counter.serves('B001');
    expect(count()).toBe(6);
  });

  it('no-shows and returns take one or two keys', async () => {
    await waiting('Passports', 'Passports', 'Taxes');
    await counter.lists(['A001', 'A002', 'B001']);
    const { keys, count } = presses();
    await keys('n');
    await counter.serves('A001');
    await keys('m');
    await counter.serves('A002');
    expect(count()).toBe(2);
    await counter.sheet('No-shows');
    await counter.lists(['A001']);
    await counter.sheet('Waiting');
    town.clock.advance(MINUTE_MS);
    const back = presses();
    await back.keys('k');
    await counter.dialog().waitFor();
    await back.keys('1');
    await counter.serves(null);
    await counter.lists(['B001', 'A002']);
    expect(back.count()).toBe(2);
  });

  it('executes each press of a key, and shows each visitor before the next', async () => {
    await waiting('Passports', 'Passports', 'Passports');
    await counter.lists(['A001', 'A002', 'A003']);
    await counter.page.evaluate(() => {
      const seen = new Set<string>();
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const label = document.querySelector('.now .label-big')?.textContent;
        if (label) seen.add(label);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    for (let press = 0; press < 3; press += 1) await counter.page.keyboard.press('n', { delay: 80 });
    await counter.serves('A003');
    const seen = await counter.page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    expect(seen).toEqual(['A001', 'A002', 'A003']);
  });

  it('names who still waits before the desk is left, and shows the next visitor on the card', async () => {
    await waiting('Passports', 'Passports', 'Taxes');
    await counter.page.locator('.up-next .label', { hasText: 'A001' }).waitFor();
    await counter.callNext();
    await counter.serves('A001');
    await counter.page.locator('.up-next .label', { hasText: 'A002' }).waitFor();
    await counter.end();
    await counter.serves(null);
    await counter.press('b');
    const rows = counter.dialog().locator('.still-waiting li');
    expect(await rows.allTextContents()).toEqual(['1 Passports · no other desk open', '1 Taxes']);
    await counter.dialog().getByText('Served: 1').waitFor();
    await counter.press('Escape');
    // Messages stand where the undo bar is, and go with the next step.
    await counter.isTold('A001 has been served');
    const [message, undo] = await Promise.all(
      ['.notices .notice', '.undo'].map((part) => counter.page.locator(part).boundingBox()),
    );
    expect(message?.x).toBe(undo?.x);
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(undo?.y ?? 0);
    await counter.callNext();
    await counter.serves('A002');
    expect(await counter.notices()).toEqual([]);
  });
});

describe('somebody without a ticket', () => {
  it('gets a number by word of mouth and is served at once', async () => {
    await counter.act(/^Add visitor/).click();
    await counter.dialog().locator('.choice', { hasText: 'Passports' }).click();
    await counter.dialog().getByLabel('Name (optional)').fill('Rosa');
    await counter.press('Enter');
    await counter.serves('A001');
    expect(await counter.page.locator('.now').textContent()).toContain('Rosa');
    expect(await counter.page.locator('.now .fact').allTextContents()).toContain('not printed');
  });

  it('or waits with the others, marked as given by staff', async () => {
    await counter.act(/^Add visitor/).click();
    await counter.dialog().locator('.choice', { hasText: 'Taxes' }).click();
    await counter.dialog().getByRole('button', { name: 'Add to queue' }).click();
    await counter.isTold('B001 is waiting now.');
    await counter.lists(['B001']);
    expect((await town.waiting('Taxes'))[0]?.flags).toBe('32');
  });

  it('gets none of a service that is closed', async () => {
    town.clock.set('2026-11-20T17:00:00Z');
    await counter.page.reload();
    await counter.isReady();
    await counter.act(/^Add visitor/).click();
    const taxes = counter.dialog().locator('.choice', { hasText: 'Taxes' });
    expect(await taxes.getAttribute('aria-disabled')).toBe('true');
    expect(await taxes.textContent()).toContain('closed now');
  });
});

describe('a page that comes back', () => {
  it('comes back to the desk, the user and the call in progress', async () => {
    await waiting('Passports', 'Taxes');
    await counter.callNext();
    await counter.serves('A001');
    await counter.page.reload();
    await counter.serves('A001');
    await counter.lists(['B001']);
    expect(await counter.page.locator('.bar').textContent()).toContain('Ana Silva');
    expect(await counter.page.title()).toBe('A001 · Desk 1');
  });

  it('says at once that it is cut off, and catches up by itself', async () => {
    await counter.page.context().setOffline(true);
    await counter.page.locator('.stale[data-stale="true"]').waitFor();
    await waiting('Passports');
    await counter.page.context().setOffline(false);
    await counter.page.locator('.stale[data-stale="false"]').waitFor({ state: 'attached' });
    await counter.lists(['A001']);
  });

  it('asks nobody every few seconds', async () => {
    await counter.isReady();
    // What the page asks for while it opens is asked once; on a busy machine some of it comes after it is ready.
    await counter.page.waitForLoadState('networkidle');
    const asked: string[] = [];
    counter.page.on('request', (request) => {
      if (request.url().includes('/restapi/')) asked.push(request.url());
    });
    // Four beats of the page's own clock, which draws the waits anew: something that polls would have asked by then.
    await counter.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          let seconds = 0;
          const timer = setInterval(() => {
            seconds += 1;
            if (seconds < 4) return;
            clearInterval(timer);
            resolve();
          }, 1_000);
        }),
    );
    expect(asked).toEqual([]);
  });
});

describe('a desk that cannot be worked at', () => {
  it('is left for another one', async () => {
    const site = townSite();
    const desks = site.desks as { id: string; state?: number }[];
    await town.site.load({
      ...site,
      desks: desks.map((desk) => (desk.id === 'desk-1' ? { ...desk, state: 0 } : desk)),
    });
    await counter.page.getByText('This desk is closed.').waitFor();
    await counter.page.locator('.bar-user').click();
    await counter.dialog().getByRole('button', { name: 'Another desk' }).click();
    await counter.sitsAt('Desk 2');
  });
});

/** Past the moment in which a hasty second press counts for nothing. */
async function settle(): Promise<void> {
  await counter.page.locator('#next:not([aria-busy])').waitFor();
}

/** State of the ticket with this label, as the interface has it. */
async function stateOf(label: string): Promise<string | undefined> {
  const answer = await fetch(`${town.address}/restapi/ticket/lastTickets?location=hall`);
  const { lastTickets } = (await answer.json()) as { lastTickets: Record<string, LastCall>[] };
  const calls = lastTickets.flatMap((each) => Object.values(each));
  const call = calls.find((each) => `${each.ticketServiceTag}${String(each.ticketNumber).padStart(3, '0')}` === label);
  const details = await fetch(`${town.address}/restapi/ticket/details/${call?.ticket_id ?? ''}`);
  return String(((await details.json()) as { ticket?: { state: number } }).ticket?.state);
}

interface LastCall {
  readonly ticket_id: string;
  readonly ticketServiceTag: string;
  readonly ticketNumber: number;
}
