/** Two clerks at the same moment: neither is surprised, and nobody is called twice. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { endOfDay } from '../helpers/end-of-day.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import type { Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { itInProofs } from '../helpers/whole.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

let town: Town;
let ana: Counter;
let rui: Counter;
beforeEach(async () => {
  const site = townSite();
  const desks = site.desks as { id: string }[];
  // A second desk that serves everything.
  desks.push({ id: 'desk-4', name: 'Desk 4', tag: '4', location: 'hall' } as never);
  town = await openCounterTown({ site });
  [ana, rui] = await Promise.all([
    Counter.seated(town, browser, { name: 'Ana Silva', desk: 'Desk 1' }),
    Counter.seated(town, browser, { name: 'Rui Costa', desk: 'Desk 4' }),
  ]);
});
afterEach(() => endOfDay(town, ana, rui));

describe('two clerks', () => {
  it('who call the next in the same instant call two people', async () => {
    for (let ticket = 0; ticket < 4; ticket += 1) await town.createTicket('Passports');
    await Promise.all([ana.lists(['A001', 'A002', 'A003', 'A004']), rui.lists(['A001', 'A002', 'A003', 'A004'])]);
    await Promise.all([ana.callNext(), rui.callNext()]);
    await Promise.all([ana.lists(['A003', 'A004']), rui.lists(['A003', 'A004'])]);
    expect([await ana.serving(), await rui.serving()].sort()).toEqual(['A001', 'A002']);
  });

  it('of whom one was cut off: the list says that it is old, and catches up', async () => {
    await town.createTicket('Passports');
    await Promise.all([ana.lists(['A001']), rui.lists(['A001'])]);
    await rui.page.context().setOffline(true);
    await rui.page.locator('.stale[data-stale="true"]').waitFor();
    await ana.call('A001');
    await ana.serves('A001');
    expect(await rui.row('A001').count()).toBe(1);
    await rui.page.context().setOffline(false);
    await rui.lists([]);
    await rui.page.locator('.stale[data-stale="false"]').waitFor({ state: 'attached' });
  });

  it('who press at once on the same row: a calm sentence for the slower one', async () => {
    await town.createTicket('Passports');
    await Promise.all([ana.lists(['A001']), rui.lists(['A001'])]);
    // Both have pressed before either list can change.
    await rui.page.route('**/callticket', async (route) => {
      await ana.serves('A001');
      await route.continue();
    });
    await Promise.all([rui.call('A001'), ana.call('A001')]);
    await rui.isTold('Another clerk was faster: A001 is now at Desk 1.');
    await rui.lists([]);
    expect(await rui.serving()).toBeNull();
  });

  it('of whom one sends somebody to the other: it is seen there at once, with the note', async () => {
    await town.createTicket('Passports', { client_name: 'Rosa' });
    await ana.callNext();
    await ana.serves('A001');
    await ana.press('t');
    await ana.dialog().getByRole('tab', { name: 'Desk' }).click();
    await ana.dialog().locator('.choice', { hasText: 'Desk 4' }).click();
    await ana.dialog().getByLabel('Note for the next clerk').fill('Signature missing');
    await ana.dialog().getByRole('button', { name: 'Transfer' }).click();
    await rui.lists(['A001']);
    expect(await rui.row('A001').textContent()).toMatch(/from Ana Silva · next in your queue.*Signature missing.*Rosa/);
    await rui.callNext();
    await rui.serves('A001');
    expect(await rui.page.locator('.now').textContent()).toContain('Signature missing');
    await ana.lists([]);
  });
});

describe('one desk on two screens', () => {
  it('shows on each what was done on the other, and says who did it', async () => {
    await town.createTicket('Passports');
    const also = await Counter.seated(town, browser, { name: 'Rui Costa', desk: 'Desk 1' });
    await also.callNext();
    await also.serves('A001');
    await ana.serves('A001');
    await ana.isTold('Rui Costa has called A001 to this desk.');
    expect(await ana.page.locator('.now').textContent()).toContain('called by Rui Costa');
    await also.end();
    await ana.serves(null);
    await ana.isTold('The call of A001 has already ended.');
    await also.page.context().close();
  });

  it('ends nobody whom the other one has just called, when both press Next in the same instant', async () => {
    await town.createTicket('Passports');
    await town.createTicket('Passports');
    const also = await Counter.seated(town, browser, { name: 'Rui Costa', desk: 'Desk 1' });
    await Promise.all([ana.lists(['A001', 'A002']), also.lists(['A001', 'A002'])]);
    // Both have pressed before either page can change.
    await also.page.route('**/callnextticket', async (route) => {
      await ana.serves('A001');
      await route.continue();
    });
    await Promise.all([also.callNext(), ana.callNext()]);
    await also.isTold('Ana Silva has called A001 to this desk.');
    await also.serves('A001');
    await Promise.all([ana.lists(['A002']), also.lists(['A002'])]);
    expect(await ana.serving()).toBe('A001');
    await also.page.context().close();
  });

  itInProofs('ends a call once; the slower one hears that it is over', async () => {
    await town.createTicket('Passports');
    await ana.callNext();
    await ana.serves('A001');
    await ana.page.route('**/endcall', async (route) => {
      const { calls } = (await (await fetch(`${town.address}/restapi/v2/counters/desk-1`)).json()) as {
        calls: { answer_id: string }[];
      };
      await town.conclude('endcall', calls[0]?.answer_id ?? '');
      await route.continue();
    });
    await ana.end();
    await ana.isTold('This call had already ended.');
    await ana.serves(null);
  });
});

describe('one clerk at two desks', () => {
  it('is told where the open call is, and led there', async () => {
    await town.createTicket('Passports');
    await town.createTicket('Passports');
    await ana.callNext();
    await ana.serves('A001');
    const second = await Counter.seated(town, browser, { name: 'Ana Silva', desk: 'Desk 4' });
    await second.page.getByText('You are still serving A001 at Desk 1.').waitFor();
    await second.callNext();
    await second.isTold('You are still serving a visitor at another desk.');
    await second.page.getByRole('button', { name: 'Go to Desk 1' }).click();
    await second.serves('A001');
    await second.page.context().close();
  });
});
