/** A kiosk's host over a real server whose site has rules for cards. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KioskState } from '../../../main/kiosk/contract/kiosk.ts';
import { createKioskHost, type KioskHost } from '../../../main/kiosk/host/kiosk-host.ts';
import { createReader } from '../../../main/kiosk/readers/create-reader.ts';
import type { Clock } from '../../../main/lib/context.ts';
import { openTown, type Town } from '../../helpers/town.ts';
import { townSite } from '../../helpers/town-site.ts';
import { recordingLog } from '../readers/recording-log.ts';

const RULES = [
  { pattern: '7700', use: 'block' },
  { pattern: 'LOST-[0-9]+', use: 'block' },
  { pattern: '78[0-9]+', valid_until: '2026-11-19' },
  { pattern: '79[0-9]+', valid_until: '2026-11-20', priority: true, lang: 'pt_PT', services: ['passports', 'taxes'] },
  { pattern: 'ONE[0-9]+', priority: true, services: ['passports'] },
  { pattern: 'CLINIC', services: ['blood'] },
];

let town: Town;
let host: KioskHost;
let log: ReturnType<typeof recordingLog>;

beforeEach(async () => {
  const site = townSite();
  town = await openTown({
    site: {
      ...site,
      settings: { ...(site.settings as object), card_rules: RULES },
      devices: [
        ...(site.devices as object[]),
        { id: 'badge', name: 'Badge', type: 6, code: '7700' },
        { id: 'lost', name: 'Lost badge', type: 6, code: 'LOST-12' },
      ],
      appointments: ['7700', '7988', 'LOST-34'].map((code, place) => ({
        id: `visit-${place}`,
        code,
        service: 'passports',
        scheduled_to: '2026-11-20 12:20:00',
      })),
    },
  });
  await open('wedge:?rule=table');
});
afterEach(async () => {
  await host.close();
  await town.close();
});

async function open(reader: string): Promise<void> {
  log = recordingLog();
  const clock = town.clock as Clock;
  host = createKioskHost({
    client: town.client,
    deviceId: 'kiosk-1',
    journalDir: null,
    lang: null,
    printer: 'none:',
    readers: [reader],
    clock,
    log,
    makers: {
      printer: () => ({ ok: false, error: 'none here' }),
      reader: (url) => createReader(url, { clock, log }),
    },
  });
  await until(({ screen }) => screen.name === 'idle');
}

function until(fits: (state: KioskState) => boolean): Promise<KioskState> {
  return new Promise((resolve) => {
    const stop = host.subscribe((state) => {
      if (!fits(state)) return;
      resolve(state);
      queueMicrotask(() => stop());
    });
  });
}

async function read(code: string): Promise<KioskState> {
  await host.call('cardText', { text: code });
  return until(({ screen }) => !['idle', 'issuing', 'printing'].includes(screen.name));
}

async function type(code: string): Promise<KioskState> {
  await host.call('startCheckIn', {});
  await host.call('checkIn', { code });
  return until(({ screen }) => !['issuing', 'printing'].includes(screen.name) && !isLooking(screen));
}

const isLooking = (screen: KioskState['screen']): boolean => screen.name === 'check-in' && screen.looking;
const BLOCKED = { name: 'problem', reason: 'card-blocked', ticket: null };

describe('a kiosk of a site with rules for cards', () => {
  it('refuses a blocked card in its own words, though a device and an appointment have its value', async () => {
    expect((await read('7700')).screen).toEqual({ name: 'problem', reason: 'card-blocked', ticket: null });
    expect(await town.waiting('Passports')).toEqual([]);
    expect(log.events()).toContain('card.blocked');
  });

  it.each([
    ['in small letters', 'lost-12'],
    ['without its signs', 'LOST12'],
    ['with spaces and signs between', ' L O-S T 1·2 '],
    ['in full-width characters', 'ＬＯＳＴ－１２'],
    ['with characters that do not show', 'LO\u200bST\u00ad12'],
    ['in Arabic digits', 'LOST-١٢'],
    ['whose appointment has its code', 'l o s t 34'],
  ])('refuses a blocked card %s, whether it is read or typed', async (_how, code) => {
    expect((await read(code)).screen).toEqual(BLOCKED);
    await host.call('done', {});
    expect((await type(code)).screen).toEqual(BLOCKED);
    expect(await town.waiting('Passports')).toEqual([]);
  });

  it('refuses a blocked card that the reader options reject and whose value is the code of an appointment', async () => {
    await host.close();
    await open('wedge:?rule=table&pattern=^BADGE(?<id>[0-9]%2B)$');
    expect((await read('7700')).screen).toEqual(BLOCKED);
    expect(await town.waiting('Passports')).toEqual([]);
  });

  it('refuses a card whose frame is blocked, though its value is not', async () => {
    await host.close();
    await open('wedge:?pattern=^77(?<id>[0-9]%2B)$&device=badge');
    expect((await read('7700')).screen).toEqual(BLOCKED);
    expect(await town.waiting('Passports')).toEqual([]);
  });

  it('refuses a blocked card that is typed, and counts it as a wrong code', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect((await type('7700')).screen).toEqual(BLOCKED);
      await host.call('done', {});
    }
    expect((await type('7988')).screen).toMatchObject({ name: 'check-in', fault: 'wait' });
    expect(log.lines.join('')).toMatch(/card\.blocked.*typed/);
    expect(await town.waiting('Passports')).toEqual([]);
  });

  it('grants nothing to a card that is typed', async () => {
    expect((await type('7989')).screen).toMatchObject({ name: 'check-in', fault: 'unknown' });
    expect((await type('7988')).screen).toMatchObject({ ticket: { priority: false } });
    expect(await town.waiting('Passports')).toMatchObject([{ flags: '2' }]);
  });

  it('refuses a card after its last day in its own words', async () => {
    expect((await read('7812')).screen).toEqual({ name: 'problem', reason: 'card-expired', ticket: null });
  });

  it('speaks the language of the card, offers its services alone, and gives its priority', async () => {
    const { lang, screen } = await read('7912');
    expect(lang).toBe('pt_PT');
    expect(screen).toMatchObject({ name: 'choose', card: true, choices: [{ id: 'passports' }, { id: 'taxes' }] });
    await host.call('touchService', { serviceId: 'weddings', priority: false });
    expect((await until(() => true)).screen.name).toBe('choose');
    await host.call('touchService', { serviceId: 'taxes', priority: false });
    await until(({ screen: { name } }) => name === 'problem');
    expect(await town.waiting('Taxes')).toMatchObject([{ flags: '1', lang: 'pt_PT' }]);
  });

  it('gives the ticket at once where the card is for one service', async () => {
    expect((await read('ONE1')).screen).toMatchObject({ name: 'problem', ticket: { priority: true } });
    expect(await town.waiting('Passports')).toMatchObject([{ flags: '1' }]);
    await host.call('done', {});
    expect((await until(({ screen: { name } }) => name === 'idle')).lang).toBe('en');
  });

  it('gives no number for a card of services of another location, and knows other cards as before', async () => {
    expect((await read('CLINIC')).screen).toMatchObject({ reason: 'refused', ticket: null });
    await host.call('done', {});
    expect((await read('0042')).screen).toMatchObject({ name: 'choose', card: true });
    await host.call('back', {});
    expect((await read('0043')).screen).toMatchObject({ reason: 'card-unknown' });
  });

  it('refuses a single card by its hash, and keeps its number nowhere', async () => {
    const hashed = await fetch(`${town.address}/restapi/v2/admin/card-hashes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cards: ['ab12', '5512'] }),
    });
    const { hashes } = (await hashed.json()) as { hashes: readonly string[] };
    const site = townSite();
    const rules = [{ cards: hashes, use: 'block' }, ...RULES];
    const loaded = await town.site.load({ settings: { ...(site.settings as object), card_rules: rules } });
    expect(loaded.ok).toBe(true);
    expect((await read('AB12')).screen).toEqual({ name: 'problem', reason: 'card-blocked', ticket: null });
    await host.call('done', {});
    expect((await read('5513')).screen).toMatchObject({ reason: 'card-unknown' });
    const kept = await fetch(`${town.address}/restapi/v2/admin/site`);
    expect(await kept.text()).not.toMatch(/AB12|ab12|5512/);
    const plain = { settings: { ...(site.settings as object), card_rules: [{ cards: ['5512'] }] } };
    expect((await town.site.load(plain)).ok).toBe(false);
    expect(JSON.stringify([log, town.logged])).not.toMatch(/ab12|5512/i);
  });

  it('hashes cards of one rule with one salt, also before the first is saved', async () => {
    const hash = async (body: object): Promise<readonly string[]> => {
      const answer = await fetch(`${town.address}/restapi/v2/admin/card-hashes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return ((await answer.json()) as { hashes?: readonly string[] }).hashes ?? [];
    };
    const [first = ''] = await hash({ cards: ['5512'] });
    expect(await hash({ cards: ['55-12', '5513'], like: first })).toEqual([
      first,
      expect.stringContaining(first.slice(0, first.lastIndexOf('$') + 1)),
    ]);
    expect(await hash({ cards: ['5512'] })).not.toEqual([first]);
    expect(await hash({ cards: ['5512'], like: '5512' })).toEqual([]);
  });

  it('writes no value of a card into the log of the kiosk or the server', async () => {
    await read('7700');
    await host.call('done', {});
    await read('7912');
    expect(JSON.stringify([log, town.logged])).not.toMatch(/7700|7912/);
  });
});
