import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import { ensureSite } from '../../main/site/service/ensure-site.ts';
import { openSiteHolder } from '../../main/site/service/site-holder.ts';
import { warnSharedLetters } from '../../main/site/service/warn-duplicate-letters.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let town: Town;
beforeEach(async () => {
  town = await openTown();
});
afterEach(() => town.close());

describe('the site in use', () => {
  it('outlives the program', async () => {
    const again = await openSiteHolder(town.store);
    expect(again.current().file.services).toHaveLength(5);
    expect(again.current().settings).toEqual(town.site.current().settings);
    again.close();
  });

  it('opens as it was accepted, also when more is asked of new ones', async () => {
    const talkative = ['number', ...Array<string>(3).fill('text')].map((part) => ({ part, text: 'x'.repeat(900) }));
    const { file } = town.site.current();
    const [hall] = file.locations;
    expect(await town.site.load({ locations: [{ ...hall, ticket_layout: talkative }] })).toMatchObject({ ok: false });
    const stored = {
      ...town.store,
      siteSince: async () => ({
        revision: 1,
        whole: true,
        removed: [],
        items: [
          { collection: 'locations' as const, id: 'hall', body: JSON.stringify({ ...hall, ticket_layout: talkative }) },
        ],
      }),
    };
    const again = await openSiteHolder(stored);
    expect(again.current().locations[0]?.ticket_layout).toHaveLength(4);
    again.close();
  });

  it('may have the same letter at two services of a location, which is logged', async () => {
    const { services } = town.site.current().file;
    const [first] = services;
    const warned: Record<string, unknown>[] = [];
    const log = { ...silentLog, warn: (event: string, data?: object) => void warned.push({ event, ...data }) };
    const end = warnSharedLetters(town.site, log);
    expect(warned).toEqual([]);
    await town.site.load({
      services: [
        { id: 'twin', name: 'Twin', location: 'hall', tag: first?.tag.toLowerCase() },
        ...['one', 'other'].map((id) => ({ id, name: id, location: 'clinic' })),
      ],
    });
    expect(warned).toHaveLength(2);
    const told = (group: readonly string[]) =>
      warned.some(({ services }) => String(services).split(' ').sort().join() === [...group].sort().join());
    expect([told([String(first?.id), 'twin']), told(['one', 'other'])]).toEqual([true, true]);
    expect(new Set(warned.map(({ event }) => event))).toEqual(new Set(['site.duplicate-service-letter']));
    // Said once, not at every change of one of them; and at the next start.
    await town.site.load({ services: [{ id: 'one', name: 'First', location: 'clinic' }] });
    expect(warned).toHaveLength(2);
    warnSharedLetters(town.site, log)();
    expect(warned).toHaveLength(4);
    end();
  });

  it('merges a file without removing anything, and reports it', async () => {
    const seen: string[] = [];
    town.site.onChange((site) => seen.push(site.desk('desk-1')?.name ?? ''));
    await town.site.load({ desks: [{ id: 'desk-1', name: 'First desk', location: 'hall' }] });
    expect(seen).toContain('First desk');
    expect(town.site.current().desks).toHaveLength(4);
  });

  it('is left as it is by a file with faults', async () => {
    const before = town.site.current();
    const loaded = await town.site.load({ desks: [{ id: 'desk-1', name: 'First desk', location: 'nowhere' }] });
    expect(loaded).toEqual({
      ok: false,
      error: { kind: 'invalid', faults: ['desks[0].location: there is no location "nowhere"'] },
    });
    expect(town.site.current()).toBe(before);
  });

  it('is replaced as a whole when that is asked for', async () => {
    await town.site.replace({ locations: [{ name: 'Kiosk hall' }] });
    const again = await openSiteHolder(town.store);
    expect(again.current().locations.map(({ id }) => id)).toEqual(['kiosk-hall']);
    expect(again.current().services).toEqual([]);
    again.close();
  });

  it('follows a change by another server in the same store', async () => {
    const other = await openSiteHolder(town.store);
    await other.load({ desks: [{ id: 'desk-1', name: 'Renamed', location: 'hall' }] });
    await vi.waitFor(() => expect(town.site.current().desk('desk-1')?.name).toBe('Renamed'), { timeout: 30_000 });
    other.close();
  });

  it('makes a change of one thing cost that thing, however large the site is', async () => {
    const read = vi.spyOn(town.store, 'siteSince');
    const before = town.site.current().file;
    await town.site.change(({ file }) => ({
      ...file,
      desks: file.desks.map((desk) =>
        desk.id === 'desk-1' ? { id: 'desk-1', name: 'Renamed', location: 'hall' } : desk,
      ),
    }));
    const { file } = town.site.current();
    expect(file.desks[0]).toMatchObject({ name: 'Renamed', state: 1 });
    // What did not change is the same, neither copied nor written; and nobody asks the store what it was just told.
    expect(file.desks.slice(1).every((desk, place) => desk === before.desks[place + 1])).toBe(true);
    expect(file.services.every((service, place) => service === before.services[place])).toBe(true);
    await town.store.ping();
    expect(read).not.toHaveBeenCalled();
    expect(await town.store.query('audit', { limit: 5 })).toMatchObject([
      { itemId: 'desk-1', action: 'changed' },
      {},
      {},
      {},
      {},
    ]);
  });

  it('never keeps a password as it was written', async () => {
    await town.site.load({ users: [{ id: 'ana', username: 'ana.silva', password: 'open sesame' }] });
    expect(JSON.stringify(await town.store.readSite())).not.toContain('sesame');
  });

  it('is the demo only when there is none and no file is given', async () => {
    const demo = vi.fn(async () => townSite());
    await ensureSite(town.site, { given: null, demo });
    expect(demo).not.toHaveBeenCalled();
    await town.site.replace({});
    await ensureSite(town.site, { given: { locations: [{ name: 'Given' }] }, demo });
    expect(demo).not.toHaveBeenCalled();
    await town.site.replace({});
    await ensureSite(town.site, { given: null, demo: null });
    expect(town.site.current().locations).toHaveLength(0);
    await ensureSite(town.site, { given: null, demo });
    expect(town.site.current().locations).toHaveLength(2);
    // A house that began empty has somebody who looks after it, and never gets the demo.
    await town.site.replace({ users: [{ id: 'admin', username: 'admin', roles: ['admin_site'] }] });
    await ensureSite(town.site, { given: null, demo });
    expect(town.site.current().locations).toHaveLength(0);
  });
});
