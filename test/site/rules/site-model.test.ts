import { describe, expect, it } from 'vitest';
import { parseSite } from '../../../main/site/rules/site.ts';
import { Site } from '../../../main/site/rules/site-model.ts';
import { townSite } from '../../helpers/town-site.ts';

function siteOf(file: unknown): Site {
  const parsed = parseSite(file);
  if (!parsed.ok) throw new Error(parsed.error.join('\n'));
  return new Site(parsed.value);
}

const town = siteOf(townSite());
const ids = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);

describe('the site', () => {
  it('lists by name', () => {
    expect(ids(town.servicesOf('hall'))).toEqual(['archive', 'passports', 'taxes', 'weddings']);
  });

  it('lets desk and service both restrict who serves what', () => {
    const site = siteOf({
      locations: [{ name: 'L' }],
      services: [{ name: 'open' }, { name: 'only-b', desks: ['b'] }],
      desks: [{ name: 'a' }, { name: 'b' }, { name: 'c', services: ['only-b'] }],
    });
    expect(ids(site.desksServing('open'))).toEqual(['a', 'b']);
    expect(ids(site.desksServing('only-b'))).toEqual(['b']);
    expect(ids(site.servicesServedBy('c'))).toEqual([]);
    expect(site.serves('b', 'only-b')).toBe(true);
  });

  it('keeps one list for all desks that serve the same services, and one for all services with the same desks', () => {
    const site = siteOf({
      locations: [{ name: 'L' }],
      services: [{ name: 'open' }, { name: 'only-b', desks: ['b'] }, { name: 'also-open' }, { name: 'z' }],
      desks: [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd', services: ['also-open', 'only-b', 'z'] }],
    });
    expect(ids(site.servicesServedBy('a'))).toEqual(['also-open', 'open', 'z']);
    expect(site.servicesServedBy('c')).toBe(site.servicesServedBy('a'));
    expect(ids(site.servicesServedBy('b'))).toEqual(['also-open', 'only-b', 'open', 'z']);
    expect(ids(site.servicesServedBy('d'))).toEqual(['also-open', 'z']);
    expect(site.desksServing('z')).toBe(site.desksServing('also-open'));
    expect(ids(site.desksServing('open'))).toEqual(['a', 'b', 'c']);
  });

  it('does not mistake lists of one size and the same ends for each other', () => {
    const site = siteOf({
      locations: [{ name: 'L' }],
      services: ['a', 'm', 'n', 'z'].map((name) => ({ name })),
      desks: [
        { name: 'one', services: ['a', 'm', 'z'] },
        { name: 'two', services: ['a', 'n', 'z'] },
      ],
    });
    expect(ids(site.servicesServedBy('one'))).toEqual(['a', 'm', 'z']);
    expect(ids(site.servicesServedBy('two'))).toEqual(['a', 'n', 'z']);
  });

  it('finds a user by id and by username, a device by its card code', () => {
    expect(town.user('ana')).toBe(town.user('ana.silva'));
    expect(town.deviceByCode('0042')?.id).toBe('reader-1');
    expect(town.deviceByCode('')).toBeUndefined();
  });

  it('writes a ticket as tag and padded number', () => {
    expect(town.ticketLabel(town.service('passports')!, 43)).toBe('A043');
    expect(town.ticketLabel(town.service('blood')!, 7)).toBe('S07');
  });

  it.each([
    ['pt-PT', 'pt_PT'],
    ['pt', 'pt_PT'],
    ['ar', 'ar'],
    ['xx', 'pt_PT'],
    ['', 'en'],
  ])('speaks %j as %s at the town hall', (wanted, lang) => {
    expect(town.chooseLanguage(wanted, 'hall')).toBe(lang);
  });

  it('falls back to the location and then the system for texts that are missing', () => {
    const passports = town.service('passports')!;
    expect(town.serviceText(passports, 'pt_PT')).toMatchObject({ name: 'Passaportes', footer_text: 'Thank you.' });
    expect(town.serviceText(passports, 'en').name).toBe('Passports');
    expect(town.serviceText(passports, 'ar').name).toBe('Passaportes');
  });
});
