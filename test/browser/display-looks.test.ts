/** How the display looks: read from ten metres, whatever it shows, however the screen hangs, for everybody. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { Display, type Hall, type HallOptions, openHall } from '../helpers/display-page.ts';
import { capitals, wantedMm, wrappedDesks } from '../helpers/display-reach.ts';
import { launchChromium, settled } from '../helpers/kiosk-page.ts';
import { chosenOf, itInProofs } from '../helpers/whole.ts';

const SILENT = { call_seconds: 60, chime: false, voice: false };
const LANDSCAPE = { width: 1920, height: 1080 };
const PORTRAIT = { width: 1080, height: 1920 };
const UHD = { width: 3840, height: 2160 };
const SMALL = { width: 1024, height: 768 };

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

/** A display that announces `A042`, with two calls before it and one after it. */
async function busy(
  options: HallOptions,
  { label = 'A042', reducedMotion = 'reduce' }: { label?: string; reducedMotion?: 'reduce' | 'no-preference' } = {},
) {
  const hall = await openHall({ ...options, display: { ...SILENT, ...options.display } });
  await hall.call('Taxes', 'Desk 1');
  await hall.call('Taxes', 'Desk 2');
  const display = await Display.at(hall, browser, { viewport: LANDSCAPE, reducedMotion });
  await display.sees('calls');
  await hall.call('Passports', 'Desk 4', { lang: 'ar' });
  await display.announces(label);
  await hall.call('Taxes', 'Desk 3');
  await display.page.locator('.line[data-new="true"]').waitFor();
  await settled(display.page);
  return { hall, display };
}

/** Boxes of all that is drawn, that stick out of the screen or of the place they belong to. */
function stickingOut({ page }: Display): Promise<string[]> {
  return page.evaluate(() => {
    const outside: string[] = [];
    for (const thing of document.querySelectorAll('.focus, .list, .media, .foot, .focus > *, .line > *, .foot > *')) {
      const box = thing.getBoundingClientRect();
      const frame = (
        thing.parentElement?.closest('.focus, .list, .foot') ?? document.documentElement
      ).getBoundingClientRect();
      const slack = 2;
      const isIn =
        box.left >= frame.left - slack &&
        box.right <= frame.right + slack &&
        box.top >= frame.top - slack &&
        box.bottom <= frame.bottom + slack;
      if (!isIn) outside.push(`${thing.className} ${Math.round(box.left)},${Math.round(box.top)}`);
      if (thing.scrollWidth > thing.clientWidth + slack && thing.clientWidth > 0)
        outside.push(`${thing.className} too wide`);
    }
    return outside;
  });
}

/** How much of its column the number fills, by the ink of its letters. */
function shareOfColumn({ page }: Display): Promise<number> {
  return page.evaluate(() => {
    const width = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().width ?? 0;
    return width('.focus-number bdi') / width('.focus');
  });
}

/** Hangs another screen in its place, and looks until it is as wanted there. */
async function onEach(
  display: Display,
  screens: readonly { readonly width: number; readonly height: number }[],
  look: (screen: string) => Promise<void>,
): Promise<void> {
  for (const viewport of screens) {
    await display.page.setViewportSize(viewport);
    await settled(display.page);
    await look(`${viewport.width} × ${viewport.height}`);
  }
}

const isWhole = (display: Display, screen: string): Promise<void> =>
  expect.poll(() => stickingOut(display), { message: screen }).toEqual([]);
const fillsColumn = (display: Display, screen: string): Promise<void> =>
  expect.poll(() => shareOfColumn(display), { message: screen }).toBeGreaterThanOrEqual(2 / 3);

describe('on a screen in landscape, in portrait, in 4K, and on a small old one', () => {
  const SCREENS = [LANDSCAPE, PORTRAIT, UHD, SMALL];

  const HALLS: readonly (readonly [string, HallOptions])[] = [
    ['in English', {}],
    ['in Arabic beside pictures', { languages: ['ar', 'en'], display: { media: ['town-hall.png'] } }],
  ];

  // In every run where pictures leave it less.
  it.each(chosenOf(HALLS, ([, { display }]) => display !== undefined))(
    'the number fills two thirds of its column or more, and nothing sticks out, %s',
    async (_words, options) => {
      const { display } = await busy(options);
      await onEach(display, SCREENS, async (screen) => {
        await fillsColumn(display, screen);
        await isWhole(display, screen);
      });
    },
  );

  it('nothing sticks out with very long names, two scripts, pictures and a long message', async () => {
    const { display } = await busy(
      {
        languages: ['ar', 'en'],
        settings: { names_on_displays: true },
        desk: {
          name: 'Straßenverkehrszulassungsbehörde, Zimmer 4.017 im zweiten Obergeschoss',
          translations: { ar: { name: 'مكتب تسجيل المركبات ورخص القيادة، الطابق الثاني، غرفة رقم 4' } },
        },
        service: {
          name: 'Kraftfahrzeughaftpflichtversicherungsangelegenheiten und Verwandtes',
          tag: 'ABCD',
          translations: {},
        },
        display: { media: ['town-hall.png'], ticker: `${'Please have your documents ready. '.repeat(9)}` },
      },
      { label: 'ABCD042' },
    );
    await onEach(display, SCREENS, async (screen) => {
      await isWhole(display, screen);
      expect([screen, await wrappedDesks(display.page)]).toEqual([screen, []]);
    });
  });
});

/** As an administrator changes what the first display is to show. */
async function sets(hall: Hall, display: object): Promise<void> {
  const address = `${hall.program.address}/restapi/v2/admin/devices/display-1`;
  const { item } = (await (await fetch(address)).json()) as { item: { display: object } };
  const body = JSON.stringify({ ...item, display: { ...item.display, ...display } });
  const changed = await fetch(address, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  expect(changed.status).toBe(200);
}

/** A display of this size in a hall: eight calls before, and one for somebody who reads another language. */
async function hung(inches: number, options: HallOptions = {}) {
  const hall = await openHall({
    inches,
    ...options,
    display: { ...SILENT, ticker: 'Bring papers.', ...options.display },
  });
  for (let round = 0; round < 8; round += 1) await hall.call('Taxes', `Desk ${1 + (round % 4)}`);
  await hall.call('Passports', 'Desk 4', { lang: options.languages?.[0] === 'ar' ? 'pt_PT' : 'ar' });
  const display = await Display.at(hall, browser, { reducedMotion: 'reduce' });
  await display.sees('calls');
  return { hall, display };
}

describe('numbers and desks', () => {
  /** Size of the screen, how it hangs, from how far it is read, its languages and pictures, and for how many lines there is room. */
  const HUNG = chosenOf(
    [
      [43, LANDSCAPE, 10, ['en'], [], 2],
      [43, PORTRAIT, 10, ['en'], [], 3],
      [55, UHD, 10, ['ar', 'en'], ['town-hall.png'], 3],
      [65, UHD, 12, ['en'], [], 3],
      [32, LANDSCAPE, 5, ['en', 'pt_PT'], ['town-hall.png'], 3],
      [24, LANDSCAPE, 4, ['en'], [], 3],
      [43, PORTRAIT, 8, ['ar', 'en'], ['town-hall.png'], 3],
      [21, { width: 1366, height: 768 }, 3, ['pt_PT'], [], 3],
      [15, SMALL, 2, ['en'], [], 3],
      // Two words beside each other are wider than half of such a screen: desks stand below their numbers.
      [43, LANDSCAPE, 10, ['ar', 'en'], [], 2],
      [43, LANDSCAPE, 10, ['ar', 'en'], ['town-hall.png'], 2],
      [49, { width: 2560, height: 1440 }, 10, ['en', 'ar'], ['town-hall.png'], 3],
      [75, UHD, 15, ['pt_PT', 'ar'], ['town-hall.png'], 3],
      [32, PORTRAIT, 6, ['ar'], [], 3],
      [32, { width: 1280, height: 720 }, 6, ['pt_PT'], [], 3],
    ] as const,
    (_case, at) => at === 1 || at === 2,
  );

  it.each(HUNG)(
    'on %d inches of %o can be read from %d metres, %j, pictures %j, at least %i earlier calls',
    async (inches, viewport, metres, languages, media, lines) => {
      const { display } = await hung(inches, {
        languages: [...languages],
        display: { read_metres: metres, media: [...media] },
      });
      await onEach(display, [viewport], async (screen) => {
        const tooSmall = async () =>
          Object.entries(await capitals(display.page, inches)).filter(([, mm]) => mm < wantedMm(metres) - 0.2);
        await expect.poll(tooSmall, { message: screen }).toEqual([]);
        expect(Object.keys(await capitals(display.page, inches))).toHaveLength(5);
        expect((await display.lines()).length).toBeGreaterThanOrEqual(lines);
        await isWhole(display, screen);
      });
    },
  );

  it('are in one line each, with the tag of a desk whose name would be too small in one', async () => {
    const { hall, display } = await hung(43, {
      desk: { name: 'Citizens’ office, room 417', tag: '417', translations: {} },
      display: { read_metres: 10 },
    });
    await onEach(display, [LANDSCAPE, PORTRAIT], async (screen) => {
      await expect.poll(() => display.lines(), { message: screen }).toContain('B008 417');
      expect([screen, await wrappedDesks(display.page)]).toEqual([screen, []]);
      await isWhole(display, screen);
      expect(await display.page.locator('.focus-desk-name').textContent()).toBe('417');
      expect(await display.page.locator('.focus-desk-whole').textContent()).toBe('Citizens’ office, room 417');
      const sizes = await capitals(display.page, 43);
      expect(Math.min(sizes['focus-desk'] ?? 0, sizes['line-desk'] ?? 0)).toBeGreaterThan(wantedMm(10) - 0.2);
    });
    await display.page.setViewportSize(UHD);
    // Nearer chairs need smaller letters.
    await sets(hall, { read_metres: 3 });
    await display.page.locator('.focus-desk-whole').waitFor({ state: 'detached' });
    expect(await display.page.locator('.focus-desk-name').textContent()).toBe('Citizens’ office, room 417');
    expect(await wrappedDesks(display.page)).toEqual([]);
  });

  it('that cannot be read from so far are told to staff, and stay whole', async () => {
    const { hall, display } = await hung(15, { display: { last_calls: 12 } });
    await isWhole(display, '15 inches');
    const least = Math.min(...Object.values(await capitals(display.page, 15)));
    const lines = (await display.lines()).length;
    expect(least).toBeLessThan(wantedMm(10));
    const admin = await Administrator.at(hall, browser, { address: '#/devices/display-1' });
    const panel = admin.page.getByRole('region', { name: 'Status' });
    const metres = (Math.floor(least * 2 + 0.01) / 10).toLocaleString('en', { style: 'unit', unit: 'meter' });
    await panel.getByText(`It should be readable from 10 m, but is readable from ${metres} only.`).waitFor();
    await panel.getByText(`Only ${lines} of 12 recent calls fit`).waitFor();
    expect(lines).toBeLessThan(12);
  });
});

/** Share of the screen that pictures have; 0: they are left out. */
const shareOfPictures = ({ page }: Display): Promise<number> =>
  page.locator('.media').evaluate((media) => {
    const { width, height } = media.getBoundingClientRect();
    return (width * height) / (window.innerWidth * window.innerHeight);
  });

describe('pictures, groups of calls and queues', () => {
  it('leaves pictures out of an announcement, then gives them a quarter of the screen, or nothing', async () => {
    const hall = await openHall({
      inches: 43,
      display: { ...SILENT, call_seconds: 3, read_metres: 3, media: ['a.png'] },
    });
    const display = await Display.at(hall, browser, { reducedMotion: 'reduce' });
    await display.sees('idle');
    expect(await shareOfPictures(display)).toBeGreaterThan(0.25);
    await hall.call('Taxes', 'Desk 1');
    await hall.call('Passports', 'Desk 4');
    await display.announces('A042');
    await onEach(display, [LANDSCAPE, PORTRAIT], async (screen) =>
      expect([screen, await shareOfPictures(display)]).toEqual([screen, 0]),
    );
    await display.isQuiet();
    await onEach(display, [LANDSCAPE, PORTRAIT], async (screen) => {
      await expect.poll(() => shareOfPictures(display), { message: screen }).toBeGreaterThanOrEqual(0.25);
      await isWhole(display, screen);
    });
  });

  const MANY = ['Weddings', 'Births', 'Parking', 'Waste and water'].map((name, at) => ({
    id: `more-${at}`,
    name,
    tag: 'CDEF'[at],
  }));

  /** Parts of an idle display that are cut off, lie over another one, or are pictures of less than a quarter. */
  const crowded = ({ page }: Display): Promise<string[]> =>
    page.evaluate(() => {
      const place = document.querySelector('.welcome')!.getBoundingClientRect();
      const parts = [...document.querySelectorAll('.welcome > .media, .welcome-words, .queue')]
        .map((part) => ({ name: part.className, box: part.getBoundingClientRect() }))
        .filter(({ box }) => box.height > 0);
      const isCut = ({ bottom, top }: DOMRect) => bottom > place.bottom + 1 || top < place.top - 1;
      const isOver = (one: DOMRect, other: DOMRect) =>
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1 &&
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1;
      const words = document.querySelector('.welcome-words')!;
      return [
        ...parts.filter(({ box }) => isCut(box)).map(({ name }) => `${name} is cut off`),
        ...parts.flatMap((one, at) =>
          parts
            .slice(at + 1)
            .flatMap((other) => (isOver(one.box, other.box) ? [`${one.name} over ${other.name}`] : [])),
        ),
        ...(words.scrollHeight > words.clientHeight + 1 ? ['the words are cut off'] : []),
      ];
    });

  it.each([
    ['alone', false],
    ['above recent calls', true],
  ])(
    'shows pictures on a quarter of an idle screen or not at all, with the fullest queues that fit, %s',
    async (_words, hasList) => {
      const hall = await openHall({
        languages: ['en', 'pt_PT'],
        display: { ...SILENT, media: ['a.png'] },
        services: MANY,
      });
      await hall.post('createticket', { service_id: 'more-3', lang: 'en' });
      for (let call = 0; hasList && call < 6; call += 1)
        await hall.end((await hall.call('Taxes', `Desk ${1 + (call % 4)}`)).answerId);
      const display = await Display.at(hall, browser, { reducedMotion: 'reduce' });
      await display.sees('idle');
      expect(await display.page.locator('.list').count()).toBe(Number(hasList));
      const shares: Record<string, number> = {};
      await onEach(display, [LANDSCAPE, PORTRAIT, UHD, SMALL], async (screen) => {
        await expect.poll(() => crowded(display), { message: screen }).toEqual([]);
        shares[screen] = await shareOfPictures(display);
      });
      const small = Object.entries(shares).filter(([, share]) => share > 0 && share < 0.25);
      expect(small).toEqual([]);
      expect(Math.min(shares['1920 × 1080'] ?? 0, shares['1080 × 1920'] ?? 0)).toBeGreaterThanOrEqual(0.25);
      await display.page.setViewportSize(LANDSCAPE);
      await settled(display.page);
      expect(await display.page.locator('.queue:visible').first().textContent()).toContain('FWaste and water1 waiting');
      await sets(hall, { media: [] });
      await display.page.locator('.media').waitFor({ state: 'detached' });
      await onEach(display, [LANDSCAPE, PORTRAIT, UHD, SMALL], async (screen) => {
        await expect.poll(() => crowded(display), { message: screen }).toEqual([]);
      });
    },
  );

  it('separates the next announcements from recent calls, and names the columns in two languages', async () => {
    const { display } = await busy({ languages: ['en', 'pt_PT'], inches: 43, display: { read_metres: 3 } });
    expect(await display.page.locator('.list-head').allTextContents()).toEqual(['Next', 'Recent calls']);
    expect(await display.page.locator('.list-words').allTextContents()).toEqual(['NumberSenha', 'DeskBalcão']);
    const groups = display.page.locator('.list-group');
    expect(await groups.nth(0).locator('.line-label').allTextContents()).toEqual(['B003']);
    expect(await groups.nth(1).locator('.line-label').allTextContents()).toEqual(['B002', 'B001']);
  });

  it('shows the queues while no visitor is called, and no list before there are recent calls', async () => {
    const hall = await openHall({
      display: SILENT,
      services: [{ id: 'weddings', name: 'Weddings', tag: 'C', schedule: 'off' }],
    });
    await hall.post('createticket', { service_id: 'passports', lang: 'en' });
    const display = await Display.at(hall, browser);
    await display.sees('idle');
    const queues = () => display.page.locator('.queue').allTextContents();
    await expect.poll(queues).toEqual(['APassports1 waiting', 'BTaxesNobody waiting', 'CWeddingsClosed']);
    expect(await display.page.locator('.list').count()).toBe(0);
    await hall.call('Taxes', 'Desk 1');
    await display.announces('B001');
    expect(await display.page.locator('.list').count()).toBe(0);
  });
});

describe('the brand, the next opening and the waiting time', () => {
  const LOGO =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const LOCATION = { logo: LOGO, colour: '#7a1f4b' };
  /** Hours on the day after tomorrow alone, and the name of that day. */
  const later = new Date(Date.now() + 2 * 86_400_000);
  const DAY = later.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'Europe/Lisbon' });
  const LATER = `${DAY.slice(0, 2)} 10:00-11:00`;

  /** Name of the logo in this part of the page, once it is drawn. */
  const logoIn = async ({ page }: Display, part: string): Promise<string | null> => {
    const logo = page.locator(`${part} .brand img`);
    await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
    return logo.getAttribute('alt');
  };
  const backgroundOf = ({ page }: Display, part: string): Promise<string> =>
    page.locator(part).evaluate((element) => getComputedStyle(element).backgroundColor);

  it('are on an idle display', async () => {
    const hall = await openHall({
      location: LOCATION,
      display: { ...SILENT, call_seconds: 3 },
      services: [{ id: 'weddings', name: 'Weddings', tag: 'C', schedule: LATER }],
    });
    const display = await Display.at(hall, browser);
    await display.sees('idle');
    expect([await logoIn(display, '.welcome'), await logoIn(display, '.foot')]).toEqual(['Town Hall', 'Town Hall']);
    expect(await backgroundOf(display, '.welcome-words')).toBe('rgb(122, 31, 75)');
    expect(await display.page.locator('.queue').last().textContent()).toBe(`CWeddingsOpens ${DAY} at 10:00`);
    expect(await display.page.textContent('.ticker')).toBe('');
    for (let call = 0; call < 3; call += 1) await hall.end((await hall.call('Taxes', 'Desk 1')).answerId);
    await hall.post('createticket', { service_id: 'taxes', lang: 'en' });
    await display.sees('calls');
    await display.sees('idle');
    await expect.poll(() => display.page.textContent('.ticker')).toMatch(/^Waiting time: Taxes about \d+–\d+ min$/);
    expect(await display.page.locator('.queue').first().textContent()).toMatch(/^BTaxes1 waitingabout \d+–\d+ min$/);
  });

  it('are on an idle display without a logo, with the name of the location', async () => {
    const hall = await openHall({ display: SILENT });
    const display = await Display.at(hall, browser);
    await display.sees('idle');
    expect(await display.page.locator('.brand').allTextContents()).toEqual(['Town Hall', 'Town Hall']);
  });

  it('are on a closed display, which has no waiting time', async () => {
    const hall = await openHall({ location: LOCATION, schedule: LATER });
    const display = await Display.at(hall, browser);
    await display.sees('closed');
    expect(await logoIn(display, '.closed')).toBe('Town Hall');
    expect(await display.page.textContent('.closed-next')).toBe(`We open on ${DAY} at 10:00.`);
    // As light as the black screen needs.
    const bar = () =>
      display.page.locator('.closed .brand').evaluate((brand) => {
        const sample = document.body.appendChild(document.createElement('i'));
        sample.style.color = 'var(--accent-text-dark)';
        const { color } = getComputedStyle(sample);
        sample.remove();
        const { borderBottomColor, borderBottomWidth } = getComputedStyle(brand);
        return (
          borderBottomColor === color && color !== 'rgb(131, 192, 210)' && Number.parseFloat(borderBottomWidth) > 4
        );
      });
    await expect.poll(bar).toBe(true);
    expect(await barriersOf(display.page)).toEqual([]);
  });
});

const COLOURS = ['light', 'dark', 'contrast'] as const;

async function turnsTo(hall: Hall, display: Display, look: (typeof COLOURS)[number]): Promise<void> {
  await sets(hall, { look });
  const theme = look === 'light' ? 'light' : 'dark';
  const contrast = look === 'contrast' ? '[data-contrast]' : ':not([data-contrast])';
  await display.page.locator(`:root[data-theme="${theme}"]${contrast}`).waitFor();
  await settled(display.page);
}

it('in each look calls can be read by everybody, and in the last one also that the line is lost', async () => {
  const { hall, display } = await busy({ display: { ticker: 'A message' } });
  for (const look of COLOURS) {
    await turnsTo(hall, display, look);
    expect([look, await barriersOf(display.page)]).toEqual([look, []]);
  }
  await hall.restart('another');
  await display.isStale(true);
  expect(await barriersOf(display.page)).toEqual([]);
  expect(display.faults).toEqual([]);
});

itInProofs.each(COLOURS)('in the look %s every state can be read by everybody', async (look) => {
  const { hall, display } = await busy({ display: { look, ticker: 'A message' } });
  expect(await barriersOf(display.page)).toEqual([]);
  await hall.restart('another');
  await display.isStale(true);
  expect(await barriersOf(display.page)).toEqual([]);
  expect(display.faults).toEqual([]);
});

describe('a display', () => {
  it('can be read by everybody also when nobody is called, when it asks who it is, and when it is refused', async () => {
    const hall = await openHall();
    const idle = await Display.at(hall, browser);
    await idle.sees('idle');
    expect(await idle.page.textContent('h1')).toBe('Please wait until your number appears here.');
    expect(await barriersOf(idle.page)).toEqual([]);
    const choosing = await Display.at(hall, browser, { device: '' });
    await choosing.sees('choosing');
    expect(await barriersOf(choosing.page)).toEqual([]);
    const unknown = await Display.at(hall, browser, { device: 'nobody' });
    await unknown.sees('refused');
    expect(await barriersOf(unknown.page)).toEqual([]);
  });

  it('is dark and says when to come back when everything is closed, and never stands still', async () => {
    const hall = await openHall({ schedule: 'off' });
    const display = await Display.at(hall, browser);
    await display.sees('closed');
    expect(await display.page.textContent('h1')).toBe('We are closed');
    expect(await barriersOf(display.page)).toEqual([]);
    const ground = await display.page.locator('.closed').evaluate((closed) => getComputedStyle(closed).backgroundColor);
    expect(ground).toBe('rgb(0, 0, 0)');
    const place = () => display.page.locator('.closed-words').boundingBox();
    const before = await place();
    await display.page.clock.install();
    await display.page.reload();
    await display.sees('closed');
    await display.page.clock.runFor(46_000);
    await expect.poll(place).not.toEqual(before);
  });

  it('moves all that stands still by a few pixels, and loses nothing at the edges', async () => {
    const { display } = await busy({});
    await display.page.clock.install();
    await display.page.reload();
    await display.sees('calls');
    const place = async () => (await display.page.locator('.focus').boundingBox()) ?? { x: 0, y: 0 };
    const places = [await place()];
    for (let step = 0; step < 16; step += 1) {
      await display.page.clock.runFor(45_000);
      places.push(await place());
      expect(await stickingOut(display)).toEqual([]);
    }
    const moved = places.map(({ x, y }) => Math.max(Math.abs(x - places[0]!.x), Math.abs(y - places[0]!.y)));
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBeGreaterThan(8);
    expect(Math.max(...moved)).toBeLessThan(8);
  });

  it('is turned round in Arabic, with numbers that are not', async () => {
    const { display } = await busy({ languages: ['ar', 'en'] });
    expect(await display.page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await display.page.locator('html').getAttribute('lang')).toBe('ar');
    const box = async (part: string) => (await display.page.locator(part).boundingBox())?.x ?? 0;
    expect(await box('.focus')).toBeGreaterThan(await box('.list'));
    await display.shows('A042', 'الشباك 4');
    expect(await display.page.locator('.line-label').first().getAttribute('dir')).toBe('ltr');
  });

  it('shows the visitor’s own language beside that of the house, says the call to whoever only hears the screen, and pulses once, or not at all with reduced motion', async () => {
    const running = ({ page }: Display) =>
      page.locator('.focus').evaluate((focus) => getComputedStyle(focus).animationName);
    const { display } = await busy({ languages: ['pt_PT', 'en'] }, { reducedMotion: 'no-preference' });
    await display.shows('A042', 'Balcão 4');
    expect(await display.page.locator('.focus-their-desk').textContent()).toBe('الشباك 4');
    expect(await display.page.locator('.focus-their-desk').getAttribute('lang')).toBe('ar');
    expect(await display.page.locator('.focus-service').allTextContents()).toEqual(['Passaportesجوازات السفر']);
    expect(await display.page.locator('.spoken[role=status]').textContent()).toBe('A042 Balcão 4');
    expect(await running(display)).toBe('pulse');
    await display.page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await running(display)).toBe('none');
  });
});
