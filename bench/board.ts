/**
 * 2,000 devices: what their heartbeats cost the server, and what the board costs the page that draws it. The kiosks say how they are
 * twice a minute, and now and then something else than before.
 */
import { writeFile } from 'node:fs/promises';
import { HEARTBEAT_SECONDS } from '../main/contract/device-status.ts';
import { launchChromium } from '../test/helpers/kiosk-page.ts';
import { openClient } from './client.ts';
import { cpuSeconds, ms, report } from './figures.ts';
import { makeDataDir, type Running, startProgram } from './program.ts';

const DEVICES = 2_000;
const LOCATIONS = 20;
const BEAT_MS = HEARTBEAT_SECONDS * 1_000;
/** Until what was new has been written. */
const WRITTEN_MS = 15_000;
const SECONDS = 60;
/** One beat in so many says something new: a ticket was printed. */
const NEWS_EVERY = 6;
const HEARTBEAT_TARGET = 0.03;
const DRAW_TARGET_MS = 300;
const MS_PER_S = 1_000;
const AT_ONCE = 50;

function site(): object {
  const locations = Array.from({ length: LOCATIONS }, (_, at) => ({
    id: `hall-${at}`,
    name: `Hall ${at}`,
    timezone: 'UTC',
    country: 'PT',
  }));
  return {
    settings: { languages: ['en'], default_lang: 'en' },
    locations,
    services: locations.map(({ id }, at) => ({ id: `s-${at}`, name: `Service ${at}`, location: id, tag: 'A' })),
    desks: [],
    users: [],
    devices: Array.from({ length: DEVICES }, (_, at) => ({
      id: `kiosk-${at}`,
      name: `Kiosk ${at}`,
      type: 1,
      location: `hall-${at % LOCATIONS}`,
    })),
  };
}

/** What a kiosk says; each hundredth has no paper. */
const statusOf = (kiosk: number, printed: number): object => ({
  printer: kiosk % 100 === 0 ? 'no-paper' : 'ok',
  printer_model: 'EPSON TM-T88VI',
  printer_dots: 512,
  printer_confirms: 'process-id',
  last_print: 'printed',
  readers: 'ok',
  screen: 'idle',
  version: '0.1.0',
  disk_free: 12_000,
  paper_used: 100 * printed,
  paper_tickets: printed,
  paper_left: 400,
  roll_since: '2026-11-20T08:00:00.000Z',
});

type Client = ReturnType<typeof openClient>;

async function beat(client: Client, kiosk: number, printed: number): Promise<void> {
  await client.post(`/restapi/v2/kiosks/kiosk-${kiosk}/status`, statusOf(kiosk, printed));
}

async function everybodySpeaks(client: Client, printed: number): Promise<void> {
  for (let first = 0; first < DEVICES; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, DEVICES - first) }, (_, at) => first + at);
    await Promise.all(some.map((kiosk) => beat(client, kiosk, printed)));
  }
}

/** Share of a core while all speak twice a minute, each in its turn. */
async function heartbeats(running: Running, client: Client): Promise<number> {
  const until = performance.now() + SECONDS * MS_PER_S;
  const from = performance.now();
  const cpuBefore = cpuSeconds(running.pid);
  let sent = 0;
  while (performance.now() < until) {
    const due = Math.floor(((performance.now() - from) * DEVICES) / BEAT_MS);
    const some: Promise<void>[] = [];
    for (; sent < due; sent += 1) {
      const printed = Math.floor(sent / (DEVICES * NEWS_EVERY)) + (sent % NEWS_EVERY === 0 ? 1 : 0);
      some.push(beat(client, sent % DEVICES, printed));
    }
    await Promise.all(some);
    await new Promise((resolve) => setTimeout(resolve, MS_PER_S / 100));
  }
  return (cpuSeconds(running.pid) - cpuBefore) / ((performance.now() - from) / MS_PER_S);
}

/** CPU of the page's own thread, from the wish to see the board until it is drawn: milliseconds. */
async function drawing(address: string): Promise<number> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const busy = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0) * MS_PER_S;
    };
    await page.goto(`${address}/admin/#/devices/new`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(MS_PER_S);
    const before = await busy();
    await page.evaluate(() => window.location.assign('#/devices'));
    await page.getByText('No paper').or(page.getByText('Out of paper')).first().waitFor();
    await page.waitForTimeout(MS_PER_S);
    return (await busy()) - before;
  } finally {
    await browser.close();
  }
}

export async function board(): Promise<boolean> {
  const data = await makeDataDir();
  const file = `${data.path}/site.json`;
  await writeFile(file, JSON.stringify(site()));
  const running = await startProgram(`${data.path}/data`, '--site', file);
  const client = openClient(running.address);
  try {
    await everybodySpeaks(client, 0);
    await new Promise((resolve) => setTimeout(resolve, WRITTEN_MS));
    const share = await heartbeats(running, client);
    const drawn = await drawing(running.address);
    const isCheap = share <= HEARTBEAT_TARGET;
    const isQuick = drawn <= DRAW_TARGET_MS;
    report(
      `heartbeats of ${DEVICES} devices`,
      { 'of a core': `${(share * 100).toFixed(1)} %` },
      `${HEARTBEAT_TARGET * 100} %`,
      isCheap,
    );
    report(`board of ${DEVICES} devices`, { 'to draw': ms(drawn) }, `${DRAW_TARGET_MS} ms of CPU`, isQuick);
    return isCheap && isQuick;
  } finally {
    client.close();
    await running.stop();
    await data.remove();
  }
}
