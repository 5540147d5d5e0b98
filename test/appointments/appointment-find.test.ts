/** A visitor without a code is found by birthday and name or number, and by nothing less. */
import { describe, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { townsOf } from '../helpers/towns.ts';

const NOON = '2026-11-20 12:20:00';
const ROSA = { client_name: 'Rosa Vale', birthday: '1941-03-09', reference: 'P-0047/11' };

/** The town at noon. */
function bookedSite(appointment_lookup: string): Record<string, unknown> {
  const site = townSite();
  const [first, ...others] = site.locations as Record<string, unknown>[];
  const visit = { service: 'passports', scheduled_to: NOON };
  return {
    ...site,
    locations: [{ ...first, appointment_lookup }, ...others],
    appointments: [
      { ...visit, id: 'visit-1', ...ROSA },
      { ...visit, id: 'off', ...ROSA, client_name: 'Off Called', state: 0 },
      { ...visit, id: 'tomorrow', ...ROSA, client_name: 'Late Comer', scheduled_to: '2026-11-21 12:20:00' },
      { ...visit, id: 'there', ...ROSA, client_name: 'Else Where', service: 'blood' },
      { ...visit, id: 'nameless', birthday: '1950-01-01' },
      { ...visit, id: 'luz', client_name: 'Maria Luz Silva', birthday: '1960-02-02' },
      { ...visit, id: 'rita', client_name: 'Maria Rita Silva', birthday: '1960-02-02' },
      { ...visit, id: 'passport', client_name: 'Tim Two', birthday: '1970-07-07' },
      { ...visit, id: 'taxes', client_name: 'Two, Tim', birthday: '1970-07-07', service: 'taxes' },
      {
        ...visit,
        id: 'missed',
        client_name: 'Mia Missed',
        birthday: '1980-08-08',
        scheduled_to: '2026-11-20 09:00:00',
      },
    ],
  };
}

let town: Town;
const towns = townsOf(
  async () => {
    town = await openTown({ site: bookedSite('both') });
  },
  () => town.close(),
);

async function reopen(lookup: string): Promise<void> {
  await town.close();
  town = await openTown({ site: bookedSite(lookup) });
}

async function find(visitor: string, birthday: string, location_id = 'hall') {
  const response = await fetch(`${town.address}/restapi/v2/appointments/find`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ location_id, visitor, birthday }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const { birthday } = ROSA;

describe('a look-up', () => {
  towns.shared();

  it.each([['VALE rosa'], ['Vále-Rosa'], ['p 0047 11']])(
    'finds an appointment by %s and the birthday',
    async (visitor) => {
      const { status, body } = await find(visitor, birthday);
      expect(status).toBe(200);
      expect(body).toMatchObject({ appointment: { id: 'visit-1', checkin: 'open', scheduled_to: NOON } });
      expect(JSON.stringify(body)).not.toMatch(/Rosa|Vale|1941|0047/i);
    },
  );

  it('gives one answer for whatever does not fit', async () => {
    const unknown = await find('Nobody Here', '1900-01-01');
    expect(unknown).toMatchObject({ status: 404, body: { errno: 6 } });
    const others = [
      ['Rosa Vale', '1941-03-08'],
      ['P-0047/11', '1941-03-08'],
      ['Rosa', birthday],
      ['Rosa Va', birthday],
      ['0047', birthday],
      ['*', birthday],
      ['Off Called', birthday],
      ['Late Comer', birthday],
      ['Else Where', birthday],
      ['nameless', '1950-01-01'],
      // Two people.
      ['Maria Silva', '1960-02-02'],
    ] as const;
    for (const [visitor, day] of others) expect([visitor, await find(visitor, day)]).toEqual([visitor, unknown]);
  });

  it('finds one of two people by a name that fits one', async () => {
    expect((await find('Silva Luz', '1960-02-02')).body).toMatchObject({ appointment: { id: 'luz' } });
  });

  it('lists all that can be checked in now, without names', async () => {
    const { body } = await find('tim two', '1970-07-07');
    expect(body).toMatchObject({ choices: [{ id: 'passport' }, { id: 'taxes' }] });
    expect(JSON.stringify(body)).not.toMatch(/tim|1970/i);
  });

  it('finds one that was missed today', async () => {
    expect((await find('Mia Missed', '1980-08-08')).body).toMatchObject({
      appointment: { checkin: 'late', walk_in: true },
    });
  });

  it.each([
    [{ visitor: '', birthday }],
    [{ visitor: 'Rosa Vale', birthday: '9.3.1941' }],
    [{ visitor: 'Rosa Vale', birthday: '1941-02-31' }],
    [{ visitor: 'Rosa Vale', birthday: '' }],
  ])('refuses %j', async (wanted) => {
    expect(await find(wanted.visitor, wanted.birthday)).toMatchObject({ status: 400, body: { errno: 5 } });
  });

  it('leaves no name, number or birthday in the log', async () => {
    await find('Rosa Vale', birthday);
    await find('P-0047/11', '1941-03-08');
    expect(JSON.stringify(town.logged)).not.toMatch(/Rosa|1941|0047/i);
  });
});

describe('the setting of the location', () => {
  towns.ofItsOwn();

  it('is off unless it is set', async () => {
    expect(await find('blood donor', birthday, 'clinic')).toMatchObject({ status: 409, body: { errno: 7 } });
    await reopen('off');
    expect(await find('Rosa Vale', birthday)).toMatchObject({ status: 409, body: { errno: 7 } });
  });

  it('takes names alone, or numbers alone', async () => {
    await reopen('name');
    expect([(await find('Rosa Vale', birthday)).status, (await find('P-0047/11', birthday)).status]).toEqual([
      200, 404,
    ]);
    await reopen('number');
    expect([(await find('Rosa Vale', birthday)).status, (await find('P-0047/11', birthday)).status]).toEqual([
      404, 200,
    ]);
  });

  it('is offered by kiosks while a visitor may come who can be looked up', async () => {
    const kiosk = async () =>
      (await (await fetch(`${town.address}/restapi/v2/kiosks/kiosk-1`)).json()) as Record<string, unknown>;
    expect(await kiosk()).toMatchObject({ lookup: 'both' });
    town.clock.set('2026-11-22T12:00:00Z');
    expect(await kiosk()).not.toHaveProperty('lookup');
    await reopen('off');
    expect(await kiosk()).not.toHaveProperty('lookup');
  });
});
