/** Expensive back-office requests: they run in slices, and do not block visitors and clerks. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHeavyWork } from '../../main/rest/heavy-work.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import { longestTurn } from '../helpers/longest-turn.ts';

/** A slice takes 8 ms and one schedule 30; the rest is for a machine that compiles and collects garbage at the same time. */
const MAX_TURN_MS = 200;

let town: LockedTown;
beforeEach(async () => {
  const site = lockedSite();
  const users = [
    ...(site.users as object[]),
    { id: 'ada', username: 'ada', roles: ['audit_view'], password: 'ada-password' },
    { id: 'bea', username: 'bea', roles: ['admin_branch'], locations: ['hall'], password: 'bea-password' },
  ];
  town = await openLockedTown({ site: { ...site, users }, several: false });
});
afterEach(() => town.close());

async function asked(user: string, path: string, body: object) {
  const key = await town.keyOf(user);
  const { value, cpuMs } = await longestTurn(() => town.ask('POST', `/restapi/v2/admin/${path}`, key, body));
  return { ...value, cpuMs };
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** Another one for each number. */
const schedule = (place: number): string =>
  `Mo-Fr ${clock(place % 700)}-${clock(701 + (Math.floor(place / 700) % 700))}`;

describe('no request blocks the others', () => {
  it('with opening hours that change every minute', async () => {
    const minutes = Array.from({ length: 332 }, (_, place) => `${clock(place * 2)}-${clock(place * 2 + 1)}`).join(',');
    const all = await Promise.all(
      [1, 2, 3].map(() => asked('ada', 'opening-hours', { schedule: minutes, location: 'hall' })),
    );
    for (const { body, cpuMs } of all) {
      expect(body).toMatchObject({ success: true, fault: 'opens and closes too often for a preview', days: [] });
      expect(cpuMs).toBeLessThan(MAX_TURN_MS);
    }
  });

  it.each(['ticket-preview?service_id=passports', 'form-preview?form_id=any'])(
    'with a draft for %s, which accepts only the previewed part of the site',
    async (path) => {
      const locations = ['hall', 'hall-2', 'hall-3', 'hall-4'].map((id) => ({ id, name: 'Hall' }));
      const draft = (count: number) => ({
        locations,
        services: Array.from({ length: count }, (_, place) => ({
          id: `s${place}`,
          name: 'S',
          location: locations[place % 4]?.id,
          schedule: schedule(place),
        })),
      });
      const site = await asked('ada', path, draft(39_000));
      expect(site.body).toMatchObject({ errno: 5, error: 'The body has more than 20000 values.' });
      const some = await asked('ada', path, draft(1_900));
      // The test site renders no tickets and has no such form.
      expect(some.body.errno).toBe(path.startsWith('form') ? 6 : 7);
      expect([site.cpuMs, some.cpuMs].filter((each) => each >= MAX_TURN_MS)).toEqual([]);
    },
  );

  it('with a table of many services that all have their own schedule', async () => {
    const asTable = (count: number) => {
      const rows = Array.from({ length: count }, (_, place) => `Service ${place};L${place};${schedule(place)}`);
      return { collection: 'services', location: 'hall', table: ['name;tag;schedule', ...rows].join('\n') };
    };
    const some = await asked('bea', 'import-csv', asTable(480));
    expect(some.body).toMatchObject({ success: true, done: false, count: 480, faults: [] });
    const tooMany = await asked('bea', 'import-csv', asTable(4_000));
    expect(tooMany.body).toMatchObject({ errno: 5, parameter: 'locations(hall)' });
    expect([some.cpuMs, tooMany.cpuMs].filter((each) => each >= MAX_TURN_MS)).toEqual([]);
  });

  it('with one cell of a hundred thousand parts, or of four million', async () => {
    const table = (parts: number) => `username;locations\nnew;${'x|'.repeat(parts)}`;
    const long = await asked('bea', 'import-csv', { collection: 'users', table: table(50_000) });
    const fault = { line: 2, column: 'locations', kind: 'site', value: 'has more than 20000 characters' };
    expect(long.body).toMatchObject({ success: true, done: false, faults: [fault] });
    const longer = await asked('bea', 'import-csv', { collection: 'users', table: table(1_900_000) });
    expect(longer.body).toMatchObject({ success: true, done: false, faults: [{ line: 2, kind: 'csv' }] });
    expect([long.cpuMs, longer.cpuMs].filter((each) => each >= MAX_TURN_MS)).toEqual([]);
    const names = Array.from({ length: 4_000 }, () => 'x').join('|');
    const many = await asked('bea', 'import-csv', { collection: 'users', table: `username;locations\nnew;${names}` });
    expect(many.body.faults).toHaveLength(500);
  });

  it('with one bulk edit of long texts for many items', async () => {
    const ids = Array.from({ length: 200 }, () => 'passports');
    const fields = JSON.stringify({ description: 'x'.repeat(90_000) });
    const { body } = await asked('bea', 'bulk-edit', { collection: 'services', ids, fields });
    expect(body).toMatchObject({ errno: 5, parameter: 'ids' });
  });
});

describe('heavy requests of one caller', () => {
  const MEBIBYTE = 1024 * 1024;

  function requests(bytes: number) {
    const heavy = createHeavyWork();
    const ends: (() => void)[] = [];
    const enter = (ip: string) =>
      heavy.enter({ caller: { kind: 'anyone' }, ip, whenAnswered: (end) => ends.push(end) }, bytes);
    return { enter, ends };
  }

  it('run one after another, at most sixteen at once', async () => {
    const { enter, ends } = requests(0);
    const order: number[] = [];
    const all = Array.from({ length: 17 }, (_, place) =>
      enter('192.0.2.1').then((isIn) => {
        if (isIn) order.push(place);
        return isIn;
      }),
    );
    expect(await all[16]).toBe(false);
    expect(await enter('192.0.2.2')).toBe(true);
    for (let place = 0; place < 16; place += 1) {
      expect(await all[place]).toBe(true);
      expect(order).toHaveLength(place + 1);
      ends.shift()?.();
      // The first response is for the first caller, the second for the other address.
      if (place === 0) ends.shift()?.();
    }
    expect(await enter('192.0.2.1')).toBe(true);
  });

  it('hold at most 32 MiB of bodies while they wait', async () => {
    const { enter } = requests(8 * MEBIBYTE);
    expect(await enter('192.0.2.1')).toBe(true);
    for (let waiting = 0; waiting < 4; waiting += 1) void enter('192.0.2.1');
    expect(await enter('192.0.2.1')).toBe(false);
  });
});
