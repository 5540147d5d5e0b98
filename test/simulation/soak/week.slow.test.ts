/**
 * Soak test: a simulated week of a busy location with 100,000 tickets.
 *
 * It runs the built program with its kiosk, a printer, a connected display and counter, and a simulated clock. No ticket
 * is lost, and memory at the end equals that of the second day. Writes the chart docs/pictures/memory-week.svg;
 * `WEEK_TICKETS=2000` runs a smaller week without a chart. Needs `npm run build`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createVirtualPrinter } from '../../../main/virtual-printer/virtual-printer.ts';
import { drawWeek, type Point } from './draw-week.ts';
import { OPEN_HOURS, playDay } from './played-day.ts';
import { startTurned, type Weight } from './turned-program.ts';

const WHOLE = 100_000;
const TICKETS = Number(process.env.WEEK_TICKETS ?? WHOLE);
const DAYS = 7;
const HOUR_MS = 3_600_000;
/** At night no client is connected. */
const NIGHT_STEP_MS = 60_000;
/** Smaller growth is noise, because memory pages are released at irregular times. */
const MOST = { own: 1.15, heap: 1.1 } as const;
const PICTURE = resolve(import.meta.dirname, '../../../docs/pictures/memory-week.svg');

it(`is as small after ${TICKETS} tickets in ${DAYS} days as on the second day`, { timeout: 3 * HOUR_MS }, async () => {
  const data = mkdtempSync(join(tmpdir(), 'week-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const printer = createVirtualPrinter();
  onTestFinished(() => printer.close());
  const port = await printer.listenTcp();
  const program = await startTurned('--data', data, '--printer', `tcp://127.0.0.1:${port}`);
  onTestFinished(() => program.stop());

  const own: Point[] = [];
  const heap: Point[] = [];
  const nights: Weight[] = [];
  const shown: string[] = [];
  // To nine in the morning.
  const now = await program.turn(1);
  await program.turn(33 * HOUR_MS - (now % (24 * HOUR_MS)), NIGHT_STEP_MS);
  for (let day = 0; day < DAYS; day += 1) {
    const tickets = Math.round((TICKETS * (day + 1)) / DAYS) - Math.round((TICKETS * day) / DAYS);
    const played = await playDay(program, tickets, (hour) => own.push({ day: day + hour / 24, mib: program.own() }));
    expect(played.served).toBe(tickets);
    shown.push(...played.atKiosk);
    await program.turn((24 - OPEN_HOURS) * HOUR_MS, NIGHT_STEP_MS);
    const weight = await program.weigh();
    nights.push(weight);
    own.push({ day: day + 1, mib: weight.own });
    heap.push({ day: day + 1, mib: weight.heap });
    console.log(`day ${day + 1}: ${weight.own.toFixed(1)} MiB, heap ${weight.heap.toFixed(1)} MiB`);
  }
  // Visitors read the printed numbers, each once, in this order.
  expect(printer.tickets.map(({ bigText }) => bigText.trim())).toEqual(shown);
  if (TICKETS === WHOLE) writeFileSync(PICTURE, drawWeek({ tickets: TICKETS, own, heap }));
  const [, second, , , , , seventh] = nights;
  expect(seventh!.own / second!.own).toBeLessThan(MOST.own);
  expect(seventh!.heap / second!.heap).toBeLessThan(MOST.heap);
});
