/** Which way each page runs for people who read Hebrew, Urdu or Arabic: the real pages, over the real program. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openHall } from '../helpers/display-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const PHONES = { public_url: 'http://192.168.4.20:8080', api_authentication: false };

/** A hall whose language this is, and each of its pages in a browser of that language: which way they run. */
async function directionsIn(lang: string): Promise<Readonly<Record<string, string | null>>> {
  const hall = await openHall({
    languages: [lang],
    settings: { languages: [lang, 'en'], default_lang: lang, ...PHONES },
  });
  const { address } = hall.program;
  const given = await fetch(`${address}/restapi/v2/queuemanagement/createticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service_id: 'passports', lang }),
  });
  const context = await browser.newContext({ locale: lang });
  onTestFinished(() => context.close());
  const page = await context.newPage();

  /** @param ready what is there when the page has all that it needs. */
  const direction = async (path: string, ready: string): Promise<string | null> => {
    await page.goto(new URL(path, address).href);
    await page.locator(ready).first().waitFor();
    // Texts of another language than English come a moment after the page.
    if (lang === 'ar') await page.locator('html[lang="ar"]').waitFor();
    return page.locator('html').getAttribute('dir');
  };
  return {
    kiosk: await direction('/kiosk', '[data-screen="choose"]'),
    display: await direction('/display?device=display-1', '[data-screen="idle"]'),
    phone: await direction(new URL(given.headers.get('ticket-page') ?? '').pathname, '.ticket-number'),
    counter: await direction('/counter', '.choice'),
    backOffice: await direction('/admin/', '.frame h1'),
  };
}

describe('the pages run', () => {
  it('from right to left in Arabic', async () => {
    expect(await directionsIn('ar')).toEqual({
      kiosk: 'rtl',
      display: 'rtl',
      phone: 'rtl',
      counter: 'rtl',
      backOffice: 'rtl',
    });
  });

  it('from right to left in Hebrew where visitors read, and as English on the pages of staff', async () => {
    expect(await directionsIn('he')).toEqual({
      kiosk: 'rtl',
      display: 'rtl',
      phone: 'rtl',
      counter: 'ltr',
      backOffice: 'ltr',
    });
  });

  // The hall's own names fill the kiosk and the display. On the others most is the program's own words: English here.
  it.each(['ur'])('in %s as what is read on them does, though the program has no words in it', async (lang) => {
    expect(await directionsIn(lang)).toEqual({
      kiosk: 'rtl',
      display: 'rtl',
      phone: 'ltr',
      counter: 'ltr',
      backOffice: 'ltr',
    });
  });
});
