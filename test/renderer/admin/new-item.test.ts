/** What a new thing begins with in the back office: nothing that would be wrong without a word. */
import { describe, expect, it } from 'vitest';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { newItem } from '../../../renderer/admin/model/new-item.ts';

const SITE = {
  locations: [
    { id: 'hall', name: 'Town hall', timezone: 'Europe/Lisbon', country: 'PT' },
    { id: 'clinic', name: 'Clinic', timezone: 'Europe/Madrid', country: 'ES' },
  ],
  services: [
    { id: 'permits', name: 'Permits', location: 'hall', tag: 'A' },
    { id: 'blood', name: 'Blood tests', location: 'clinic', tag: 'B' },
  ],
} as unknown as SiteFile;
const EMPTY = { locations: [], services: [] } as unknown as SiteFile;

describe('a new', () => {
  it('person works at the location that is looked at, and not at all of them', () => {
    expect(newItem('users', {}, SITE, 'clinic').locations).toEqual(['clinic']);
    expect(newItem('users', {}, SITE, '').locations).toEqual([]);
    expect(newItem('users', {}, SITE, 'clinic').roles).toEqual([]);
  });

  it('location is where the others are, else where this browser is, and forgets names after 30 days', () => {
    expect(newItem('locations', {}, SITE, 'clinic')).toMatchObject({
      timezone: 'Europe/Lisbon',
      country: 'PT',
      t_delete: 30,
    });
    const { timezone, country } = newItem('locations', {}, EMPTY, '');
    expect([timezone, country]).toEqual([Intl.DateTimeFormat().resolvedOptions().timeZone, '']);
  });

  it('service has the next letter that is free at its location', () => {
    expect(newItem('services', { location: 'hall' }, SITE, '').tag).toBe('B');
    expect(newItem('services', { location: 'clinic' }, SITE, '').tag).toBe('A');
  });
});
