/** What a display learns of its site, and who may ask. */
import { afterEach, describe, expect, it } from 'vitest';
import { displayMediaFault } from '../../main/site/rules/site-faults.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let town: Town | null = null;

afterEach(async () => {
  await town?.close();
  town = null;
});

const DISPLAYS = [
  { id: 'hall-display', name: 'Hall', type: 9, location: 'hall' },
  { id: 'papers-display', name: 'Papers', type: 9, location: 'hall', display: { service_groups: ['papers'] } },
  { id: 'weddings-display', name: 'Weddings', type: 9, location: 'hall', services: ['weddings'], languages: ['en'] },
  { id: 'clinic-display', name: 'Clinic', type: 9, location: 'clinic' },
  { id: 'old-display', name: 'Old', type: 9, location: 'hall', state: 0 },
];

function withDisplays(site: Record<string, unknown>, more: object = {}): Record<string, unknown> {
  return { ...site, ...more, devices: [...(site.devices as object[]), ...DISPLAYS] };
}

async function open(): Promise<Town> {
  town = await openTown({ site: withDisplays(townSite()) });
  return town;
}

async function openLocked(): Promise<LockedTown> {
  const locked = await openLockedTown({ site: withDisplays(lockedSite()) });
  town = locked;
  return locked;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function get({ address }: Town, path: string): Promise<any> {
  return (await fetch(`${address}/restapi/v2/${path}`)).json();
}

describe('a display', () => {
  it('shows all services of its location, those of its groups, or those that it names', async () => {
    const here = await open();
    const shown = async (id: string): Promise<[boolean, string[]]> => {
      const { services, shows_all } = await get(here, `displays/${id}`);
      return [shows_all, services.map((service: { id: string }) => service.id).sort()];
    };
    // One that is switched off may still have visitors.
    expect(await shown('hall-display')).toEqual([true, ['archive', 'passports', 'taxes', 'weddings']]);
    expect(await shown('papers-display')).toEqual([false, ['passports', 'taxes']]);
    expect(await shown('weddings-display')).toEqual([false, ['weddings']]);
  });

  it('learns names with their translations, its languages, and how it is to show and sound', async () => {
    const here = await open();
    expect(await get(here, 'displays/hall-display')).toMatchObject({
      success: true,
      device: { id: 'hall-display', name: 'Hall' },
      location: { name: 'Town Hall', timezone: 'Europe/Lisbon', translations: { pt_PT: { name: 'Câmara Municipal' } } },
      languages: ['pt_PT', 'en'],
      default_lang: 'en',
      settings: { call_seconds: 8, last_calls: 6, look: 'light', chime: true, voice: true, volume: 80, media: [] },
    });
    expect((await get(here, 'displays/weddings-display')).languages).toEqual(['en']);
    const { desks } = await get(here, 'displays/clinic-display');
    expect(desks).toEqual([{ id: 'desk-9', name: 'Desk 9', tag: '9', translations: {} }]);
  });

  it.each([
    ['nobody', 6],
    ['kiosk-1', 6],
    ['old-display', 119],
  ])('%s is refused with %d', async (id, errno) => {
    expect(await get(await open(), `displays/${id}`)).toMatchObject({ success: false, errno });
  });

  it('is one of those in use', async () => {
    const { displays } = await get(await open(), 'displays');
    expect(displays.map(({ id, location_name }: Record<string, string>) => `${id} ${location_name}`)).toEqual([
      'clinic-display Clinic',
      'hall-display Town Hall',
      'papers-display Town Hall',
      'weddings-display Town Hall',
    ]);
  });

  it('with its own key sees itself and no other', async () => {
    const locked = await openLocked();
    const key = await locked.deviceKey('hall-display');
    const ask = async (path: string, by: string) => (await locked.ask('GET', `/restapi/v2/${path}`, by)).body;
    expect((await ask('displays', key)).displays).toHaveLength(1);
    expect(await ask('displays/hall-display', key)).toMatchObject({ success: true });
    expect(await ask('displays/papers-display', key)).toMatchObject({ success: false, errno: 105 });
    expect(await ask('displays/hall-display', '')).toMatchObject({ success: false, errno: 101 });
    const kiosk = await locked.deviceKey('kiosk-1');
    expect(await ask('displays', kiosk)).toMatchObject({ success: false, errno: 104 });
  });
});

describe('pictures of a display', () => {
  const origins = ['https://pictures.example.org', 'https://other.example:443'];

  it.each([
    'bridge.png',
    'Praça da Ponte (2).webp',
    'data:image/png;base64,AAAA',
    'https://pictures.example.org/a.png',
    'https://other.example/b.svg',
  ])('may be %s', (media) => {
    expect(displayMediaFault(media, origins)).toBeNull();
  });

  it.each([
    '../secret.png',
    '.hidden.png',
    'a/b.png',
    'script.js',
    'data:text/html,x',
    'http://pictures.example.org/a.png',
    'https://elsewhere.example/a.png',
    'file:///etc/passwd',
    '',
  ])('cannot be %j', (media) => {
    expect(displayMediaFault(media, origins)).not.toBeNull();
  });

  it('are refused with their place in the site file', async () => {
    const here = await open();
    const bad = {
      ...DISPLAYS[0],
      display: { media: ['fine.png', 'https://elsewhere.example/a.png'], service_groups: ['gone'] },
    };
    const loaded = await here.site.load({ devices: [bad] });
    expect(loaded.ok ? [] : loaded.error.faults).toEqual([
      'devices[0].display.service_groups[0]: there is no service group "gone"',
      'devices[0].display.media[1]: is at an origin that is not in media_origins of the settings',
    ]);
  });

  it('have words in each language, which a display is told and a copy of the site brings along', async () => {
    const here = await open();
    const media_texts = [
      { text: 'The bridge at night', translations: { pt_PT: { text: 'A ponte à noite' } } },
      { text: '', translations: {} },
    ];
    const display = { media: ['bridge.png', 'frame.png', 'tower.png'], media_texts };
    const site = (mode: string, body: object) =>
      fetch(`${here.address}/restapi/v2/admin/site?mode=${mode}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await site('merge', { devices: [{ ...DISPLAYS[0], display }] })).status).toBe(200);
    expect((await get(here, 'displays/hall-display')).settings.media_texts).toEqual(media_texts);
    const { site: copy } = await get(here, 'admin/site');
    expect((await site('merge', { devices: [{ ...DISPLAYS[0], display: { media: ['bridge.png'] } }] })).status).toBe(
      200,
    );
    expect((await get(here, 'displays/hall-display')).settings.media_texts).toEqual([]);
    expect((await site('replace', copy)).status).toBe(200);
    expect((await get(here, 'displays/hall-display')).settings).toMatchObject(display);
    const refused = await site('merge', { devices: [{ ...DISPLAYS[0], display: { media: [], media_texts } }] });
    expect(JSON.stringify(await refused.json())).toContain('display.media_texts: has more entries than media');
  });
});
