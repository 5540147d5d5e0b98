/** Figures of a period against the exported calls, over days drawn at random. */
import { afterEach, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let town: Town;
afterEach(() => town.close());

type Row = Readonly<Record<string, string | number | boolean>>;

/** Random numbers from a seed, from 0 to below 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Rows of a raw table, by column. */
async function rows(table: 'calls' | 'tickets'): Promise<readonly Row[]> {
  const query = `locations=hall&from=2026-11-16&to=2026-11-18&tables=${table}`;
  const { tables } = (await (await fetch(`${town.address}/restapi/v2/reports/tables?${query}`)).json()) as {
    tables: readonly { columns: readonly string[]; rows: readonly (readonly (string | number | boolean)[])[] }[];
  };
  const [{ columns, rows: found } = { columns: [], rows: [] }] = tables;
  return found.map((row) => Object.fromEntries(columns.map((name, place) => [name, row[place] ?? ''])));
}

async function playDays(random: () => number): Promise<void> {
  const services = ['Passports', 'Taxes', 'Weddings'];
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (const day of ['2026-11-16', '2026-11-17', '2026-11-18']) {
    town.clock.set(`${day}T09:00:00Z`);
    for (let visit = 0; visit < 12; visit += 1) {
      town.clock.advance(Math.floor(random() * 900_000));
      await town.createTicket(any(services));
      // Now and then no desk calls, so that waits grow.
      if (random() < 0.3) continue;
      const desk = any(['Desk 1', 'Desk 2']);
      town.clock.advance(Math.floor(random() * 1_500_000));
      const call = await town.callNext(desk, desk === 'Desk 2' ? ['Taxes'] : services).catch(() => null);
      if (call === null) continue;
      town.clock.advance(Math.floor(random() * 900_000));
      const id = desk === 'Desk 1' ? 'desk-1' : 'desk-2';
      const end = any(['endcall', 'cancelcall', 'pausecall', 'transfer', 'transfer']);
      if (end !== 'transfer') await town.conclude(end, call.id);
      else {
        const to = any(['passports', 'taxes', 'weddings']);
        await town.post('transfercall', {
          answer_id: call.id,
          dst_type: 'service',
          dst_id: to,
          priority: false,
          desk_id: id,
        });
      }
    }
  }
}

it.each([1, 2, 3])('agree with the exported calls (seed %d)', async (seed) => {
  const services = (townSite().services as readonly object[]).map((one) => ({ ...one, schedule: '', max_waiting: 0 }));
  town = await openTown({ at: '2026-11-16T09:00:00Z', site: { ...townSite(), services } });
  await playDays(randomFrom(seed));
  const [calls, tickets] = [await rows('calls'), await rows('tickets')];
  const query = 'location=hall&from=2026-11-16&to=2026-11-18';
  const period = await (await fetch(`${town.address}/restapi/v2/reports/period?${query}`)).json();

  const inTime = calls.filter(({ waited_seconds: wait }) => wait !== '' && Number(wait) <= 900);
  expect(period.total.in_time).toBe(inTime.length);
  for (const { day, in_time } of period.by_day)
    expect([day, in_time]).toEqual([day, inTime.filter((call) => call.day === day).length]);

  const hourOf = ({ called_at }: Row): number => Number(String(called_at).slice(11, 13));
  const deskHours = new Set(calls.map((call) => `${call.day} ${hourOf(call)} ${call.desk_id}`));
  const hoursOf = (name: string): number => [...deskHours].filter((each) => each.endsWith(` ${name}`)).length;
  const secondsOf = (some: readonly Row[]): number =>
    some.reduce((sum, { service_seconds: seconds }) => sum + Number(seconds), 0);
  for (const { id, desk_hours, service_seconds } of period.staffing_by_desk) {
    const own = calls.filter(({ desk_id }) => desk_id === id);
    expect([id, desk_hours, service_seconds]).toEqual([id, hoursOf(id), secondsOf(own)]);
  }
  for (const { hour, desk_hours, service_seconds } of period.staffing_by_hour) {
    const own = calls.filter((call) => hourOf(call) === hour);
    const used = [...deskHours].filter((each) => each.split(' ')[1] === String(hour));
    expect([hour, desk_hours, service_seconds]).toEqual([hour, used.length, secondsOf(own)]);
  }

  const transfers = new Map<string, number>();
  for (const [at, call] of calls.entries()) {
    if (call.outcome !== 'transferred') continue;
    const next = calls.slice(at + 1).find(({ ticket_key }) => ticket_key === call.ticket_key);
    const ticket = tickets.find(({ ticket_key }) => ticket_key === call.ticket_key);
    const pair = `${call.service_id} ${next?.service_id ?? ticket?.last_service_id}`;
    transfers.set(pair, (transfers.get(pair) ?? 0) + 1);
  }
  expect(transfers.size).toBeGreaterThan(2);
  const found = period.by_transfer.map((row: Row) => [`${row.from_id} ${row.to_id}`, row.transfers]);
  expect(new Map(found)).toEqual(transfers);
});
