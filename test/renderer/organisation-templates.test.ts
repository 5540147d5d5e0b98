/** Setup wizard: sites from templates and answers, and its progress derived from a site. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STAFF_LANGUAGES } from '../../main/lib/languages.ts';
import { parseSite } from '../../main/site/rules/site.ts';
import { ownCountry, timeZones } from '../../renderer/admin/model/countries.ts';
import { freeLetter, lettersTaken } from '../../renderer/admin/model/service-letter.ts';
import { buildOrganisation, nextDesk } from '../../renderer/admin/setup-wizard/build-organisation.ts';
import { newClerk } from '../../renderer/admin/setup-wizard/new-user.ts';
import type { OrganisationTemplate } from '../../renderer/admin/setup-wizard/organisation-template.ts';
import { isDone, NOTHING_SEEN, nextStep, STEPS } from '../../renderer/admin/setup-wizard/steps.ts';

const FOLDER = new URL('../../assets/templates/', import.meta.url);
const templates: readonly OrganisationTemplate[] = readdirSync(FOLDER).map((file) => ({
  ...JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')),
  id: file.replace('.json', ''),
}));

const wish = (template: OrganisationTemplate, languages: readonly string[] = STAFF_LANGUAGES) => ({
  name: 'Our house',
  template,
  languages,
  country: 'PT',
  timezone: 'Europe/Lisbon',
  usualHours: true,
  kioskName: 'Kiosk',
  displayName: 'Display',
});

function siteOf(made: unknown) {
  const site = parseSite(made);
  if (!site.ok) throw new Error(site.error.join('; '));
  return site.value;
}

describe.each(templates)('the template $id', (template) => {
  it('builds a valid site, in every language of the program', () => {
    const site = siteOf(buildOrganisation(wish(template)));
    expect(site.locations).toMatchObject([{ country: 'PT', timezone: 'Europe/Lisbon', t_delete: 30 }]);
    // Speech and staff calls are on by default, for visitors who cannot read well.
    expect(site.devices[0]).toMatchObject({ type: 1, speech: 'loudspeaker', staff_call: true });
    for (const service of site.services) {
      expect(Object.keys(service.translations).sort(), service.id).toEqual(
        [...STAFF_LANGUAGES].filter((id) => id !== 'en').sort(),
      );
    }
  });

  it('has unique letters, and texts in every language', () => {
    const letters = template.services.map(({ tag }) => tag);
    expect(new Set(letters).size).toBe(letters.length);
    const words = [
      template.name,
      template.about,
      template.desk,
      ...[...template.services, ...template.groups].map(({ names }) => names),
    ];
    for (const each of words) {
      expect(Object.keys(each).sort()).toEqual([...STAFF_LANGUAGES].sort());
      expect(Object.values(each).filter((text) => text.trim() === '')).toEqual([]);
    }
    for (const text of Object.values(template.desk)) expect(text).toContain('{{n}}');
  });
});

describe('a new organisation', () => {
  const townHall = templates.find(({ id }) => id === 'town-hall') as OrganisationTemplate;

  it('has texts in its languages only, with the first one as default', () => {
    const site = siteOf(buildOrganisation(wish(townHall, ['de', 'fr'])));
    expect(site.settings).toMatchObject({ default_lang: 'de', languages: ['de', 'fr'] });
    expect(site.services[0]?.name).toBe('Personalausweise und Reisepässe');
    expect(Object.keys(site.services[0]?.translations ?? {})).toEqual(['fr']);
    expect(site.desks.map(({ name }) => name)).toEqual(['Schalter 1', 'Schalter 2', 'Schalter 3']);
  });

  it('shows no wait without data', () => {
    for (const { expected_wait } of siteOf(buildOrganisation(wish(townHall))).services) expect(expected_wait).toBe(0);
  });

  it('has the names of its default language where the template has no others', () => {
    const { settings, services } = siteOf(buildOrganisation(wish(townHall, ['en', 'pl'])));
    expect(settings?.languages).toEqual(['en', 'pl']);
    expect(services[0]).toMatchObject({ name: 'Identity cards and passports', translations: {} });
  });

  it('has no public holidays without a country', () => {
    const site = siteOf(buildOrganisation({ ...wish(townHall), country: '' }));
    expect(site.locations[0]?.schedule).toBe('Mo-Fr 08:30-16:00');
  });

  it('names new desks like existing ones', () => {
    const { desks } = siteOf(buildOrganisation(wish(townHall, ['en', 'zh'])));
    expect(nextDesk(desks, 'house', 'Desk')).toMatchObject({
      name: 'Desk 4',
      tag: '4',
      translations: { zh: { name: '4 号窗口' } },
    });
    expect(nextDesk([], 'house', 'Desk')).toMatchObject({ name: 'Desk 1', tag: '1' });
  });

  it('has unique user names of ASCII characters', () => {
    const users = [{ id: 'u1', username: 'Ana.Reis' }];
    expect(newClerk('Ana Reis', users, 'house').username).toBe('ana.reis2');
    expect(newClerk('José d’Ávila', users, 'house').username).toBe('jose.d.avila');
    expect(newClerk('王芳', users, 'house')).toMatchObject({ username: 'user1', locations: ['house'] });
  });
});

describe('the progress of the setup wizard', () => {
  it('is derived from the site, whichever way it was set up', () => {
    const empty = siteOf({});
    expect(nextStep(empty, NOTHING_SEEN)).toBe('house');
    const house = siteOf(buildOrganisation(wish(templates.find(({ id }) => id === 'empty') as OrganisationTemplate)));
    expect(nextStep(house, NOTHING_SEEN)).toBe('services');
    const withService = {
      ...house,
      services: siteOf(buildOrganisation(wish(templates.find(({ id }) => id === 'shop') as OrganisationTemplate)))
        .services,
    };
    expect(nextStep(withService, NOTHING_SEEN)).toBe('kiosk');
    const seen = { connected: new Set(['kiosk-1']), printed: new Set(['kiosk-1']) };
    expect(STEPS.filter((step) => !isDone(step, withService, seen))).toEqual(['brand', 'people', 'display']);
  });
});

describe('letters of services', () => {
  it('are the next free ones, and those that look like digits come last', () => {
    const services = [
      { location: 'house', id: '1', tag: 'a' },
      { location: 'house', id: '2', tag: 'B' },
      { location: 'annex', id: '3', tag: 'C' },
    ] as never;
    expect(freeLetter(lettersTaken({ services }, 'house'))).toBe('C');
    expect(freeLetter(lettersTaken({ services }, 'house', '1'))).toBe('A');
    expect(freeLetter(new Set('ABCDEFGHJKLMNPQRSTUVWXYZ'))).toBe('I');
    expect(freeLetter(new Set('ABCDEFGHIJKLMNOPQRSTUVWXYZ'))).toBe('A2');
  });
});

describe('the country of a browser', () => {
  it('is derived from its time zone, or else from its language', () => {
    expect(ownCountry('Europe/Lisbon', ['en-GB', 'en'])).toBe('PT');
    expect(ownCountry('America/New_York', ['en-US'])).toBe('US');
    expect(ownCountry('UTC', ['pt-BR'])).toBe('BR');
    expect(ownCountry('UTC', ['en'])).toBe('');
  });

  it('lists its own time zones first', () => {
    expect(timeZones('DE')[0]).toBe('Europe/Berlin');
    expect(timeZones('')).toContain('UTC');
    expect(new Set(timeZones('PT')).size).toBe(timeZones('').length);
  });
});
