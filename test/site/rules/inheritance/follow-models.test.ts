/** What a change at a model does to the branches that follow it, and what it leaves as it is. */
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../../main/lib/steps.ts';
import type { SiteSetup } from '../../../../main/site/contract/site.ts';
import { followModels } from '../../../../main/site/rules/inheritance/follow-models.ts';
import { parseSite, setupOf } from '../../../../main/site/rules/site.ts';

function site(input: object): SiteSetup {
  const parsed = parseSite(input);
  if (!parsed.ok) throw new Error(parsed.error.join('\n'));
  return setupOf(parsed.value);
}

const HALL = {
  settings: { languages: ['en', 'de', 'fr'] },
  locations: [
    { id: 'hall', name: 'Hall', schedule: 'Mo-Fr 09:00-16:00', timezone: 'Europe/Lisbon', city: 'Lisbon' },
    { id: 'south', name: 'South', schedule: 'Mo-Fr 09:00-16:00', follows: 'hall' },
  ],
  service_groups: [
    { id: 'papers', name: 'Papers', location: 'hall' },
    { id: 'south-papers', name: 'Papers', location: 'south', follows: 'papers' },
  ],
  services: [
    {
      id: 'passports',
      name: 'Passports',
      tag: 'A',
      location: 'hall',
      service_group: 'papers',
      translations: { de: { name: 'Pass' } },
    },
    {
      id: 's-pass',
      name: 'Passports',
      tag: 'A',
      location: 'south',
      follows: 'passports',
      service_group: 'south-papers',
      translations: { de: { name: 'Reisepass' } },
    },
  ],
  desks: [
    { id: 'd1', name: 'Desk 1', location: 'hall', services: ['passports'] },
    { id: 'south-d1', name: 'Desk 1', location: 'south', follows: 'd1', services: ['s-pass'] },
  ],
  devices: [
    { id: 'board', name: 'Board', type: 9, location: 'hall', display: { service_groups: ['papers'] }, readers: [] },
    {
      id: 'south-board',
      name: 'Board',
      type: 9,
      location: 'south',
      follows: 'board',
      display: { service_groups: ['south-papers'] },
    },
  ],
};

type Name = 'locations' | 'service_groups' | 'services' | 'desks' | 'devices';

function edited(file: SiteSetup, name: Name, id: string, fields: object): SiteSetup {
  const items: readonly { readonly id: string }[] = file[name];
  return { ...file, [name]: items.map((item) => (item.id === id ? { ...item, ...fields } : item)) };
}

function added(file: SiteSetup, name: Name, given: object): SiteSetup {
  const from: readonly object[] = file[name];
  return { ...file, [name]: [...from, { ...from[0], ...given }] };
}

function without(file: SiteSetup, name: Name, id: string): SiteSetup {
  const items: readonly { readonly id: string }[] = file[name];
  return { ...file, [name]: items.filter((item) => item.id !== id) };
}

function get(file: SiteSetup, name: Name, id: string): Record<string, unknown> | undefined {
  const items: readonly { readonly id: string }[] = file[name];
  return items.find((item) => item.id === id) as Record<string, unknown> | undefined;
}

const before = site(HALL);
const after = (change: (file: SiteSetup) => SiteSetup, from = before): SiteSetup =>
  atOnce(followModels(from, change(from))).file;

describe('a field', () => {
  it('follows where it was the same, and goes back when the model goes back', () => {
    const done = after((file) => edited(file, 'locations', 'hall', { schedule: 'Mo 08:00-12:00', number_width: 4 }));
    expect(get(done, 'locations', 'south')).toMatchObject({ schedule: 'Mo 08:00-12:00', number_width: 4 });
    const back = after(
      (file) => edited(file, 'locations', 'hall', { schedule: 'Mo-Fr 09:00-16:00', number_width: 3 }),
      done,
    );
    expect(back.locations).toEqual(before.locations);
  });

  it('stays where the branch has changed it, and so does what is of one place alone', () => {
    const own = edited(before, 'locations', 'south', { schedule: 'Sa 10:00-12:00' });
    const done = after(
      (file) =>
        edited(file, 'locations', 'hall', {
          schedule: 'Mo 08:00-12:00',
          city: 'Porto',
          name: 'Big hall',
          timezone: 'Europe/Berlin',
          state: 0,
          alarm_mails: ['a@example.org'],
          reset_time: '03:00',
        }),
      own,
    );
    expect(get(done, 'locations', 'south')).toEqual({ ...get(own, 'locations', 'south'), reset_time: '03:00' });
  });

  it('stays if it is changed locally at the same time', () => {
    const done = after((file) => {
      const changed = edited(file, 'services', 'passports', { max_waiting: 9, slot_time: 15 });
      return edited(changed, 'services', 's-pass', { max_waiting: 3 });
    });
    expect(get(done, 'services', 's-pass')).toMatchObject({ max_waiting: 3, slot_time: 15 });
  });

  it('with texts is inherited by language, simple language separately', () => {
    const done = after((file) =>
      edited(file, 'services', 'passports', {
        translations: {
          de: { name: 'Pässe', description: '', extra_text: '', footer_text: '' },
          fr: { name: 'Passeports', description: '', extra_text: '', footer_text: '' },
          de_simple: { name: 'Verreisen', description: '', extra_text: '', footer_text: '' },
        },
      }),
    );
    expect(get(done, 'services', 's-pass')?.translations).toMatchObject({
      de: { name: 'Reisepass' },
      fr: { name: 'Passeports' },
      de_simple: { name: 'Verreisen' },
    });
  });

  it('costs and changes nothing without inheritance', () => {
    const changed = edited(before, 'services', 's-pass', { max_waiting: 2 });
    expect(atOnce(followModels(before, changed)).file).toBe(changed);
    expect(atOnce(followModels(before, before)).file).toBe(before);
  });
});

describe('a thing', () => {
  it('is created with a new id, and references local items', () => {
    const done = after((file) => {
      const more = added(file, 'service_groups', { id: 'cars', name: 'Cars' });
      const both = added(more, 'services', { id: 'plates', name: 'Plates', tag: 'B', service_group: 'cars' });
      return edited(both, 'desks', 'd1', { services: ['passports', 'plates'] });
    });
    expect(get(done, 'services', 'south-plates')).toMatchObject({
      location: 'south',
      follows: 'plates',
      tag: 'B',
      service_group: 'south-cars',
    });
    expect(get(done, 'desks', 'south-d1')?.services).toEqual(['s-pass', 'south-plates']);
    expect(parseSite(done)).toMatchObject({ ok: true });
  });

  it('is not brought again to a branch that has given it up', () => {
    const gaveUp = without(edited(before, 'desks', 'south-d1', { services: [] }), 'services', 's-pass');
    const done = after((file) => edited(file, 'services', 'passports', { max_waiting: 5 }), gaveUp);
    expect(done.services).toHaveLength(1);
  });

  it('is matched with a local one of the same letter', () => {
    const own = added(before, 'services', { id: 'my-plates', name: 'Cars and plates', tag: 'B', location: 'south' });
    const done = after((file) => added(file, 'services', { id: 'plates', name: 'Plates', tag: 'B' }), own);
    expect(done.services.filter(({ location }) => location === 'south')).toHaveLength(2);
    expect(get(done, 'services', 'my-plates')).toMatchObject({ follows: 'plates', name: 'Cars and plates' });
  });

  it('goes with that of the model, is closed where something counts on it, and stays where it is other', () => {
    const bare = edited(edited(before, 'desks', 'd1', { services: [] }), 'desks', 'south-d1', { services: [] });
    const drop = (file: SiteSetup): SiteSetup => without(file, 'services', 'passports');
    const same = edited(bare, 'services', 's-pass', { translations: bare.services[0]?.translations });
    const gone = atOnce(followModels(same, drop(same)));
    expect(get(gone.file, 'services', 's-pass')).toBeUndefined();
    expect(gone.gone).toEqual([{ collection: 'services', id: 's-pass', location: 'south' }]);

    const held = atOnce(followModels(same, drop(same), { held: new Set(['services\ns-pass']) }));
    expect(get(held.file, 'services', 's-pass')).toMatchObject({ state: 0, follows: '' });
    expect(held.gone).toEqual([]);

    const named = edited(same, 'desks', 'south-d1', { services: ['s-pass'] });
    expect(get(after(drop, named), 'services', 's-pass')).toMatchObject({ state: 0, follows: '' });
    expect(get(after(drop, bare), 'services', 's-pass')).toMatchObject({ state: 1, follows: '' });
    const ruled = { ...same, settings: { ...same.settings, card_rules: [{ services: ['s-pass'] }] } } as SiteSetup;
    expect(get(after(drop, ruled), 'services', 's-pass')).toMatchObject({ state: 0, follows: '' });
  });

  it('of a location keeps its own services when the parent gets one more', () => {
    const own = edited(
      added(before, 'services', { id: 'own', name: 'Own', tag: 'X', location: 'south' }),
      'desks',
      'south-d1',
      { services: ['s-pass', 'own'] },
    );
    const done = after(
      (file) =>
        edited(added(file, 'services', { id: 'plates', name: 'Plates', tag: 'B' }), 'desks', 'd1', {
          services: ['passports', 'plates'],
        }),
      own,
    );
    expect(get(done, 'desks', 'south-d1')?.services).toEqual(['s-pass', 'own', 'south-plates']);
  });

  it('is no machine: none comes, and those that are there follow in what they show', () => {
    const done = after((file) => {
      const changed = edited(file, 'devices', 'board', {
        printer: 'tcp://10.0.0.9',
        readers: ['wedge:'],
        display: { ...file.devices[0]?.display, last_calls: 3, service_groups: [] },
      });
      return added(changed, 'devices', { id: 'kiosk', name: 'Kiosk', type: 1, display: undefined });
    });
    expect(done.devices).toHaveLength(3);
    expect(get(done, 'devices', 'south-board')).toMatchObject({
      printer: '',
      readers: [],
      display: { last_calls: 3, service_groups: [] },
    });
    const gone = after((file) => without(file, 'devices', 'board'));
    expect(get(gone, 'devices', 'south-board')).toMatchObject({ follows: '', state: 1 });
  });
});

describe('a branch', () => {
  it('that begins to follow gets what it lacks, and keeps what it has', () => {
    const start = site({
      ...HALL,
      locations: [...HALL.locations, { id: 'north', name: 'North', schedule: 'Su 09:00-10:00' }],
      services: [...HALL.services, { id: 'n1', name: 'Travel papers', tag: 'A', location: 'north' }],
    });
    const done = after((file) => edited(file, 'locations', 'north', { follows: 'hall' }), start);
    expect(get(done, 'locations', 'north')).toMatchObject({ schedule: 'Su 09:00-10:00' });
    expect(get(done, 'services', 'n1')).toMatchObject({ follows: 'passports', name: 'Travel papers' });
    expect(get(done, 'desks', 'north-d1')).toMatchObject({ follows: 'd1', services: ['n1'] });
    expect(get(done, 'service_groups', 'north-papers')).toMatchObject({ location: 'north' });
    expect(done.devices).toHaveLength(2);
  });

  it('that no longer inherits, or whose parent is removed, keeps all its items as its own', () => {
    const gone = after((file) => {
      const isElsewhere = ({ location }: { location: string }): boolean => location !== 'hall';
      return {
        ...file,
        locations: file.locations.filter(({ id }) => id !== 'hall'),
        service_groups: file.service_groups.filter(isElsewhere),
        services: file.services.filter(isElsewhere),
        desks: file.desks.filter(isElsewhere),
        devices: file.devices.filter(isElsewhere),
      };
    });
    const free = after((file) => edited(file, 'locations', 'south', { follows: '' }));
    for (const done of [gone, free]) {
      expect(get(done, 'locations', 'south')?.follows).toBe('');
      const things = [done.service_groups, done.services, done.desks, done.devices].map(
        (list) => (list as readonly { location: string }[]).find(({ location }) => location === 'south') ?? {},
      );
      expect(things.map((thing) => (thing as { follows?: string }).follows)).toEqual(['', '', '', '']);
    }
  });

  it('in an imported file has the values of the file, and keeps its counterparts', () => {
    const given = { ...get(before, 'services', 's-pass'), follows: '', max_waiting: 7 };
    const changed = edited(edited(before, 'services', 's-pass', given), 'services', 'passports', { max_waiting: 9 });
    const exact = new Set<object>([...changed.services, ...changed.locations]);
    const { file } = atOnce(followModels(before, changed, { exact }));
    expect(get(file, 'services', 's-pass')).toMatchObject({ max_waiting: 7, follows: 'passports' });
  });
});
