/** A site that was made of another one is looked at where it is other: what comes out is what a look at all of it gives. */
import { describe, expect, it } from 'vitest';
import type { SiteSetup } from '../../../main/site/contract/site.ts';
import { parseSite, setupOf } from '../../../main/site/rules/site.ts';
import { itemsOf } from '../../../main/site/rules/site-items.ts';
import { Site } from '../../../main/site/rules/site-model.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const TOWNS = 40;

const towns = () => ({
  settings: {},
  locations: numbers(TOWNS).map((town) => ({ id: `town-${town}`, name: `Town ${town % 7}` })),
  service_groups: [{ id: 'papers', name: 'Papers' }],
  services: numbers(TOWNS * 2).map((n) => ({
    id: `service-${n}`,
    name: `Service ${n % 5}`,
    location: `town-${n % TOWNS}`,
    service_group: 'papers',
  })),
  desks: numbers(TOWNS).map((n) => ({
    id: `desk-${n}`,
    name: 'Desk',
    location: `town-${n}`,
    services: n % 2 ? [`service-${n}`] : [],
  })),
  users: numbers(TOWNS).map((n) => ({
    id: `user-${n}`,
    username: `clerk-${n}`,
    locations: n % 3 ? [`town-${n}`] : [],
    desks: [`desk-${n}`],
  })),
  devices: numbers(TOWNS).map((n) => ({ id: `kiosk-${n}`, name: 'Kiosk', location: `town-${n}`, code: `card-${n}` })),
});

const good = (input: unknown, before?: SiteSetup): SiteSetup => {
  const parsed = parseSite(input, undefined, before);
  if (!parsed.ok) throw new Error(parsed.error.join('\n'));
  return setupOf(parsed.value);
};
const before = good(towns());
new Site(before).user('clerk-1');

/** All that is asked of a site, as one text. */
function answers(site: Site): string {
  const places = ['', 'nowhere', ...numbers(TOWNS).map((n) => `town-${n}`)];
  return JSON.stringify([
    [site.locations, site.services, site.desks, site.users, site.devices, site.groups],
    places.map((at) => [site.location(at), site.servicesOf(at), site.desksOf(at), site.devicesOf(at)]),
    places.map((at) => itemsOf('users', site.file.users).among(['', at])),
    numbers(TOWNS + 2).map((n) => [
      site.service(`service-${n}`),
      site.user(`clerk-${n}`),
      site.deviceByCode(`card-${n}`),
      site.servicesServedBy(`desk-${n}`),
      site.desksServing(`service-${n}`),
    ]),
    [site.user('ana'), site.deviceByCode('gold'), site.service('new')],
  ]);
}

type Lists = { readonly [Name in keyof SiteSetup]?: unknown };
const at = <Name extends 'locations' | 'services' | 'desks' | 'users' | 'devices'>(
  name: Name,
  place: number,
  other: object,
): Lists => ({ [name]: (before[name] as readonly object[]).with(place, { ...before[name][place], ...other }) });
const without = (name: 'locations' | 'services' | 'desks' | 'users', place: number): Lists => ({
  [name]: (before[name] as readonly object[]).toSpliced(place, 1),
});
const more = (name: 'services' | 'users' | 'devices', item: object): Lists => ({ [name]: [...before[name], item] });

describe('a changed site', () => {
  it.each<readonly [string, Lists]>([
    ['a service with another name', at('services', 7, { name: 'Another' })],
    ['a service at another location', at('services', 50, { location: 'town-3' })],
    ['a location with another name', at('locations', 3, { name: 'A town' })],
    ['a user with another username', at('users', 5, { username: 'ana' })],
    ['a user of another location', at('users', 5, { locations: ['town-1', 'town-2'] })],
    ['a device with another code', at('devices', 5, { code: 'gold' })],
    ['one more service', more('services', { id: 'new', name: 'A new one', location: 'town-9' })],
    ['one more user', more('users', { id: 'ana', username: 'ana' })],
    ['a user less', without('users', 4)],
    ['a service less', without('services', 48)],
    [
      'two who change their usernames',
      {
        users: before.users
          .with(1, { ...before.users[1]!, username: 'clerk-2' })
          .with(2, { ...before.users[2]!, username: 'clerk-1' }),
      },
    ],
    ['another order', { services: before.services.toReversed() }],
    ['nothing', {}],
  ])('answers as one that was read anew: %s', (_what, change) => {
    const changed = { ...before, ...change };
    const now = good(changed, before);
    expect(answers(new Site(now, before))).toBe(answers(new Site(good(JSON.parse(JSON.stringify(changed))))));
  });

  it.each<readonly [string, Lists]>([
    ['a service of a location that there is not', at('services', 7, { location: 'nowhere' })],
    ['a location less, which others name', without('locations', 5)],
    ['a service less, which a desk names', without('services', 5)],
    ['a desk less, which a user names', without('desks', 5)],
    ['a service that moves away from its desk', at('services', 5, { location: 'town-6' })],
    ['a group less, which services name', { service_groups: [] }],
    ['a username that another one has', more('users', { id: 'ana', username: 'clerk-8' })],
    ['a shape that is wrong', at('services', 44, { name: '', tag: 7 })],
    [
      'a fault in the shape and one beside it',
      {
        ...at('services', 44, { name: '' }),
        ...at('users', 7, { desks: ['gone'] }),
      },
    ],
    ['a printer that may not be reached', at('devices', 6, { printer: 'tcp://198.51.100.7' })],
    ['a role that there is not', at('users', 6, { roles: ['king'] })],
    ['a half of a character', at('locations', 6, { name: 'a\ud800' })],
    ['more than there may be', { forms: numbers(10_001).map((n) => ({ id: `form-${n}`, name: 'Form' })) }],
  ])('is refused as one that was read anew: %s', (_what, change) => {
    const changed = { ...before, ...change };
    const [told, anew] = [parseSite(changed, undefined, before), parseSite(structuredClone(changed))];
    expect(told.ok).toBe(false);
    expect(told).toEqual(anew);
  });

  it.each<readonly [string, Lists, string]>([
    [
      'an id',
      more('services', { id: 'service-3', name: 'Twin', location: 'town-1' }),
      'services[80].id: "service-3" is used twice',
    ],
    ['a code', at('devices', 4, { code: 'card-9' }), 'devices[4].code: is used twice'],
  ])('is refused where it is other, when another one has it: %s', (_what, change, fault) => {
    expect(parseSite({ ...before, ...change }, undefined, before)).toEqual({ ok: false, error: [fault] });
  });
});
