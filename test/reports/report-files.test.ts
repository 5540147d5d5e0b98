/** Reports as files: what is in a PDF and a spreadsheet, who may have which, and the forecast, against a morning that was played. */
import { inflateRawSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { writeReport } from '../../main/app/report-thread/report-thread.ts';
import type { ForecastAnswer, ReportFileAnswer } from '../../main/reports/contract/rest/report-files.ts';
import type { PeriodAnswer } from '../../main/reports/contract/rest/reports.ts';
import { openLockedTown, passwordOf } from '../helpers/locked-town.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let town: Town;
afterEach(() => town.close());

const ask = async <Answer>(path: string, language = 'en'): Promise<Answer> =>
  (await (
    await fetch(`${town.address}/restapi/v2/reports/${path}`, { headers: { 'accept-language': language } })
  ).json()) as Answer;

/** Two visitors of Passports on each of three Fridays, one of them served for two minutes; one on the Thursday before. */
async function fridays(): Promise<void> {
  for (const day of ['2026-11-06', '2026-11-12', '2026-11-13', '2026-11-20']) {
    town.clock.set(`${day}T10:05:00Z`);
    await town.createTicket('Passports');
    if (day === '2026-11-12') continue;
    await town.createTicket('Passports');
    town.clock.set(`${day}T10:15:00Z`);
    const call = await town.callNext('Desk 1', ['Passports']);
    town.clock.set(`${day}T10:17:00Z`);
    await town.conclude('endcall', call.id);
  }
}

/** The files within a zip, by their names: enough of the format for what we write ourselves. */
function unzipped(zip: Buffer): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    const [size, nameLength, local] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(from, from + size);
    files.set(name, (zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8'));
  }
  return files;
}

describe('a report as a file', () => {
  it('is a spreadsheet with numbers in it, in the language of who asks, and the forecast is what came on the same weekdays', async () => {
    town = await openTown({ at: '2026-11-06T10:00:00Z' });
    await fridays();
    const file = await ask<ReportFileAnswer>(
      'file?locations[]=hall&from=2026-11-01&to=2026-11-20&file=xlsx&parts[]=overview&parts[]=users&parts[]=forecast',
      'pt',
    );
    expect([file.name, file.type]).toEqual([
      'Relatório_2026-11-01_2026-11-20.xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
    const sheets = unzipped(Buffer.from(file.base64, 'base64'));
    expect([...(sheets.get('xl/workbook.xml') ?? '').matchAll(/ name="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'Em resumo',
      'Por utilizador',
      expect.stringMatching(/^Esperado em sáb/),
    ]);
    const cells = [...(sheets.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<c r="([A-Z]2)"[^>]*><v>([^<]*)<\/v>/g)];
    const figures = Object.fromEntries(cells.map(([, cell = '', value]) => [cell, Number(value)]));
    // Seven tickets, three served, nobody missed, four never called; they waited ten minutes, and were served for two.
    expect(figures).toMatchObject({ A2: 7, B2: 3, C2: 0, D2: 4, E2: 600 / 86_400, G2: 120 / 86_400, H2: 1 });
    expect(sheets.get('xl/sharedStrings.xml')).toContain('Ana Silva');

    town.clock.set('2026-11-26T12:00:00Z');
    const forecast = await ask<ForecastAnswer>('forecast?location=hall');
    expect(forecast).toMatchObject({ day: '2026-11-27', weekday: 5, days: 3, total: 2 });
    expect(forecast.by_hour.filter(({ expected }) => expected > 0)).toEqual([{ hour: 10, expected: 2 }]);
    // One ticket on the only Thursday.
    expect(await ask('forecast?location=hall&day=2026-12-03')).toMatchObject({ weekday: 4, days: 1, total: 1 });
    const closes = async (schedule: string): Promise<void> => {
      const site = town.site.current().file;
      const locations = site.locations.map((each) => (each.id === 'hall' ? { ...each, schedule } : each));
      const answer = await fetch(`${town.address}/restapi/v2/admin/site`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ locations }),
      });
      expect(await answer.json()).toEqual({ success: true });
    };
    // By its own clock, in the hours of the place and of each service, which a closed day takes away.
    await closes('2026 Nov 27 off');
    expect(await ask('forecast?location=hall')).toMatchObject({ closed: true, total: 0 });
    await closes('Fr 08:00-10:00');
    expect(await ask('forecast?location=hall')).toMatchObject({ closed: false, total: 0 });
    await closes('Fr 10:30-12:00');
    expect(await ask('forecast?location=hall')).toMatchObject({ closed: false, total: 2 });
    expect(await ask('forecast?location=hall&day=tomorrow')).toMatchObject({ errno: 5, parameter: 'day' });
    expect(await ask('forecast?location=hall&day=2027-12-03')).toMatchObject({ errno: 5, parameter: 'day' });
  });

  it('has the names of services, desks, outcomes and breaks in that language too', async () => {
    const site = townSite();
    const [passports] = site.services as Record<string, unknown>[];
    const [desk] = site.desks as Record<string, unknown>[];
    Object.assign(passports ?? {}, {
      outcomes: [{ code: 'new', name: 'New passport', translations: { pt_PT: { name: 'Passaporte novo' } } }],
    });
    Object.assign(desk ?? {}, { translations: { pt_PT: { name: 'Balcão 1' } } });
    town = await openTown({ site });
    await town.createTicket('Passports');
    const call = await town.callNext('Desk 1');
    await town.post('endcall', { answer_id: call.id, outcomes: [{ code: 'new', count: 1 }] });
    for (const wish of [{ state: 'break', reason: 'lunch' }, { state: 'open' }]) {
      await town.post('setdesk', { desk_id: 'desk-1', user_id: 'ana', ...wish });
      town.clock.advance(60_000);
    }
    const said = async (language: string): Promise<string> => {
      const parts = ['services', 'desks', 'noted', 'breaks'].map((part) => `&parts[]=${part}`).join('');
      const file = await ask<ReportFileAnswer>(`file?locations[]=hall&from=2026-11-20&file=xlsx${parts}`, language);
      return unzipped(Buffer.from(file.base64, 'base64')).get('xl/sharedStrings.xml') ?? '';
    };
    const portuguese = await said('pt');
    for (const name of ['Passaportes', 'Balcão 1', 'Passaporte novo', 'Almoço']) expect(portuguese).toContain(name);
    for (const name of ['Passports', 'Desk 1', 'New passport', 'Lunch']) expect(portuguese).not.toContain(name);
    const english = await said('en');
    for (const name of ['Passports', 'Desk 1', 'New passport', 'Lunch']) expect(english).toContain(name);
    // On the page as clerks chose them at the counter; a program that asks in no language has the house's own.
    const noted = async (language: string): Promise<readonly string[]> => {
      const { by_outcome, by_break } = await ask<PeriodAnswer>('period?location=hall', language);
      return [...by_outcome.map(({ name }) => name), ...by_break.map(({ reason }) => reason)];
    };
    expect(await noted('pt')).toEqual(['Passaporte novo', 'Almoço']);
    expect(await noted('*')).toEqual(['New passport', 'Lunch']);
  });

  it('is a PDF with letters in it that can be searched', async () => {
    town = await openTown({ writeReport });
    await town.createTicket('Passports');
    const file = await ask<ReportFileAnswer>(
      'file?locations[]=hall&locations[]=clinic&parts[]=overview&title=Caf%C3%A9',
      'ar',
    );
    expect([file.name, file.type]).toEqual(['Café_2026-11-20.pdf', 'application/pdf']);
    const pdf = Buffer.from(file.base64, 'base64').toString('latin1');
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    expect(pdf).toMatch(/NotoSansArabic/);
    expect(pdf).toMatch(/ToUnicode/);
  });

  it('is not drawn where nothing can be drawn, nor of days that are none', async () => {
    town = await openTown();
    expect(await ask('file?locations[]=hall')).toMatchObject({ success: false, errno: 7 });
    expect(await ask('file?locations[]=hall&file=xlsx&from=2026-13-01')).toMatchObject({ errno: 5, parameter: 'from' });
    expect(await ask('file?locations[]=nowhere&file=xlsx')).toMatchObject({ errno: 6 });
  });

  it('contains only the locations of the caller', async () => {
    const locked = await openLockedTown({ authentication: 'on' });
    town = locked;
    const clinic = {
      id: 'boss',
      username: 'boss',
      password: passwordOf('boss'),
      roles: ['reports_view'],
      locations: ['clinic'],
    };
    const chief = await locked.keyOf('chief');
    await locked.ask('POST', '/restapi/v2/admin/users', chief, clinic);
    const key = await locked.keyOf('boss');
    const get = async (query: string) => (await locked.ask('GET', `/restapi/v2/reports/${query}`, key)).body;
    expect(await get('file?file=xlsx&locations[]=hall')).toMatchObject({ success: false, errno: 105 });
    expect(await get('forecast?location=hall')).toMatchObject({ success: false, errno: 105 });
    const whole = unzipped(Buffer.from((await get('file?file=xlsx')).base64, 'base64'));
    expect(whole.get('xl/workbook.xml')).not.toContain('Comparison of locations');
  });
});
