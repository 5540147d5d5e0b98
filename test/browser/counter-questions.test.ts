/** The visitor's answers and the clerk's own questions, with what staff may see and change. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { question } from '../forms/rules/form-site.ts';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { endOfDay } from '../helpers/end-of-day.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import type { Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

const desk = ['qm_pad'] as const;

function siteWithForms(): Record<string, unknown> {
  const site = townSite();
  const services = site.services as { id: string }[];
  const forms = [
    {
      id: 'permit',
      name: 'Permit',
      questions: {
        before: [
          question('reason', 'one of', { config: { options: ['New', 'Running'] }, staff: 'sees' }),
          question('phone', 'phone', { on: ['ticket_kiosks', 'qm_pad'] }),
          question('secret', 'text', { staff: '' }),
        ],
        during: [
          question('file', 'text', { on: desk, config: { mask: 5, regex: '[0-9]{4}/[0-9]{3}', example: '2030/042' } }),
          question('papers', 'several of', { on: desk, config: { options: ['Plan', 'Photo', 'Deed'] } }),
          question('complete', 'yes or no', { on: desk }),
          question('missing', 'text', { on: desk, after: ['complete', 'no'] }),
        ],
        end: [question('result', 'one of', { on: desk, required: true, config: { options: ['Done', 'To come'] } })],
      },
    },
  ];
  return {
    ...site,
    forms,
    services: services.map((service) => (service.id === 'passports' ? { ...service, forms: ['permit'] } : service)),
  };
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

let town: Town;
let counter: Counter;
beforeEach(async () => {
  town = await openCounterTown({ site: siteWithForms() });
  counter = await Counter.seated(town, browser, { name: 'Ana Silva', desk: 'Desk 1' });
  await town.createTicket('Passports', {
    device_id: 'kiosk-1',
    form_answers: { reason: 'Running', secret: 'mine alone', phone: '+351 210 000' },
  });
  await counter.lists(['A001']);
});
afterEach(() => endOfDay(town, counter));

/** What the server has. */
async function kept(): Promise<Record<string, readonly string[]>> {
  const calls = (await (await fetch(`${town.address}/restapi/v2/counters/desk-1`)).json()) as {
    calls: { ticket_id: string }[];
  };
  return keptOf(calls.calls[0]?.ticket_id ?? '');
}

async function keptOf(ticketId: string): Promise<Record<string, readonly string[]>> {
  const answer = await fetch(`${town.address}/restapi/v2/tickets/${ticketId}/answers`);
  const { questions } = (await answer.json()) as { questions: { id: string; answers: readonly string[] }[] };
  return Object.fromEntries(questions.map(({ id, answers }) => [id, answers]));
}

const asked = (name: string) => counter.page.locator('.questions').getByLabel(name);
const saved = () => counter.page.locator('.questions-state[data-state="saved"]').waitFor();

describe('what the visitor said', () => {
  it('can be read before the call, as far as staff may see it', async () => {
    await counter.page.getByRole('button', { name: 'Answers A001' }).click();
    const text = await counter.dialog().locator('.answers').textContent();
    expect(text).toContain('reason?Running');
    expect(text).not.toContain('mine alone');
  });

  it('stands beside the visitor, and may be put right where staff may', async () => {
    await counter.callNext();
    await counter.serves('A001');
    await counter.page.locator('.questions').getByText('Running').waitFor();
    expect(await counter.page.locator('.questions').textContent()).not.toContain('secret?');
    await asked('phone?').fill('+351 999 999');
    await saved();
    expect((await kept()).phone).toEqual(['+351 999 999']);
  });
});

describe('what the clerk asks', () => {
  beforeEach(async () => {
    await counter.callNext();
    await counter.serves('A001');
    await counter.page.locator('.questions').waitFor();
  });

  it('is saved by itself, and dependent questions come and go', async () => {
    expect(await asked('missing?').count()).toBe(0);
    await counter.page.getByRole('group', { name: 'complete?' }).getByRole('button', { name: 'No' }).click();
    await asked('missing?').fill('The plan');
    await counter.page.getByRole('group', { name: 'papers?' }).getByRole('button', { name: 'Photo' }).click();
    await counter.page.getByRole('group', { name: 'papers?' }).getByRole('button', { name: 'Deed' }).click();
    await saved();
    expect(await kept()).toMatchObject({ complete: ['no'], missing: ['The plan'], papers: ['Photo', 'Deed'] });
  });

  it('is saved one after the other: a slow line does not let an older choice come last', async () => {
    const complete = counter.page.getByRole('group', { name: 'complete?' });
    const underWay: string[] = [];
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await counter.page.route('**/answers', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      underWay.push(route.request().postData() ?? '');
      if (underWay.length === 1) await held;
      return route.continue();
    });
    await complete.getByRole('button', { name: 'No' }).click();
    await expect.poll(() => underWay.length).toBe(1);
    await complete.getByRole('button', { name: 'Yes' }).click();
    await complete.getByRole('button', { name: 'Yes', pressed: true }).waitFor();
    // Whatever the page would send now, it has sent when the same page has had an answer to another request.
    await counter.page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
    expect(underWay).toHaveLength(1);
    release();
    await saved();
    expect(underWay.map((body) => JSON.parse(body).form_answers.complete)).toEqual(['no', 'yes']);
    expect((await kept()).complete).toEqual(['yes']);
  });

  it('survives a reload that comes before it is saved', async () => {
    await counter.page.route('**/answers', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await asked('file?').fill('2031/100');
    await counter.page.locator('.questions-state[data-state="unsaved"]').waitFor();
    await counter.page.reload();
    await counter.serves('A001');
    expect(await asked('file?').inputValue()).toBe('2031/100');
    await counter.page.unroute('**/answers');
    await asked('file?').focus();
    await counter.page.keyboard.press('Tab');
    await saved();
    expect((await kept()).file).toEqual(['2031/100']);
  });

  it('is looked at before the call ends: what does not fit stays to be put right', async () => {
    await asked('file?').fill('nonsense');
    await counter.end();
    await counter.dialog().getByText('These answers could not be saved:').waitFor();
    expect(await counter.dialog().textContent()).toContain('file?');
    await counter.dialog().getByRole('button', { name: 'Back to the questions' }).click();
    expect(await asked('file?').getAttribute('aria-invalid')).toBe('true');
    expect(await counter.serving()).toBe('A001');
  });

  it('and what has to be asked at the end is asked for, once', async () => {
    await counter.endAndNext();
    await counter.dialog().getByText('These questions have no answer yet:').waitFor();
    await counter.dialog().getByRole('button', { name: 'Back to the questions' }).click();
    await counter.page
      .getByRole('group', { name: /^result\?/ })
      .getByRole('button', { name: 'Done' })
      .click();
    const { calls } = (await (await fetch(`${town.address}/restapi/v2/counters/desk-1`)).json()) as {
      calls: { ticket_id: string }[];
    };
    await counter.end();
    await counter.serves(null);
    expect((await keptOf(calls[0]?.ticket_id ?? '')).result).toEqual(['Done']);
  });

  it('can be left open', async () => {
    await counter.end();
    await counter.dialog().getByRole('button', { name: 'End anyway' }).click();
    await counter.serves(null);
  });
});
