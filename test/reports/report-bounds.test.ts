/** Report file limits: bounded before reading, created one at a time in a separate thread, cancelled with the client. */
import { get } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { writeReport } from '../../main/app/report-thread/report-thread.ts';
import { Abandoned } from '../../main/database/store-errors.ts';
import type { ReportDocument } from '../../main/reports/contract/report-document.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

const PATIENT = { timeout: 60_000 };
const FILE = '/restapi/v2/reports/file';

let town: Town;
afterEach(() => town.close());

/** Number of additional locations without services. */
function siteOfBranches(count: number): Record<string, unknown> {
  const site = townSite();
  const more = Array.from({ length: count }, (_, place) => ({ id: `branch-${place}`, name: `Branch ${place}` }));
  return { ...site, locations: [...(site.locations as object[]), ...more] };
}

/** A store that counts report queries. */
function counted(): { readonly asked: () => number; readonly wrapStore: (store: Town['store']) => Town['store'] } {
  let asked = 0;
  return {
    asked: () => asked,
    wrapStore: (store) => ({
      ...store,
      report(...given) {
        asked += 1;
        return store.report(...given);
      },
    }),
  };
}

const ask = async (query: string) => {
  const response = await fetch(`${town.address}${FILE}?${query}`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

/** `writeReport` that pauses, and reports its start and cancellation. */
function heldWriter() {
  let begun = 0;
  let ended = 0;
  let release = (): void => {};
  return {
    begun: () => begun,
    ended: () => ended,
    release: () => release(),
    write: (_document: ReportDocument, _format: string, signal: AbortSignal) => {
      begun += 1;
      return new Promise<Uint8Array>((resolve, reject) => {
        release = () => resolve(new Uint8Array(4));
        signal.addEventListener('abort', () => {
          ended += 1;
          reject(signal.reason);
        });
      });
    },
  };
}

const sum = ({ user, system }: { readonly user: number; readonly system: number }): number => user + system;

describe('a report file', () => {
  it.each([
    ['ten years of 49 locations', 47, 'from=2016-11-22&to=2026-11-20&parts[]=overview', 'from', /Request 408 days/],
    ['rows of days', 18, 'from=2026-01-01&to=2026-11-20&parts[]=days', 'parts', /6480 rows or more.*at most 5000/],
    ['many locations', 60, 'from=2026-11-20', 'locations', /at most 50 locations/],
  ])('is refused before anything is read: %s', async (_what, branches, query, parameter, error) => {
    const { asked, wrapStore } = counted();
    town = await openTown({ site: siteOfBranches(branches), wrapStore, writeReport });
    const { status, body } = await ask(query);
    expect([status, body]).toEqual([
      400,
      { success: false, errno: 5, code: 'invalid_parameter', error: expect.stringMatching(error), parameter },
    ]);
    expect(asked()).toBe(0);
  });

  it('counts a repeated part once', async () => {
    town = await openTown({ writeReport });
    const once = await ask('locations[]=hall&from=2026-01-01&to=2026-11-20&file=xlsx&parts[]=days');
    const often = await ask(`locations[]=hall&from=2026-01-01&to=2026-11-20&file=xlsx&${'parts[]=days&'.repeat(20)}`);
    expect([once.status, often.status]).toEqual([200, 200]);
    expect(String(often.body.base64).length).toBe(String(once.body.base64).length);
  });

  it('is created for each caller in turn, and refused to a caller with many requests', async () => {
    const held = heldWriter();
    town = await openTown({ writeReport: held.write });
    const answers = Array.from({ length: 5 }, () => ask('locations[]=hall'));
    const refused = await Promise.race(answers);
    expect([refused.status, refused.body.errno]).toEqual([503, 131]);
    await expect.poll(held.begun, PATIENT).toBe(1);
    held.release();
    // The second one of the same caller; the other three were refused.
    await expect.poll(held.begun, PATIENT).toBe(2);
    held.release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 503, 503, 503]);
    expect(held.begun()).toBe(2);
  });

  it('is cancelled when its client disconnects, and the next one starts', async () => {
    const held = heldWriter();
    town = await openTown({ writeReport: held.write });
    const request = get(`${town.address}${FILE}?locations[]=hall`);
    request.on('error', () => {});
    await expect.poll(held.begun, PATIENT).toBe(1);
    request.destroy();
    await expect.poll(held.ended, PATIENT).toBe(1);
    const next = ask('locations[]=hall');
    await expect.poll(held.begun, PATIENT).toBe(2);
    held.release();
    expect((await next).status).toBe(200);
  });
});

describe('tables of many locations', () => {
  const tables = async (query: string) =>
    fetch(`${town.address}/restapi/v2/reports/tables?tables[]=days&from=2016-11-22&to=2026-11-20${query}`);

  it('are read location by location, up to the maximum response size', async () => {
    const { asked, wrapStore } = counted();
    town = await openTown({ site: siteOfBranches(38), wrapStore });
    const response = await tables('');
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        success: false,
        errno: 5,
        code: 'invalid_parameter',
        error: expect.stringContaining('50000 rows'),
        parameter: 'tables',
      },
    ]);
    // Fourteen have more than fifty thousand days.
    expect(asked()).toBe(14);
  });

  it('are no longer read after the client of a CSV has disconnected', async () => {
    const { asked, wrapStore } = counted();
    town = await openTown({ site: siteOfBranches(38), wrapStore });
    const response = await tables('&format=csv');
    await response.body?.cancel();
    const before = asked();
    expect(before).toBeLessThan(40);
    expect(await (await tables('&format=csv&locations[]=hall')).text()).toContain('hall,2026-11-20');
    expect(asked()).toBeLessThan(40);
  });
});

describe('the thread that writes a report file', () => {
  const LARGEST = 5_000;
  const report = (): ReportDocument => ({
    lang: 'en',
    title: 'Ten years',
    place: '',
    logo: '',
    subtitle: '',
    locationWord: 'Location',
    nothing: 'Nothing',
    sections: [
      {
        title: 'Hall',
        tables: [
          {
            part: 'days',
            title: 'By day',
            note: '',
            columns: [
              { label: 'Day', kind: 'text' },
              { label: 'Issued', kind: 'count' },
              { label: 'Wait', kind: 'length' },
            ],
            rows: Array.from({ length: LARGEST }, (_, row) => [`Day ${row}`, row, row]),
          },
        ],
      },
    ],
  });

  it('takes its CPU time outside the thread that serves visitors', async () => {
    town = await openTown();
    const before = { here: process.threadCpuUsage(), all: process.cpuUsage() };
    const pdf = await writeReport(report(), 'pdf', new AbortController().signal);
    const here = sum(process.threadCpuUsage(before.here));
    const all = sum(process.cpuUsage(before.all));
    expect(Buffer.from(pdf).toString('latin1', 0, 5)).toBe('%PDF-');
    // This thread starts the work, passes it on and receives the result.
    expect(here / all).toBeLessThan(0.4);
  });

  it('stops when the report is cancelled', async () => {
    town = await openTown();
    const given = new AbortController();
    const written = writeReport(report(), 'pdf', given.signal);
    given.abort(new Abandoned());
    await expect(written).rejects.toThrow(Abandoned);
    await expect(writeReport(report(), 'pdf', given.signal)).rejects.toThrow(Abandoned);
  });
});
