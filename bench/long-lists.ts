/** A house of 1,000 locations with 3,000 services and 5,000 people: what its lists cost the page that draws them, and a word in their search. */
import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { launchChromium } from '../test/helpers/kiosk-page.ts';
import { ms, report } from './figures.ts';
import { makeDataDir, startProgram } from './program.ts';

const LOCATIONS = 1_000;
const SERVICES_OF_EACH = 3;
const USERS = 5_000;
const TARGET_MS = 300;
/** Until everything that the page does after a change is done. */
const QUIET_MS = 1_000;
/** Of five, the middle one: a page is compiled while it is drawn first. */
const TIMES = 5;

function site(): object {
  const locations = Array.from({ length: LOCATIONS }, (_, at) => ({
    id: `hall-${at}`,
    name: `Hall ${at} of the ${at % 2 === 0 ? 'old' : 'new'} town`,
    timezone: 'UTC',
    country: 'PT',
  }));
  return {
    settings: { languages: ['en'], default_lang: 'en' },
    locations,
    services: locations.flatMap(({ id }, at) =>
      Array.from({ length: SERVICES_OF_EACH }, (_, nth) => ({
        id: `s-${at}-${nth}`,
        name: `Service ${nth}`,
        location: id,
        tag: 'ABC'[nth],
      })),
    ),
    desks: [],
    devices: [],
    users: Array.from({ length: USERS }, (_, at) => ({
      id: `u-${at}`,
      username: `person.${at}`,
      name: `Person ${at}`,
      locations: [`hall-${at % LOCATIONS}`],
    })),
  };
}

/** CPU of the page's own thread from a wish until it is done, in milliseconds: the middle of several. */
async function costs(
  page: Page,
  wish: (time: number) => Promise<unknown>,
  back: () => Promise<unknown>,
): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0) * 1_000;
  };
  const taken: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await back();
    await page.waitForTimeout(QUIET_MS);
    const before = await busy();
    await wish(time);
    await page.waitForTimeout(QUIET_MS);
    taken.push((await busy()) - before);
  }
  await session.detach();
  return taken.toSorted((one, other) => one - other)[Math.floor(TIMES / 2)] ?? Number.NaN;
}

export async function longLists(): Promise<boolean> {
  const data = await makeDataDir();
  const file = `${data.path}/site.json`;
  await writeFile(file, JSON.stringify(site()));
  const running = await startProgram(`${data.path}/data`, '--site', file);
  const browser = await launchChromium();
  let isQuick = true;
  try {
    const page = await browser.newPage();
    const go = (place: string): Promise<void> => page.evaluate((to) => window.location.assign(to), place);
    await page.goto(`${running.address}/admin/#/desks`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const lists: readonly (readonly [string, string, string])[] = [
      ['locations', 'Hall 0 of the old town', 'Hall 99'],
      ['services', 'Service 0', 'Hall 99'],
      ['users', 'Person 0', 'Person 499'],
    ];
    for (const [list, first, word] of lists) {
      const drawn = await costs(
        page,
        async () => {
          await go(`#/${list}`);
          await page.locator('.list-name', { hasText: first }).first().waitFor();
        },
        () => go('#/desks'),
      );
      await go(`#/${list}`);
      const search = page.getByRole('searchbox');
      const found = await costs(
        page,
        () => search.fill(word),
        () => search.fill(''),
      );
      const isWell = drawn <= TARGET_MS && found <= TARGET_MS;
      isQuick &&= isWell;
      report(`list of ${list}`, { 'to draw': ms(drawn), 'to search': ms(found) }, `${TARGET_MS} ms of CPU`, isWell);
    }
    return isQuick;
  } finally {
    await browser.close();
    await running.stop();
    await data.remove();
  }
}
