/**
 * What a visitor reads and staff see with each device that technicians meet at a printer's address. `UPDATE_MATRIX=1`
 * writes the table of docs/reference/printer-faults.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';
import { playRow, type Row, type RowPlayed } from './device-play.ts';
import { ROWS, withDeviceTable } from './device-rows.ts';
import { LAST_LINE, SITE_NAME } from './play.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PAGE = here('../../docs/reference/printer-faults.md');
/** Screens that do not say that nothing was printed. */
const DOUBTING = ['print-doubtful', 'print-unconfirmed'];

let town: Town;
const results = new Map<Row, RowPlayed | string>();
const queues = new Map<Row, number>();

beforeAll(async () => {
  const each = <T>(make: (index: number, location: string) => T): readonly T[] =>
    ROWS.map((_, index) => make(index, `hall-${index}`));
  town = await openTown({
    site: {
      settings: { default_lang: 'en', languages: ['en'] },
      locations: each((_, id) => ({ id, name: SITE_NAME, timezone: 'UTC', languages: ['en'] })),
      services: each((index, location) => ({
        ...{ id: `service-${index}`, name: `Service ${index}`, tag: 'A', location },
        footer_text: LAST_LINE,
      })),
      devices: each((index, location) => ({ id: `kiosk-${index}`, name: `Kiosk ${index}`, type: 1, location })),
    },
  });
  await Promise.all(
    ROWS.map(async (row, index) => {
      const played = await playRow(row, town.client, `kiosk-${index}`, `service-${index}`).catch(String);
      results.set(row, played);
      queues.set(row, (await town.waiting(`service-${index}`)).length);
    }),
  );
}, 120_000);

afterAll(() => town.close());

it.each(ROWS.map((row) => ({ row, name: row.name })))('$name', ({ row }) => {
  const played = results.get(row);
  if (played === undefined || typeof played === 'string') throw new Error(played ?? 'was not played');
  const facts = JSON.stringify({ ...played, papers: [...played.papers], log: [] });
  const why = `${facts}\n${played.log.join('\n')}`;
  const { visits, staff, papers } = played;
  expect(
    visits.map(({ read }) => read),
    why,
  ).toEqual(row.reads);
  expect(staff, why).toEqual(row.staff);
  const held = played.lastPrints.filter((last) => ['presented', 'taken', 'retracted'].includes(last));
  expect(held, why).toEqual(row.lastPrints ?? []);
  // No ticket is lost, and none comes out twice without the mark of a copy.
  expect(queues.get(row)).toBe(2);
  for (const { number, read, wholeThen } of visits) {
    expect(number).toMatch(/^A\d{3}$/);
    const whole = papers.get(number) ?? [];
    expect(whole.filter(({ isCopy }) => !isCopy).length, why).toBeLessThanOrEqual(1);
    // The visitor reads nothing that is not so.
    if (read === 'take-ticket' && row.hangsTogether === true) expect(whole, why).toHaveLength(1);
    else if (read === 'take-ticket') expect(wholeThen, why).toBeGreaterThan(0);
    else if (!DOUBTING.includes(read)) expect(whole, why).toEqual([]);
  }
});

it.each(['devices.ts', 'byte-printer.ts'])('%s shares no code with the program', async (file) => {
  const source = await readFile(here(`./${file}`), 'utf8');
  const imports = [...source.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)].map(([, one, other]) => one ?? other);
  expect(imports.filter((path) => path !== './byte-printer.ts')).toEqual([]);
});

it('matches docs/reference/printer-faults.md', async () => {
  const page = await readFile(PAGE, 'utf8');
  if (process.env.UPDATE_MATRIX === '1') await writeFile(PAGE, withDeviceTable(page));
  expect(await readFile(PAGE, 'utf8')).toBe(withDeviceTable(page));
});
