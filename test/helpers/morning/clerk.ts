/**
 * A clerk at the counter page. The page ignores presses for a moment after each outcome, so a press counts once the
 * page is busy or shows the outcome. If the page cannot tell the outcome, the clerk checks and presses again if nothing
 * happened.
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Target } from '../../../demo/simulation/actions.ts';
import type { Clerk as Person } from '../../../demo/simulation/plan.ts';
import { Counter } from '../counter-page.ts';
import { DEADLINE_MS, STANDING_STILL, type TownHall } from './town-hall.ts';

export interface CounterView {
  /** At the desk; null if it is free. */
  readonly serving: string | null;
  /** Rows of the waiting list, from the top. */
  readonly waiting: readonly string[];
  /** Counts on the tabs: waiting, paused, missed. */
  readonly counts: readonly number[];
}

export interface Clerk {
  readonly person: Pick<Person, 'desk'>;
  readonly page: Page;
  readonly faults: readonly string[];
  /** Label of the called ticket; null without a waiting visitor. */
  callsNext(): Promise<string | null>;
  recalls(): Promise<void>;
  ends(): Promise<void>;
  pauses(): Promise<void>;
  misses(): Promise<void>;
  callsBack(label: string, from: 'paused' | 'missed'): Promise<string | null>;
  sendsOn(target: Target): Promise<void>;
  view(): Promise<CounterView>;
  isLive(): Promise<boolean>;
}

export async function openClerk(
  hall: Pick<TownHall, 'address'> & { readonly site: Pick<TownHall['site'], 'desks' | 'services'> },
  browser: Browser,
  person: Pick<Person, 'name' | 'desk' | 'deskName'>,
): Promise<Clerk> {
  const context = await browser.newContext({
    ...STANDING_STILL,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
  });
  context.setDefaultTimeout(DEADLINE_MS);
  onTestFinished(() => context.close());
  const counter = new Counter(await context.newPage());
  const { page } = counter;
  await page.goto(`${hall.address}/counter`);
  await counter.isUser(person.name);
  await counter.sitsAt(person.deskName);
  // One of the three clerks uses only the keyboard for this.
  const byKeys = person.desk === 'desk-2';

  const serving = (): Promise<string | null> => counter.serving();

  /** Presses until the page accepts it; returns the previous label. */
  async function push(button: Locator, key: string): Promise<string | null> {
    const before = await page.evaluate(() => {
      for (const each of document.querySelectorAll('.notices .notice')) each.setAttribute('data-seen', '');
      return document.querySelector('.now .label-big')?.textContent ?? null;
    });
    for (;;) {
      if (byKeys && key !== '') await page.keyboard.press(key);
      else await button.click();
      const isTaken = await page.evaluate(async (label) => {
        const frame = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => done()));
        await frame();
        await frame();
        return (
          document.querySelector('.acts [aria-busy], .acts [aria-disabled]') !== null ||
          document.querySelector('.notices .notice:not([data-seen])') !== null ||
          (document.querySelector('.now .label-big')?.textContent ?? null) !== label
        );
      }, before);
      if (isTaken) return before;
    }
  }

  async function press(button: Locator, key: string): Promise<void> {
    for (;;) {
      const before = await push(button, key);
      await page.waitForFunction(() => document.querySelector('.acts [aria-busy], .acts [aria-disabled]') === null);
      const isUnknown = (await page.locator('.notices .notice-fault:not([data-seen])').count()) > 0;
      if (!isUnknown) return;
      await counter.isReady();
      if ((await serving()) !== before) return;
    }
  }

  const nameOf = ({ type, id }: Target): string => {
    if (type === 'user') return id.replace('counter', 'Counter ');
    const list = type === 'desk' ? hall.site.desks : hall.site.services;
    return list.find((each) => each.id === id)?.name ?? '';
  };

  return {
    person,
    page,
    faults: counter.faults,
    async callsNext() {
      await press(page.locator('#next'), 'n');
      return serving();
    },
    recalls: () => press(counter.act(/^Recall/), 'r'),
    ends: () => press(counter.act(/^End( E)?$/), 'e'),
    pauses: () => press(counter.act(/^Pause/), 'p'),
    misses: () => press(counter.act(/^No-show( X)?$/), 'x'),
    async callsBack(label, from) {
      await counter.sheet(from === 'paused' ? 'Paused' : 'No-shows');
      await press(page.getByRole('button', { name: `Call ${label}`, exact: true }), '');
      await counter.sheet('Waiting');
      return serving();
    },
    async sendsOn(target) {
      const tabs = { service: 'Service', desk: 'Desk', user: 'Clerk' } as const;
      await counter.act(/^Transfer/).click();
      const dialog = counter.dialog();
      await dialog.getByRole('tab', { name: tabs[target.type] }).click();
      await dialog
        .locator('.choice', { hasText: nameOf(target) })
        .first()
        .click();
      const priority = dialog.getByRole('checkbox', { name: 'With priority' });
      await priority.setChecked(target.priority);
      await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await counter.serves(null);
    },
    view: () =>
      page.evaluate(() => ({
        serving: document.querySelector('.now .label-big')?.textContent ?? null,
        waiting: [...document.querySelectorAll('.rows .label')].map((label) => label.textContent ?? ''),
        counts: [...document.querySelectorAll('.lists [role="tab"] .count')].map((count) => Number(count.textContent)),
      })),
    isLive: async () => (await page.locator('.stale[data-stale="false"]').count()) > 0,
  };
}
