/** Reports as tables: what a spreadsheet gets to see, read back by the rules of RFC 4180. */
import { afterEach, describe, expect, it } from 'vitest';
import { openTown, type Town, type TownOptions } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { newTicket } from '../store/new-ticket.ts';

let town: Town;
afterEach(() => town.close());

const open = async (options: TownOptions = {}): Promise<void> => {
  town = await openTown({ at: '2026-11-20T09:00:00Z', ...options });
};
const get = (query: string): Promise<Response> => fetch(`${town.address}/restapi/v2/reports/${query}`);
const csv = async (query: string): Promise<string> => {
  const bytes = await (await get(`${query}&format=csv`)).arrayBuffer();
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
};

/** Cells by RFC 4180; throws where the text is no such table. */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const body = text.replace(/^\uFEFF/, '');
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (cell.lastIndex < body.length) {
    const at = cell.lastIndex;
    const match = cell.exec(body);
    if (match === null) throw new Error(`No CSV at ${at}: ${body.slice(at, at + 40)}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') rows.push(row.splice(0));
    if (match[3] === '\r\n') row = [];
  }
  return rows;
}

/** Rows by the names of their columns. */
async function table(query: string): Promise<Record<string, string>[]> {
  const [head = [], ...rows] = read(await csv(query));
  for (const row of rows) expect(row).toHaveLength(head.length);
  return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])));
}

describe('a table', () => {
  it('has a content type and a file name', async () => {
    await open();
    const answer = await get('period?location=hall&format=csv&table=days');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="hall_2026-11-20_2026-11-20_days.csv"',
    );
    expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 6)]).toEqual([0xef, 0xbb, 0xbf, 0x64, 0x61, 0x79]);
  });

  it.each([
    ['services', 1],
    ['desks', 1],
    ['users', 1],
    ['hours', 24],
    ['weekdays', 7],
    ['days', 1],
  ])('of %s has the figures of the report', async (name, count) => {
    await open();
    await town.createTicket('Passports');
    town.clock.advance(90_000);
    const call = await town.callNext('Desk 1');
    town.clock.advance(30_000);
    await town.conclude('endcall', call.id);
    const rows = await table(`period?location=hall&table=${name}`);
    expect(rows).toHaveLength(count);
    const busy = rows.filter(({ calls }) => calls === '1');
    expect(busy).toMatchObject([
      { served: '1', waiting_count: '1', waiting_median_seconds: '90', service_p95_seconds: '30' },
    ]);
  });

  it('of today is there too', async () => {
    await open();
    await town.createTicket('Taxes');
    town.clock.advance(60_000);
    const rows = await table('today?location=hall&table=services');
    expect(rows.find(({ id }) => id === 'taxes')).toMatchObject({
      open: 'true',
      waiting_now: '1',
      longest_wait_seconds: '60',
    });
    expect(await table('today?location=hall&table=desks')).toHaveLength(3);
    expect(await table('today?location=hall&table=hours')).toHaveLength(24);
  });

  it('is refused in JSON, and where there is none', async () => {
    await open();
    const refused = await get('period?location=nowhere&format=csv');
    expect([refused.status, await refused.json()]).toMatchObject([404, { errno: 6, parameter: 'location' }]);
    for (const path of ['/restapi/locations', '/restapi/v2/admin/settings', '/healthz', '/restapi/v2/nothing']) {
      const answer = await fetch(`${town.address}${path}?format=csv`);
      expect([path, await answer.json()]).toMatchObject([path, { errno: 4 }]);
    }
  });
});

describe('a table', () => {
  it('has the separator that a spreadsheet expects, and cells that hold one in quotes', async () => {
    const services = [{ id: 's', name: 'a;b, c', location: 'hall' }];
    await open({ site: { ...townSite(), services, desks: [] } });
    await town.createTicket('s');
    const line = async (separator: string) =>
      (await csv(`period?location=hall&table=services&separator=${separator}`)).split('\r\n')[1];
    expect(await line('semicolon')).toMatch(/^s;"a;b, c";1;1;/);
    expect(await line('%3B')).toMatch(/^s;"a;b, c";1;1;/);
    expect(await line('tab')).toMatch(/^s\t"a;b, c"\t1\t1\t/);
    expect(await line('comma')).toMatch(/^s,"a;b, c",1,1,/);
  });

  it('counts no tickets where only some desks are asked for, and does not say zero', async () => {
    await open();
    await town.createTicket('Passports');
    await town.callNext('Desk 1');
    const [whole] = await table('period?location=hall&table=days');
    const [atDesk] = await table('period?location=hall&table=days&desks=desk-1');
    expect([whole?.issued, atDesk?.issued, atDesk?.never_called, atDesk?.calls]).toEqual(['1', '', '', '1']);
  });
});

describe('several tables of several locations', () => {
  it('come in one answer, each row with its location', async () => {
    await open();
    await town.createTicket('Passports');
    await town.createTicket('Blood tests');
    await town.callNext('Desk 1');
    const answer = (await (await get('tables?tables[]=days&tables[]=calls&from=2026-11-20')).json()) as {
      periods: object[];
      tables: { table: string; columns: string[]; rows: unknown[][] }[];
    };
    expect(answer.periods).toMatchObject([
      { location: 'clinic', timezone: 'Europe/Madrid', from: '2026-11-20', to: '2026-11-20' },
      { location: 'hall', timezone: 'Europe/Lisbon', from: '2026-11-20', to: '2026-11-20' },
    ]);
    const [days, calls] = answer.tables;
    expect(days?.rows.map((row) => row.slice(0, 3))).toEqual([
      ['clinic', '2026-11-20', 1],
      ['hall', '2026-11-20', 1],
    ]);
    expect(calls?.columns.slice(0, 2)).toEqual(['location', 'day']);
    expect(calls?.rows).toHaveLength(1);
    expect(calls?.rows[0]).toHaveLength(calls?.columns.length ?? 0);
    const one = await table('tables?tables=days&locations[]=hall&locations[]=clinic');
    expect(one.map(({ location, issued }) => [location, issued])).toEqual([
      ['hall', '1'],
      ['clinic', '1'],
    ]);
  });

  it('are refused where they cannot be given, with what is wrong', async () => {
    await open();
    const refused = async (query: string) => (await get(`tables?${query}`)).json();
    expect(await refused('tables=nope')).toMatchObject({ errno: 5, parameter: 'tables' });
    expect(await refused('tables[]=days&tables[]=hours&format=csv')).toMatchObject({ errno: 5, parameter: 'tables' });
    expect(await refused('locations[]=hall&locations[]=nowhere')).toMatchObject({ errno: 6, parameter: 'locations' });
  });
});

describe('a filter', () => {
  it('of an unknown item is refused; of a removed one it is not', async () => {
    await open();
    await town.createTicket('Passports');
    await town.callNext('Desk 1');
    for (const query of ['desks=nope', 'services=nope', 'users=nope', 'desks=nope&table=calls&format=csv']) {
      const refused = await get(`period?location=hall&${query}`);
      expect([query, refused.status, await refused.json()]).toMatchObject([
        query,
        404,
        { errno: 6, parameter: query.split('=', 1)[0] },
      ]);
    }
    const site = townSite();
    const desks = (site.desks as { id: string }[]).filter(({ id }) => id !== 'desk-1');
    await town.site.replace({ ...site, desks } as never);
    expect(town.site.current().desk('desk-1')).toBeUndefined();
    const found = (await (await get('period?location=hall&desks=desk-1')).json()) as { total: object };
    expect(found).toMatchObject({ issued_counted: false, total: { calls: 1 } });
    expect(await table('period?location=hall&desks=desk-1&table=calls')).toHaveLength(1);
  });
});

describe('cells', () => {
  it('that a spreadsheet would take for a formula are texts', async () => {
    const names = [
      '=HYPERLINK("http://x")',
      '+1',
      '-1',
      '@SUM(A1)',
      '\tx',
      'a, "b"\nc',
      'Zoë ✓ 号',
      '＝1+1',
      'a;=1+1',
      'a\n@b',
      `a;"=cmd|'/c calc'!A1;b`,
      '""-1',
    ];
    const services = names.map((name, n) => ({ id: `s${n}`, name, location: 'hall' }));
    await open({ site: { ...townSite(), services, desks: [] } });
    for (const { id } of services) await town.createTicket(id);
    const rows = await table('period?location=hall&table=services');
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        `'=HYPERLINK("http://x")`,
        `'+1`,
        `'-1`,
        `'@SUM(A1)`,
        `'\tx`,
        'a, "b"\nc',
        'Zoë ✓ 号',
        "'＝1+1",
        "a;'=1+1",
        "a\n'@b",
        `a;"'=cmd|'/c calc'!A1;b`,
        `""'-1`,
      ]),
    );
  });
});

describe('single calls and tickets', () => {
  it('have local times, and no data of the visitor', async () => {
    await open({ at: '2026-10-25T00:30:00Z' }); // 02:30 in Madrid, before the clocks go back: still Saturday there
    const made = await town.createTicket('Blood tests', {
      client_name: 'Zoe Zander',
      custom_field: 'case 77',
      priority: true,
    });
    town.clock.advance(3_600_000);
    const call = await town.callNext('Desk 9');
    town.clock.advance(60_000);
    await town.conclude('cancelcall', call.id);
    const span = 'period?location=clinic&from=2026-10-24&to=2026-10-24';
    expect(await table(`${span}&table=calls`)).toEqual([
      {
        day: '2026-10-24',
        called_at: '2026-10-25 02:30:00',
        ended_at: '2026-10-25 02:31:00',
        outcome: 'no_show',
        ticket: 'S01',
        issued_at: '2026-10-25 02:30:00',
        service_id: 'blood',
        service: 'Blood tests',
        desk_id: 'desk-9',
        desk: 'Desk 9',
        user_id: 'eva',
        first_call: 'true',
        waited_seconds: '3600',
        // Nobody came: that was no service.
        service_seconds: '',
        ticket_key: expect.stringMatching(/^[0-9a-f]{24}$/),
        // Before the clocks go back, and after: by the wall both at half past two.
        called_at_utc: '2026-10-25T01:30:00.000Z',
        ended_at_utc: '2026-10-25T01:31:00.000Z',
        issued_at_utc: '2026-10-25T00:30:00.000Z',
        noted: '',
      },
    ]);
    const [ticket, ...others] = await table(`${span}&table=tickets`);
    expect(others).toEqual([]);
    expect(ticket).toMatchObject({
      day: '2026-10-24',
      ticket: 'S01',
      state: 'cancelled',
      priority: 'true',
      virtual: 'false',
      issued_at_utc: '2026-10-25T00:30:00.000Z',
    });
    const [called] = await table(`${span}&table=calls`);
    expect(called?.ticket_key).toBe(ticket?.ticket_key);
    const all = (await csv(`${span}&table=tickets`)) + (await csv(`${span}&table=calls`));
    for (const secret of ['Zoe', 'case 77', made.ticket.id, call.id]) expect(all).not.toContain(secret);
  });

  it('are narrowed by the filters of the report', async () => {
    await open();
    for (const service of ['Passports', 'Taxes']) await town.createTicket(service);
    await town.callNext('Desk 1', ['Passports']);
    await town.callNext('Desk 2', ['Taxes']);
    const ids = async (query: string) =>
      (await table(`period?location=hall&${query}`)).map(({ service_id }) => service_id);
    expect(await ids('table=calls&desks=desk-2')).toEqual(['taxes']);
    expect(await ids('table=calls&users=ana')).toEqual(['passports']);
    expect(await ids('table=tickets&services=taxes')).toEqual(['taxes']);
  });

  it('come page after page, each once and in order', async () => {
    await open();
    const day = { locationId: 'hall', day: '2026-11-20' };
    const now = town.clock.now();
    const count = 4_100;
    await Promise.all(
      Array.from({ length: count }, (_, n) =>
        // Many within one millisecond, as when a bus arrives.
        town.store.run('createTicket', newTicket(day), { now: now + Math.floor(n / 100) }),
      ),
    );
    const at = { ...day, deskId: 'desk-1', userId: 'ana', callPolicy: 'end_current', services: ['passports'] } as const;
    await Promise.all(
      Array.from({ length: count }, (_, n) =>
        town.store.run(
          'callNextTicket',
          { ...at, callOrder: 'fifo', priorityRatio: 1 },
          { now: now + 1_000 + Math.floor(n / 100) },
        ),
      ),
    );
    const numbers = Array.from({ length: count }, (_, n) => `A${String(n + 1).padStart(3, '0')}`);
    for (const name of ['tickets', 'calls']) {
      const rows = await table(`period?location=hall&table=${name}`);
      expect(rows.map(({ ticket }) => ticket)).toEqual(numbers);
    }
    const { total } = (await (await get('period?location=hall')).json()) as { total: object };
    expect(total).toMatchObject({ issued: count, never_called: 0, calls: count, served: count - 1 });
  });
});
