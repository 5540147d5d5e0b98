import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SiteSetup } from '../../../main/site/contract/site.ts';
import { mergeSites, parseSite, parseStoredSite } from '../../../main/site/rules/site.ts';
import { townSite } from '../../helpers/town-site.ts';

function faultsOf(file: unknown): readonly string[] {
  const site = parseSite(file);
  return site.ok ? [] : site.error;
}

const hall = { id: 'hall', name: 'Hall' };
const onTicket = (part: string) => ({ part });
const two = { locations: [hall, { id: 'clinic', name: 'Clinic' }] };

describe('a site file', () => {
  it('can be small: everything except names has a default', () => {
    const site = parseSite({
      locations: [{ name: 'Town Hall' }],
      services: [{ name: 'Pässe & Visa' }],
      desks: [{ name: '1' }],
    });
    expect(site).toMatchObject({
      ok: true,
      value: {
        locations: [{ id: 'town-hall', timezone: 'UTC', number_width: 3, state: 1 }],
        services: [{ id: 'passe-visa', location: 'town-hall', first_ticket_number: 1, qm_enabled: true }],
        desks: [{ id: '1', location: 'town-hall', services: [] }],
        users: [],
      },
    });
  });

  it('has names of visitors erased after 30 days by default, except at existing locations', () => {
    const kept = (input: object, known?: SiteSetup, before?: SiteSetup): readonly number[] => {
      const site = parseSite({ locations: [input] }, known, before);
      return site.ok ? site.value.locations.map(({ t_delete }) => t_delete) : [];
    };
    expect([kept(hall), kept({ ...hall, t_delete: 0 })]).toEqual([[30], [0]]);
    // A file that is loaded at every start must not erase data of an existing location.
    const old = parseStoredSite({ settings: {}, locations: [hall, { id: 'annex', name: 'Annex', t_delete: 7 }] });
    if (!old.ok) throw new Error(old.error.join('; '));
    expect(old.value.locations.map(({ t_delete }) => t_delete)).toEqual([0, 7]);
    expect([kept(hall, old.value), kept({ ...hall, t_delete: 9 }, old.value)]).toEqual([[0], [9]]);
    expect(kept({ id: 'annex', name: 'Annexe' }, undefined, old.value)).toEqual([7]);
    expect(kept({ id: 'new', name: 'New' }, old.value)).toEqual([30]);
  });

  it('does not modify its input', () => {
    const given = { locations: [{ name: 'Hall' }] };
    parseSite(given);
    expect(given).toEqual({ locations: [{ name: 'Hall' }] });
  });

  it('accepts the test site and the demo site', () => {
    expect(faultsOf(townSite())).toEqual([]);
    const demo = readFileSync(new URL('../../../assets/demo/site.json', import.meta.url), 'utf8');
    expect(faultsOf(JSON.parse(demo))).toEqual([]);
  });

  it.each([
    ['no object', 7, ['(file): must be a JSON object']],
    ['a list', [], ['(file): must be a JSON object']],
    ['an unknown field', { locations: [hall], loactions: [] }, ['loactions: is not a field of the site file']],
    [
      'an unknown inner field',
      { locations: [{ ...hall, colr: 1 }] },
      ['locations[0].colr: is not a field of the site file'],
    ],
    ['a missing name', { locations: [{ id: 'a' }] }, ['locations[0].name: is missing']],
    ['a nameless thing', { desks: [{ location: 'x' }] }, ['desks[0].name: is missing']],
    [
      'a wrong choice',
      { locations: [{ ...hall, call_order: 'lifo' }] },
      ['locations[0].call_order: must be one of ["priority_first","fifo","ratio"]'],
    ],
    ['a wrong type', { locations: [{ ...hall, state: 'on' }] }, ['locations[0].state: must be integer']],
    [
      'a long tag',
      { locations: [hall], services: [{ name: 'A', tag: '123456789' }] },
      ['services[0].tag: must NOT have more than 8 characters'],
    ],
    [
      'an id with characters that addresses do not have',
      { locations: [{ ...hall, id: 'hall 1/2' }] },
      ['locations[0].id: must not contain spaces, "/", "?", "#" or control characters'],
    ],
    ['an id used twice', { locations: [hall, hall] }, ['locations[1].id: "hall" is used twice']],
    [
      'no such zone',
      { locations: [{ ...hall, timezone: 'Mars/Olympus' }] },
      ['locations[0].timezone: "Mars/Olympus" is not a time zone'],
    ],
    [
      'no location',
      { ...two, services: [{ name: 'A' }] },
      ['services[0].location: is missing; it must be a location id'],
    ],
    [
      'an unknown location',
      { ...two, desks: [{ name: 'A', location: 'x' }] },
      ['desks[0].location: there is no location "x"'],
    ],
    [
      'an unknown group',
      { locations: [hall], services: [{ name: 'A', service_group: 'g' }] },
      ['services[0].service_group: there is no service group "g"'],
    ],
    [
      'a desk at another location',
      {
        ...two,
        services: [{ name: 'A', location: 'hall', desks: ['d'] }],
        desks: [{ id: 'd', name: 'D', location: 'clinic' }],
      },
      ['services[0].desks[0]: desk "d" is at another location'],
    ],
    [
      'a first number beyond the last',
      { locations: [hall], services: [{ name: 'A', first_ticket_number: 9, maxTicketNumber: 5 }] },
      ['services[0].first_ticket_number: is greater than maxTicketNumber'],
    ],
    [
      'one code for two outcomes, and one for two reasons of breaks',
      {
        settings: { break_reasons: ['lunch', 'talk', 'lunch'].map((id) => ({ id, name: id })) },
        locations: [hall],
        services: [{ name: 'A', outcomes: ['new', 'new', 'lost'].map((code) => ({ code, name: code })) }],
      },
      ['settings.break_reasons[2].id: is used twice', 'services[0].outcomes[1].code: is used twice'],
    ],
    [
      'a rule for cards of a service that is not there',
      {
        ...two,
        settings: { card_rules: [{ pattern: '7', services: ['a', 'b', 'gone'] }] },
        services: ['hall', 'clinic'].map((location, place) => ({ id: 'ab'[place], name: location, location })),
      },
      ['settings.card_rules[0].services[2]: there is no service "gone"'],
    ],
    [
      'holidays without a country',
      { locations: [{ ...hall, schedule: 'Mo-Fr 09:00-17:00; PH off' }] },
      ['locations[0].schedule: contains holidays, but the country of the location is not set as two letters'],
    ],
    [
      'a ticket without its number',
      { locations: [{ ...hall, ticket_layout: [{ part: 'service' }] }] },
      ['locations[0].ticket_layout: a ticket needs its number; add the part "number"'],
    ],
    [
      'parts of a ticket that stand there twice',
      { locations: [{ ...hall, ticket_layout: ['number', 'qr', 'rule', 'qr', 'rule', 'number'].map(onTicket) }] },
      [
        'locations[0].ticket_layout[3].part: "qr" is used twice',
        'locations[0].ticket_layout[5].part: "number" is used twice',
      ],
    ],
    [
      'a text on the ticket that says nothing',
      { locations: [{ ...hall, ticket_layout: [{ part: 'number' }, { part: 'text', text: ' \n' }] }] },
      ['locations[0].ticket_layout[1].text: is missing'],
    ],
    [
      'a part of the ticket, a size and a side that there are not',
      { locations: [{ ...hall, ticket_layout: [{ part: 'number', size: 5, align: 'end' }, { size: 1 }] }] },
      [
        'locations[0].ticket_layout[0].size: must be <= 4',
        'locations[0].ticket_layout[0].align: must be one of ["center","start"]',
        'locations[0].ticket_layout[1].part: is missing',
      ],
    ],
    [
      'more to say on a ticket than it may, in the languages in which it is so',
      {
        locations: [
          {
            ...hall,
            ticket_layout: [
              { part: 'number' },
              { part: 'text', text: 'a'.repeat(900), translations: { ar: { text: 'ا'.repeat(1000) } } },
              { part: 'text', text: 'b'.repeat(900), translations: { pt_PT: { text: 'b'.repeat(950) } } },
              { part: 'text', text: 'c'.repeat(200), translations: { ar: { text: 'ا'.repeat(101) } } },
            ],
          },
        ],
      },
      [
        'locations[0].ticket_layout[3].translations.ar.text: the custom texts of a ticket have 2001 characters in total, more than 2000',
        'locations[0].ticket_layout[3].text: the custom texts of a ticket have 2050 characters in total, more than 2000',
      ],
    ],
    [
      'too many parts on a ticket',
      { locations: [{ ...hall, ticket_layout: ['number', ...Array<string>(40).fill('gap')].map(onTicket) }] },
      ['locations[0].ticket_layout: must NOT have more than 40 items'],
    ],
    [
      'a username used twice',
      { users: [{ username: 'a' }, { id: 'b', username: 'a' }] },
      ['users[1].username: "a" is used twice'],
    ],
  ])('is refused for %s, by its path', (_what, file, faults) => {
    expect(faultsOf(file)).toEqual(faults);
  });

  it('reports why opening hours are invalid', () => {
    const [fault] = faultsOf({ locations: [{ ...hall, schedule: 'whenever' }] });
    expect(fault).toMatch(/^locations\[0\]\.schedule: is not valid as opening hours/);
  });

  it('lists all errors at once', () => {
    expect(faultsOf({ locations: [{ name: 1 }, { id: 'b' }], desks: [{ name: 'd', state: 5 }] })).toHaveLength(3);
  });

  it('reports the errors of other items too if one has the wrong type', () => {
    const faults = faultsOf({
      settings: { failure_status: 'never', trusted_networks: ['nonsense'] },
      locations: [
        { ...hall, state: 'on', country: 7 },
        { id: 'clinic', name: 'Clinic', timezone: 'Mars/Olympus' },
      ],
      services: [
        { id: 'a', name: 'A', location: 'hall', desks: ['d1', 'd2', 'd3'], schedule: 'Mo-Fr 09:00-17:00; PH off' },
        { name: 7, location: 'clinic' },
        { id: 'c', name: 'C', location: 'nowhere', schedule: 'whenever' },
        null,
      ],
      desks: [
        { id: 'd1', name: 'D1', location: 'clinic', state: 'on' },
        { id: 'd2', name: 'D2', location: 'clinic' },
        { id: 'd2', name: 'D2 again', location: 'hall', colr: 'red' },
      ],
      devices: [{ name: 'Kiosk', type: 1, location: 'hall', services: ['services-1', 'services-9'] }],
      question_answer_types: [{ id: 'own', name: 'Own', type: 'text' }],
      forms: [
        {
          name: 'F',
          questions: {
            before: [
              { question: 'Q', qat_id: 'own' },
              { question: 'R', qat_id: 'no' },
            ],
          },
        },
      ],
      appointments: { code: 'x' },
    });
    expect(faults.map((fault) => fault.replace(/^(services\[2\]\.schedule).*/, '$1')).sort()).toEqual([
      'appointments: must be array',
      'desks[0].state: must be integer',
      'desks[2].colr: is not a field of the site file',
      'desks[2].id: "d2" is used twice',
      'devices[0].services[1]: there is no service "services-9"',
      'forms[0].questions.before[1].qat_id: there is no question answer type "no"',
      'locations[0].country: must be string',
      'locations[0].state: must be integer',
      'locations[1].timezone: "Mars/Olympus" is not a time zone',
      'question_answer_types[0].type: must be integer',
      'services[0].desks[2]: there is no desk "d3"',
      'services[1].name: must be string',
      'services[2].location: there is no location "nowhere"',
      'services[2].schedule',
      'services[3]: must be object',
      'settings.failure_status: must be one of ["truth","ok"]',
      'settings.trusted_networks[0]: "nonsense" is not a network such as 192.168.4.0/24',
    ]);
  });

  it('reports a conflict with the existing site once, by the path of the new item', () => {
    const known = parseSite(townSite());
    if (!known.ok) throw new Error('the town has faults');
    const file = {
      desks: [
        { id: 'desk-2', name: 2, location: 'hall', services: ['blood'] },
        { id: 'x', name: 'X', location: 'y' },
      ],
    };
    const parsed = parseSite(file, known.value);
    expect(parsed).toEqual({
      ok: false,
      error: ['desks[0].name: must be string', 'desks[1].location: there is no location "y"'],
    });
  });

  it.each([7, null, [], 'x'])('survives settings that are %j', (settings) => {
    expect(faultsOf({ settings, desks: [{ name: 'D', location: 'x' }] })).toEqual([
      'settings: must be object',
      'desks[0].location: there is no location "x"',
    ]);
  });

  it('does not print card codes in messages', () => {
    const faults = faultsOf({
      locations: [hall],
      devices: [
        { name: 'a', code: '4711' },
        { name: 'b', code: '4711' },
      ],
    });
    expect(faults).toEqual(['devices[1].code: is used twice']);
  });

  it('is merged into an existing site: updates, inserts, removes nothing, and can refer to existing items', () => {
    const known = parseSite(townSite());
    if (!known.ok) throw new Error('the town has faults');
    const more = parseSite(
      {
        desks: [
          { id: 'desk-1', name: 'First desk', location: 'hall' },
          { id: 'desk-4', name: 'Desk 4', location: 'hall' },
        ],
      },
      known.value,
    );
    if (!more.ok) throw new Error(more.error.join());
    const merged = mergeSites(known.value, more.value);
    expect(merged.desks.map(({ id, name }) => [id, name])).toEqual([
      ['desk-1', 'First desk'],
      ['desk-4', 'Desk 4'],
      ['desk-2', 'Desk 2'],
      ['desk-3', 'Desk 3'],
      ['desk-9', 'Desk 9'],
    ]);
    expect(merged.settings).toEqual(known.value.settings);
  });

  it('reports a thousand errors and counts the rest', () => {
    const roles = Array.from({ length: 15_000 }, () => 1);
    const users = ['ana', 'bea'].map((id) => ({ id, username: id, roles }));
    const parsed = parseSite({ ...two, users });
    if (parsed.ok) throw new Error('It was accepted');
    expect(parsed.error).toHaveLength(1001);
    expect(parsed.error[1]).toMatch(/^users\[0\]\.roles\[\d+\]: /);
    expect(parsed.error.at(-1)).toMatch(/^\(file\): \d{5} more errors are not listed$/);
  });

  it('refuses an item with more than 20,000 values by its path, before it is checked', () => {
    const roles = Array.from({ length: 20_000 }, () => 'x');
    const users = [
      { id: 'ana', username: 'ana' },
      { id: 'bea', username: 'bea', roles },
    ];
    expect(parseSite({ ...two, users })).toEqual({ ok: false, error: ['users[1]: has more than 20000 values'] });
  });

  it('refuses more than 500 services, desks or devices of one location, and keeps those accepted by earlier versions', () => {
    const services = (count: number) => Array.from({ length: count }, (_, place) => ({ id: `s${place}`, name: 'S' }));
    const site = (count: number) => ({ locations: [hall], services: services(count), desks: services(count) });
    const tooMany = (name: string, count: number): string =>
      `locations(hall): has ${count} ${name}; a location has at most 500, so split it into several`;
    expect(faultsOf(site(500))).toEqual([]);
    expect(faultsOf(site(501))).toEqual([tooMany('services', 501), tooMany('desks', 501)]);

    const full = parseSite(site(500));
    if (!full.ok) throw new Error(full.error.join('; '));
    const one = { services: [{ id: 'one-more', name: 'S', location: 'hall' }] };
    const intoFull = parseSite(one, full.value);
    expect(intoFull).toEqual({ ok: false, error: [tooMany('services', 501)] });
    const instead = { ...full.value, services: [...full.value.services.slice(1), { ...one.services[0] }] };
    expect(parseSite(instead, undefined, full.value).ok).toBe(true);

    const crowded = parseStoredSite({
      settings: {},
      ...site(600),
      services: services(600).map((s) => ({ ...s, location: 'hall' })),
    });
    if (!crowded.ok) throw new Error(crowded.error.join('; '));
    const renamed = { services: [{ id: 's7', name: 'Seven', location: 'hall' }] };
    expect(parseSite(renamed, crowded.value).ok).toBe(true);
  });

  it('reports an error of an existing item by its id', () => {
    const known = parseSite({
      ...two,
      services: [{ id: 's', name: 'S', location: 'hall', desks: ['d'] }],
      desks: [{ id: 'd', name: 'D', location: 'hall' }],
    });
    if (!known.ok) throw new Error(known.error.join());
    const moved = parseSite({ desks: [{ id: 'd', name: 'D', location: 'clinic' }] }, known.value);
    expect(moved).toEqual({ ok: false, error: ['services(s).desks[0]: desk "d" is at another location'] });
  });
});
