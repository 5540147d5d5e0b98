/**
 * Benchmark of a kiosk with a remote server, online and offline.
 *
 * Measures the time from a touch to the first byte at a TCP printer, as a ratio, and the sync of 500 offline tickets.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createQueueClient } from '../main/kiosk/client/client.ts';
import { remoteFetch } from '../main/kiosk/client/remote.ts';
import { openOfflineNumbers } from '../main/kiosk/host/offline/offline-numbers.ts';
import { silentLog, systemClock } from '../main/lib/context.ts';
import { createVirtualPrinter } from '../main/virtual-printer/virtual-printer.ts';
import { openServerLine } from '../test/helpers/server-line.ts';
import { ms, percentile, report } from './figures.ts';
import { openPage } from './kiosk-page.ts';
import { startProgram } from './program.ts';
import { LARGE, touch } from './touch-to-paper.ts';

const WARM_UP = 20;
/** Of each kind, alternating. */
const ROUNDS = 5;
const TOUCHES = 40;
const RATIO = 1.1;
const TICKETS = 500;
const SETTLE_MS = 2_000;

const SERVICES = ['A', 'B', 'C'];
/** No business day ends within hours of the benchmark. */
const zone = new Date().getUTCHours() < 12 ? 'Etc/GMT-6' : 'Etc/GMT+6';
const SITE = {
  settings: { default_lang: 'en', languages: ['en'] },
  locations: [{ id: 'hall', name: 'Hall', timezone: zone, languages: ['en'] }],
  services: SERVICES.map((tag) => ({ id: tag, name: `Service ${tag}`, tag, location: 'hall', offline_numbers: 200 })),
  devices: ['kiosk', 'other'].map((id) => ({ id, name: id, type: 1, location: 'hall' })),
};

export async function goingAlone(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-bench-'));
  const site = join(folder, 'site.json');
  await writeFile(site, JSON.stringify(SITE));
  const server = await startProgram(join(folder, 'server'), '--site', site);
  try {
    const isAsFast = await touches(folder, server.address);
    const isSettled = await settling(folder, server.address);
    return isAsFast && isSettled;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function touches(folder: string, address: string): Promise<boolean> {
  const line = await openServerLine(address);
  const printer = createVirtualPrinter();
  const port = await printer.listenTcp();
  const at = ['--server', line.address, '--device', 'kiosk', '--printer', `tcp://127.0.0.1:${port}`];
  const kiosk = await startProgram(join(folder, 'kiosk'), ...at);
  const page = await openPage(kiosk.address);
  page.call('fits', LARGE);
  const took = { online: [] as number[], alone: [] as number[] };
  try {
    for (let count = 0; count < WARM_UP; count += 1) await touch(page, printer);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const how of ['online', 'alone'] as const) {
        line.set(how === 'online' ? 'open' : 'refused');
        await page.until(({ alone, screen }) => alone === (how === 'alone') && screen.name === 'idle');
        // The first of each kind are not measured: they reconnect, and sync offline tickets.
        for (let count = -WARM_UP / 4; count < TOUCHES; count += 1) {
          const tookMs = await touch(page, printer);
          if (count >= 0) took[how].push(tookMs);
        }
      }
    }
  } finally {
    page.close();
    await kiosk.stop();
    await printer.close();
    await line.close();
  }
  const [online, alone] = [percentile(took.online, 50), percentile(took.alone, 50)];
  const met = alone <= online * RATIO;
  report(
    `touch to first byte at a kiosk client, ${ROUNDS * TOUCHES} touches online and as many offline`,
    {
      'with (median)': ms(online),
      'without (median)': ms(alone),
      ratio: (alone / online).toFixed(2),
      'with (p99)': ms(percentile(took.online, 99)),
      'without (p99)': ms(percentile(took.alone, 99)),
    },
    `${RATIO}`,
    met,
  );
  return met;
}

async function settling(folder: string, address: string): Promise<boolean> {
  const client = createQueueClient({ fetch: remoteFetch({ baseUrl: address }), clock: systemClock });
  const dir = join(folder, 'other');
  const numbers = openOfflineNumbers({
    ...{ client, deviceId: 'other', dir, clock: systemClock, log: silentLog },
    onTexts: async () => {},
    onChange() {},
  });
  try {
    await numbers.renew();
    for (let count = 0; count < TICKETS; count += 1) {
      const ticket = await numbers.give({
        service: SERVICES[count % SERVICES.length] ?? '',
        lang: 'en',
        priority: false,
      });
      if (ticket === null) throw new Error('there was no number left');
      await numbers.held(ticket.id);
    }
    const began = performance.now();
    await numbers.handOver();
    const tookMs = performance.now() - began;
    const { toHandOver } = numbers.figures();
    const met = toHandOver === 0 && tookMs <= SETTLE_MS;
    report(
      `${TICKETS} tickets of a kiosk into the queue`,
      { took: ms(tookMs), left: `${toHandOver}` },
      ms(SETTLE_MS),
      met,
    );
    return met;
  } finally {
    await numbers.close();
  }
}
