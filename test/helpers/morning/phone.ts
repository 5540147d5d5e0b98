/** Phone of a visitor who scanned the code on the paper ticket. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { ALMOST_BEFORE } from '../../../main/visitor-phone/contract/phone-protocol.ts';
import type { PhoneTicket } from '../../../main/visitor-phone/contract/rest/phone-tickets.ts';
import { DEADLINE_MS, STANDING_STILL } from './town-hall.ts';

export interface PhoneView {
  readonly label: string;
  /** State of the ticket; see `renderer/ticket/view-state.ts`. */
  readonly look: string;
  /** Text with the number of visitors ahead; empty unless waiting. */
  readonly before: string;
  /** Name of the desk; empty unless called. */
  readonly desk: string;
}

export interface Phone {
  readonly lang: string;
  readonly secret: string;
  readonly faults: readonly string[];
  view(): Promise<PhoneView>;
  /** Expected view for a ticket. */
  wanted(ticket: PhoneTicket): PhoneView;
  /** Resolves to false if the call came first. */
  leavesQueue(): Promise<boolean>;
  isLive(): Promise<boolean>;
  close(): Promise<void>;
}

type Texts = Readonly<Record<string, string>>;

export async function openPhone(browser: Browser, address: string, lang: string): Promise<Phone> {
  const base = lang.split('_')[0] ?? 'en';
  const file = new URL(`../../../assets/locales/${base}/phone.json`, import.meta.url);
  const texts = JSON.parse(await readFile(file, 'utf8')) as Texts;
  const context = await browser.newContext({
    ...STANDING_STILL,
    viewport: { width: 390, height: 844 },
    locale: lang.replace('_', '-'),
  });
  context.setDefaultTimeout(DEADLINE_MS);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(address);
  await page.locator('.page[data-status="live"]').waitFor();

  let hasLeft = false;

  function sentence(before: number): string {
    const key = before === 0 ? 'zero' : new Intl.PluralRules(base).select(before);
    return (texts[`before_${key}`] ?? texts.before_other ?? '').replace('{{count}}', String(before));
  }

  return {
    lang,
    secret: address.split('/').at(-1) ?? '',
    faults,
    view: () =>
      page.evaluate(() => {
        const text = (selector: string): string => document.querySelector(selector)?.textContent?.trim() ?? '';
        return {
          label: text('.ticket-number'),
          look: document.querySelector('.page')?.getAttribute('data-look') ?? '',
          before: text('.before'),
          desk: text('.called-desk'),
        };
      }),
    wanted({ label, state, before, desk_tag }) {
      const waits = state === 'waiting' && before >= 0;
      const look = waits && before <= ALMOST_BEFORE ? 'almost' : hasLeft ? 'left' : state;
      return { label, look, before: waits ? sentence(before) : '', desk: state === 'called' ? desk_tag : '' };
    },
    async leavesQueue() {
      const outcome = page.locator('.page[data-look="left"], .page[data-look="called"]').first();
      // Clicks inside the page: the button may already be gone after a call. The dialog loads on demand.
      for (const button of ['.foot > .button', 'dialog[open] .button-fault']) {
        const found = page.locator(button);
        await found.or(outcome).first().waitFor();
        await found.evaluateAll((all) => (all[0] as HTMLElement | undefined)?.click());
      }
      await outcome.waitFor();
      hasLeft = (await outcome.getAttribute('data-look')) === 'left';
      return hasLeft;
    },
    isLive: async () => (await page.locator('.page[data-status="live"]').count()) > 0,
    close: () => context.close(),
  };
}
