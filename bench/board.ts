/**
 * 2,000 kiosks elsewhere: what they cost the server at rest, and what the board costs the page that draws it. They say how they are
 * twice a minute, and now and then something else than before: over their lines, as kiosks of ours do, and by requests, as older
 * ones do; and once a minute each reads how things stand.
 */

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { WebSocket } from 'ws';
import { HEARTBEAT_SECONDS } from '../main/devices/contract/device-status.ts';
import { KIOSK_LINE_PATH } from '../main/devices/contract/kiosk-protocol.ts';
import { launchChromium } from '../test/helpers/kiosk-page.ts';
import { openClient } from './client.ts';
import { cpuSeconds, ms, report } from './figures.ts';
import { makeDataDir, type Running, startProgram } from './program.ts';

const DEVICES = 2_000;
const LOCATIONS = 20;
const BEAT_MS = HEARTBEAT_SECONDS * 1_000;
/** As `main/kiosk/host/server-poller.ts` has it. */
const READ_MS = 60_000;
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

/** How a kiosk says how it is; settles when it was answered. */
type Say = (kiosk: number, printed: number) => Promise<unknown>;

async function inTurns(act: (kiosk: number) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < DEVICES; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, DEVICES - first) }, (_, at) => first + at);
    await Promise.all(some.map((kiosk) => act(kiosk)));
  }
}

/** Share of a core while each does it once in that time, all in their turn. */
async function shareOf(running: Running, everyMs: number, act: (nth: number) => Promise<unknown>): Promise<number> {
  const from = performance.now();
  const until = from + SECONDS * MS_PER_S;
  const cpuBefore = cpuSeconds(running.pid);
  let sent = 0;
  while (performance.now() < until) {
    const due = Math.floor(((performance.now() - from) * DEVICES) / everyMs);
    const some: Promise<unknown>[] = [];
    for (; sent < due; sent += 1) some.push(act(sent));
    await Promise.all(some);
    await new Promise((resolve) => setTimeout(resolve, MS_PER_S / 100));
  }
  return (cpuSeconds(running.pid) - cpuBefore) / ((performance.now() - from) / MS_PER_S);
}

const heartbeats = (running: Running, say: Say): Promise<number> =>
  shareOf(running, BEAT_MS, (nth) =>
    say(nth % DEVICES, Math.floor(nth / (DEVICES * NEWS_EVERY)) + (nth % NEWS_EVERY === 0 ? 1 : 0)),
  );

const reading = (running: Running, client: Client): Promise<number> =>
  shareOf(running, READ_MS, async (nth) => {
    await client.get(`/restapi/v2/kiosks/kiosk-${nth % DEVICES}`);
    await client.get(`/restapi/v2/queuemanagement/waitingticketscount/hall-${nth % LOCATIONS}`);
  });

interface Lines {
  readonly say: Say;
  close(): void;
}

async function openLines(address: string): Promise<Lines> {
  const sockets: WebSocket[] = [];
  await inTurns(async (kiosk) => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}${KIOSK_LINE_PATH}?device=kiosk-${kiosk}`);
    sockets[kiosk] = socket;
    await once(socket, 'open');
  });
  return {
    async say(kiosk, printed) {
      const socket = sockets[kiosk];
      if (socket === undefined) throw new Error(`kiosk-${kiosk} has no line`);
      const answered = once(socket, 'message');
      socket.send(JSON.stringify({ type: 'device.status', status: statusOf(kiosk, printed) }));
      await answered;
    },
    close() {
      for (const socket of sockets) socket.terminate();
    },
  };
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
    await inTurns((kiosk) => beat(client, kiosk, 0));
    await new Promise((resolve) => setTimeout(resolve, WRITTEN_MS));
    const asked = await heartbeats(running, (kiosk, printed) => beat(client, kiosk, printed));
    const read = await reading(running, client);
    const lines = await openLines(running.address);
    await inTurns((kiosk) => lines.say(kiosk, 0));
    const told = await heartbeats(running, lines.say);
    const drawn = await drawing(running.address);
    lines.close();
    const isCheap = told <= HEARTBEAT_TARGET;
    const isQuick = drawn <= DRAW_TARGET_MS;
    const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
    report(
      `heartbeats of ${DEVICES} devices`,
      { 'of a core': percent(told), 'by requests': percent(asked), 'reading once a minute': percent(read) },
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
