/** A screen that nobody knows yet gets its key by a code: who may say so, who gets it, and how often. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPairings } from '../../main/devices/service/pairings.ts';
import { type LockedTown, openLockedTown } from '../helpers/locked-town.ts';
import { turnedClock } from '../helpers/turned-clock.ts';

const PAIRING = '/restapi/v2/pairing';
const screen = (): string => randomBytes(32).toString('base64url');
const MINUTE_MS = 60_000;

describe('a screen', () => {
  let town: LockedTown;
  let chief: string;
  beforeAll(async () => {
    town = await openLockedTown({ authentication: 'on' });
    chief = await town.keyOf('chief');
    const display = { id: 'hall-display', name: 'Hall', type: 9, location: 'hall' };
    expect((await town.ask('POST', '/restapi/v2/admin/devices', chief, display)).status).toBe(200);
  });
  afterAll(() => town.close());

  const begin = async (secret: string) => (await town.ask('POST', PAIRING, '', { secret })).body;
  const collect = (secret: string) => town.ask('POST', `${PAIRING}/collect`, '', { secret });
  const pair = (device: string, code: string, key = chief) =>
    town.ask('POST', `/restapi/v2/admin/devices/${device}/pair`, key, { code });

  it('gets its key once, when an administrator has typed the code that it shows', async () => {
    const secret = screen();
    const { code } = await begin(secret);
    expect(code).toMatch(/^[34679ACDEFGHJKMNPQRTUVWXY]{8}$/);
    expect((await begin(secret)).code).toBe(code);
    expect((await collect(secret)).body).toEqual({ success: true, paired: false, device_id: '', page: '', key: '' });

    // As people write it.
    const typed = `${code.slice(0, 4).toLowerCase()} - ${code.slice(4)}`;
    expect((await pair('hall-display', typed)).body).toMatchObject({ success: true, device_id: 'hall-display' });
    // Whoever has read the code, and did not make the secret, gets nothing.
    expect((await collect(screen())).body).toMatchObject({ success: false, errno: 6 });

    const { body } = await collect(secret);
    expect(body).toMatchObject({ paired: true, device_id: 'hall-display', page: 'display' });
    expect((await town.ask('GET', '/restapi/v2/displays/hall-display', body.key)).status).toBe(200);
    expect((await collect(secret)).body).toMatchObject({ success: false, errno: 6 });
    expect((await pair('hall-display', code)).body).toMatchObject({ errno: 6, parameter: 'code' });
    const log = await town.ask('GET', '/restapi/v2/admin/audit?limit=1', chief);
    expect(JSON.stringify(log.body)).toContain('hall-display');
    expect(JSON.stringify(log.body)).not.toContain(body.key);
    expect(JSON.stringify(await town.store.readSite())).not.toContain(body.key);
  });

  it('ends the key that the device had before, and not before it has the new one', async () => {
    const first = await town.deviceKey('hall-display');
    const secret = screen();
    await pair('hall-display', (await begin(secret)).code);
    const works = async (key: string) =>
      (await town.ask('GET', '/restapi/v2/displays/hall-display', key)).status === 200;
    expect(await works(first)).toBe(true);
    const { key } = (await collect(secret)).body;
    expect([await works(first), await works(key)]).toEqual([false, true]);
  });

  it('is let in by administrators alone, as a device that there is and that has a page', async () => {
    const { code } = await begin(screen());
    expect((await pair('hall-display', code, '')).body.errno).toBe(101);
    expect((await pair('hall-display', code, await town.keyOf('ana'))).body.errno).toBe(104);
    expect((await pair('nowhere', code)).body).toMatchObject({ errno: 6, parameter: 'id' });
    expect((await pair('hall-display', 'AAAA-AAAA')).body).toMatchObject({ errno: 6, parameter: 'code' });
    const card = { id: 'a-card', name: 'Card', type: 7, location: 'hall', code: 'C-1' };
    await town.ask('POST', '/restapi/v2/admin/devices', chief, card);
    expect((await pair('a-card', code)).body).toMatchObject({ errno: 7, parameter: 'id' });
  });

  it.each(['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}!`])(
    'has to make a secret of its own: not "%s"',
    async (secret) => {
      expect((await town.ask('POST', PAIRING, '', { secret })).body).toMatchObject({ errno: 5, parameter: 'secret' });
    },
  );
});

describe('codes', () => {
  it('hold for ten minutes', () => {
    const clock = turnedClock('2026-11-20T12:00:00Z');
    const pairings = createPairings(clock, null);
    const secret = screen();
    const begun = pairings.begin(secret, '192.0.2.1');
    const code = begun.ok ? begun.value.code : '';
    clock.advance(10 * MINUTE_MS - 1);
    expect(pairings.of(secret)?.code).toBe(code);
    clock.advance(1);
    expect(pairings.of(secret)).toBeNull();
    expect(pairings.claim(code, { deviceId: 'd', by: { kind: 'console', id: '' } })).toBeNull();
    const again = pairings.begin(secret, '192.0.2.1');
    expect(again.ok && again.value.code !== code).toBe(true);
  });

  it('are few for each address, and bounded in all, whoever asks', () => {
    const clock = turnedClock('2026-11-20T12:00:00Z');
    const pairings = createPairings(clock, null);
    const ask = (address: string) => pairings.begin(screen(), address);
    const ofOne = Array.from({ length: 40 }, (_each, place) => ask(`2001:db8::${place}`));
    expect(ofOne.filter(({ ok }) => ok)).toHaveLength(30);
    expect(ofOne.at(-1)).toEqual({ ok: false, error: 600 });
    expect(ask('192.0.2.7').ok).toBe(true);
    const all = Array.from({ length: 2_000 }, (_each, place) => ask(`198.51.${place >> 8}.${place & 255}`));
    // No screen is refused for others; of all codes only the newest thousand are good.
    expect(all.every(({ ok }) => ok)).toBe(true);
    const isShown = all.filter((each) => each.ok && pairings.showing(each.value.code) !== null);
    expect(isShown.length).toBeLessThanOrEqual(1_000);
    expect(isShown.length).toBeGreaterThan(900);
    clock.advance(10 * MINUTE_MS);
    expect(ask('2001:db8::1').ok).toBe(true);
  });

  it('are known at all servers of a database, and are over at all of them', () => {
    const clock = turnedClock('2026-11-20T12:00:00Z');
    const readers: ((key: string, body: object) => void)[] = [];
    const server = (place: number) =>
      createPairings(clock, {
        post(_topic, key, body) {
          for (const [other, read] of readers.entries()) if (other !== place) read(key, body);
        },
        drop() {},
        follow(_topic, reader) {
          readers[place] = (key, body) => reader.note('other', key, JSON.parse(JSON.stringify(body)));
          return () => {};
        },
      });
    const [here, there] = [server(0), server(1)];
    const secret = screen();
    const begun = here?.begin(secret, '192.0.2.1');
    const claim = { deviceId: 'd', by: { kind: 'user', id: 'ana' } } as const;
    expect(there?.claim(begun?.ok ? begun.value.code : '', claim)).toMatchObject({ address: '192.0.2.1' });
    const found = here?.of(secret);
    expect(found?.claim).toEqual(claim);
    if (found) here?.end(found);
    expect(there?.of(secret)).toBeNull();
  });
});

describe('a flood of codes', () => {
  it('does not block other screens: drops the oldest code of the address with the most', () => {
    const pairings = createPairings(turnedClock('2026-11-20T12:00:00Z'), null);
    const honest = pairings.begin('honest'.padEnd(43, '-'), '192.0.2.200');
    if (!honest.ok) throw new Error('The first was refused');
    for (let screen = 0; screen < 1_500; screen += 1) {
      pairings.begin(`${screen}`.padEnd(43, '-'), `203.0.113.${Math.floor(screen / 30)}`);
    }
    expect(pairings.begin('late'.padEnd(43, '-'), '192.0.2.201').ok).toBe(true);
    expect(pairings.showing(honest.value.code)).not.toBeNull();
    pairings.close();
  });
});
