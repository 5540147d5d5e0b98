/** Previews of changes in the back office. */
import { createCanvas, Image } from '@napi-rs/canvas';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDrawPaper } from '../../main/kiosk/host/ticket-preview.ts';
import { silentLog } from '../../main/lib/context.ts';
import { LONG_LAYOUT } from '../../main/site/contract/ticket-layout.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Json = any;

/** Timeouts for a machine under load. */
const SOON = { timeout: 30_000, interval: 5 };

let town: Town;
beforeEach(async () => {
  town = await openTown({ at: '2026-11-20T12:00:00Z', drawPaper: createDrawPaper({ log: silentLog }) });
});
afterEach(() => town.close());

async function post(path: string, body: object = {}): Promise<Json> {
  const response = await fetch(`${town.address}/restapi/v2/admin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json() as Promise<Json>;
}

describe('the preview of opening hours', () => {
  const week = async (body: object): Promise<Json> => post('opening-hours', body);
  const hours = ({ days }: Json): string[] =>
    days.map(({ day, weekday, intervals }: Json) =>
      [day, weekday, ...intervals.map(({ from, to }: Json) => `${from}-${to}`)].join(' '),
    );

  it('shows the coming week in local time of the location', async () => {
    const shown = await week({ schedule: 'Mo-Fr 09:00-12:30,14:00-17:00; Sa 10:00-12:00', location: 'hall' });
    expect(shown).toMatchObject({ success: true, fault: '', timezone: 'Europe/Lisbon', open_now: true });
    expect(shown.next_change).toBe('2026-11-20T12:30:00.000Z');
    expect(hours(shown)).toEqual([
      '2026-11-20 5 09:00-12:30 14:00-17:00',
      '2026-11-21 6 10:00-12:00',
      '2026-11-22 7',
      '2026-11-23 1 09:00-12:30 14:00-17:00',
      '2026-11-24 2 09:00-12:30 14:00-17:00',
      '2026-11-25 3 09:00-12:30 14:00-17:00',
      '2026-11-26 4 09:00-12:30 14:00-17:00',
    ]);
  });

  it('excludes holidays of the given country, else of the saved one', async () => {
    // 1 December is a holiday in Portugal and none in Spain.
    town.clock.set('2026-11-30T12:00:00Z');
    const schedule = 'Mo-Fr 09:00-17:00; PH off';
    expect(hours(await week({ schedule, location: 'hall' }))[1]).toBe('2026-12-01 2');
    expect(hours(await week({ schedule, location: 'hall', country: 'ES' }))[1]).toBe('2026-12-01 2 09:00-17:00');
  });

  it('limits the hours of a service to those of its location', async () => {
    await post('locations', { id: 'annex', name: 'Annex', timezone: 'Europe/Lisbon', schedule: 'Mo-Fr 10:00-16:00' });
    const body = { schedule: 'Mo-Sa 09:00-12:00', location: 'annex' };
    expect(hours(await week(body)).slice(0, 2)).toEqual(['2026-11-20 5 09:00-12:00', '2026-11-21 6 09:00-12:00']);
    const within = await week({ ...body, within_location: true });
    expect(hours(within).slice(0, 2)).toEqual(['2026-11-20 5 10:00-12:00', '2026-11-21 6']);
    expect(within).toMatchObject({ open_now: false, next_change: '2026-11-23T10:00:00.000Z' });
  });

  it('supports hours across midnight, and is always open without a schedule', async () => {
    expect(hours(await week({ schedule: 'Fr 20:00-02:00' })).slice(0, 2)).toEqual([
      '2026-11-20 5 20:00-24:00',
      '2026-11-21 6 00:00-02:00',
    ]);
    const always = await week({ schedule: '' });
    expect(always).toMatchObject({ open_now: true, next_change: '' });
    expect(new Set(hours(always).map((day) => day.slice(13)))).toEqual(new Set(['00:00-24:00']));
  });

  it('shows local times on days with a clock change', async () => {
    town.clock.set('2026-10-24T12:00:00Z');
    expect(hours(await week({ schedule: 'Sa-Su 01:00-05:00', timezone: 'Europe/Madrid' })).slice(0, 2)).toEqual([
      '2026-10-24 6 01:00-05:00',
      '2026-10-25 7 01:00-05:00',
    ]);
  });

  it('reports faults of a schedule, also in a GET request', async () => {
    const { fault, days } = await week({ schedule: 'Mo-Fri nine to five', location: 'hall' });
    expect(fault).toMatch(/is not valid as opening hours/);
    expect(days).toEqual([]);
    expect((await week({ schedule: 'Mo-Fr 09:00-17:00; PH off' })).fault).toMatch(/country/);
    const query = new URLSearchParams({ schedule: 'Mo 9-17 and so on', location: 'hall' });
    const answer = await fetch(`${town.address}/restapi/v2/admin/opening-hours?${query}`);
    expect(await answer.json()).toMatchObject({ success: true, fault: expect.stringContaining('is not valid') });
    expect(await week({ location: 'nowhere' })).toMatchObject({ errno: 6, parameter: 'location' });
    expect(await week({ timezone: 'Moon/Crater' })).toMatchObject({ errno: 5, parameter: 'timezone' });
  });
});

/** Size of a picture and number of its black dots. */
function blackOf(image: string): { width: number; height: number; black: number } {
  const picture = new Image();
  picture.src = Buffer.from(image.replace('data:image/png;base64,', ''), 'base64');
  const { width, height } = picture;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  let black = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 100) black += 1;
  return { width, height, black };
}

describe('the preview of a ticket', () => {
  const ticket = (query: string, draft: object = {}): Promise<Json> => post(`ticket-preview?${query}`, draft);

  it('shows what the kiosk would print, and issues no ticket', async () => {
    const shown = await ticket('service_id=passports&people=7&priority=true');
    expect(shown).toMatchObject({
      success: true,
      lang: 'en',
      dots: 576,
      columns: 48,
      texts: {
        site: 'Town Hall',
        service: 'Passports',
        number: 'A001',
        extra_text: 'Bring a photo.',
        footer_text: 'Thank you.',
      },
    });
    for (const line of ['Town Hall', 'Passports', 'A001', 'Bring a photo.', 'Thank you.']) {
      expect(shown.text).toContain(line);
    }
    expect(shown.texts.people).toContain('7');
    const { width, height, black } = blackOf(shown.image);
    expect([width, height > 600]).toEqual([576 + 64, true]);
    expect(black).toBeGreaterThan(10_000);
    expect(await town.waiting('Passports')).toEqual([]);
    await town.createTicket('Passports');
    expect((await ticket('service_id=passports')).texts.number).toBe('A002');
    expect((await ticket('service_id=passports&number=77')).text).toContain('A077');
  });

  it('shows unsaved changes, and does not save them', async () => {
    const saved = town.site.current().service('passports');
    const service = { ...saved, footer_text: 'Come again soon.', tag: 'Q', name: 'Travel papers' };
    const shown = await ticket('service_id=passports', { services: [service] });
    expect(shown.texts).toMatchObject({ service: 'Travel papers', number: 'Q001', footer_text: 'Come again soon.' });
    expect(shown.text).toContain('Come again soon.');
    expect(town.site.current().service('passports')).toEqual(saved);
    const fresh = { id: 'new', name: 'Brand new', location: 'hall', tag: 'N' };
    expect((await ticket('service_id=new', { services: [fresh] })).texts.number).toBe('N001');
    expect(await ticket('service_id=new')).toMatchObject({ errno: 6, parameter: 'service_id' });
    expect(await ticket('service_id=passports', { services: [{ ...service, tag: 5 }] })).toMatchObject({
      errno: 5,
      parameter: 'services[0].tag',
      faults: ['services[0].tag: must be string'],
    });
  });

  it('uses the requested language, drawn as an image if the printer lacks its characters', async () => {
    expect((await ticket('service_id=passports&lang=pt')).texts).toMatchObject({
      site: 'Câmara Municipal',
      service: 'Passaportes',
      extra_text: 'Traga uma fotografia.',
    });
    const arabic = await ticket('service_id=passports&lang=ar');
    expect(arabic.lang).toBe('ar');
    expect(blackOf(arabic.image).black).toBeGreaterThan(10_000);
  });

  it('uses the ticket layout of the location, saved or not', async () => {
    const hall = town.site.current().location('hall');
    const layout = [
      { part: 'number', size: 2 },
      { part: 'text', text: 'Room 4', size: 3, translations: { pt_PT: { text: 'Sala 4' } } },
      { part: 'service', align: 'start' },
    ];
    const draft = { locations: [{ ...hall, ticket_layout: layout }] };
    expect((await ticket('service_id=passports', draft)).text.split('\n')).toEqual(['A001', 'Room 4', 'Passports']);
    const portuguese = await ticket('service_id=passports&lang=pt_PT', draft);
    expect(portuguese.text.split('\n')).toEqual(['A001', 'Sala 4', 'Passaportes']);
    // Without an Arabic translation, the text is in the language of the location.
    expect(blackOf((await ticket('service_id=passports&lang=ar&dots=384', draft)).image).black).toBeGreaterThan(1000);
    const usual = await ticket('service_id=passports');
    expect(usual.text).not.toContain('Room 4');
    expect(
      await ticket('service_id=passports', { locations: [{ ...hall, ticket_layout: [{ part: 'qr' }] }] }),
    ).toMatchObject({
      errno: 5,
      faults: ['locations[0].ticket_layout: a ticket needs its number; add the part "number"'],
    });
    await town.site.load(draft);
    expect((await ticket('service_id=passports')).text).toBe('A001\nRoom 4\nPassports');
  });

  it('uses the requested paper width, or that of a kiosk’s printer', async () => {
    const narrow = await ticket('service_id=passports&dots=384');
    expect(narrow).toMatchObject({ dots: 384, columns: 32 });
    expect(blackOf(narrow.image).width).toBe(384 + 64);
    expect(await ticket('service_id=passports&columns=30')).toMatchObject({ dots: 576, columns: 30 });
    await town.site.load({
      devices: [{ id: 'kiosk-2', name: 'Small', location: 'hall', printer: 'tcp://printer:9100?profile=58mm' }],
    });
    expect(await ticket('service_id=passports&device_id=kiosk-2')).toMatchObject({ dots: 384, columns: 32 });
    expect(await ticket('service_id=passports&dots=384&columns=48')).toMatchObject({ errno: 5, parameter: 'columns' });
    expect(await ticket('service_id=passports&device_id=none')).toMatchObject({ errno: 6, parameter: 'device_id' });
  });

  it('includes the logo', async () => {
    const canvas = createCanvas(200, 100);
    canvas.getContext('2d').fillRect(0, 0, 200, 100);
    const logo = `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`;
    const hall = { ...town.site.current().location('hall'), ticket_layout: LONG_LAYOUT };
    const [plain, marked] = [
      await ticket('service_id=passports', { locations: [hall] }),
      await ticket('service_id=passports', { locations: [{ ...hall, logo }] }),
    ];
    expect(blackOf(marked.image).black - blackOf(plain.image).black).toBeGreaterThan(15_000);
    expect(marked.length_mm).toBeGreaterThan(plain.length_mm);
  });

  it('reports a ticket that is too long, and shows its shortened text', async () => {
    const saved = town.site.current().service('passports');
    const letter = 'Bring the old passport. '.repeat(160);
    const shown = await ticket('service_id=passports&dots=384', { services: [{ ...saved, extra_text: letter }] });
    expect(shown).toMatchObject({ success: true, shortened: true });
    expect(shown.length_mm).toBeLessThanOrEqual(600);
    expect(shown.text).toMatch(/A001[\s\S]*\w\.\.\.\n/);
    expect((await ticket('service_id=passports')).shortened).toBe(false);
  });

  it('is cancelled when the page disconnects, and refused while drawing is busy', async () => {
    const asked: (() => boolean)[] = [];
    let answer = (): void => {};
    const other = await openTown({
      drawPaper: (_order, isGone = () => false) => {
        asked.push(isGone);
        return new Promise((resolve) => {
          answer = () => resolve({ ok: false, error: { kind: 'busy' } });
        });
      },
    });
    const page = new AbortController();
    const address = `${other.address}/restapi/v2/admin/ticket-preview?service_id=passports`;
    const gone = fetch(address, { method: 'POST', signal: page.signal }).catch(() => 'gone');
    await vi.waitFor(() => expect(asked).toHaveLength(1), SOON);
    expect(asked[0]?.()).toBe(false);
    page.abort();
    expect(await gone).toBe('gone');
    await vi.waitFor(() => expect(asked[0]?.()).toBe(true), SOON);
    answer();
    const patient = fetch(address, { method: 'POST' });
    await vi.waitFor(() => expect(asked).toHaveLength(2), SOON);
    answer();
    const refused = await patient;
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    await other.close();
  });

  it('fails with errno 7 on a server that cannot draw', async () => {
    const other = await openTown({ site: townSite() });
    const answer = await fetch(`${other.address}/restapi/v2/admin/ticket-preview?service_id=passports`, {
      method: 'POST',
    });
    expect(await answer.json()).toMatchObject({ errno: 7 });
    await other.close();
  });
});

describe('the preview of a form', () => {
  const TEXT = '01900000-0000-7000-8000-000000000101';
  const YES_NO = '01900000-0000-7000-8000-000000000106';
  const everywhere = { ticket_kiosks: true, card_reader: true };
  const draft = {
    forms: [
      {
        id: 'before',
        name: 'Before',
        questions: {
          before: [
            {
              id: 'first',
              question: 'Is it your first passport?',
              qat_id: YES_NO,
              required: true,
              visible_on: everywhere,
              config: '{"translations":{"pt":{"question":"É o primeiro passaporte?"}}}',
            },
            {
              id: 'old',
              question: 'Number of the old one',
              qat_id: TEXT,
              config: '{"mask":2,"length":6}',
              visible_on: everywhere,
              depends_on: { has_dependency: true, question: 'first', answer: 'no' },
            },
            { id: 'phone-only', question: 'On the phone only', qat_id: TEXT, visible_on: { virtual_ticket: true } },
          ],
          end: [{ id: 'happy', question: 'All done?', qat_id: YES_NO }],
        },
      },
    ],
  };
  const form = (query: Record<string, string>): Promise<Json> =>
    post(`form-preview?${new URLSearchParams({ form_id: 'before', ...query })}`, draft);
  const asked = ({ questions }: Json): string[] => questions.map(({ id, fault }: Json) => `${id} ${fault}`.trim());

  it('shows the next questions for the given answers, in the visitor’s language', async () => {
    const start = await form({});
    expect([asked(start), start.complete]).toEqual([['first required'], false]);
    const after = await form({ answers: '{"first":"no"}', lang: 'pt_PT' });
    expect([asked(after), after.complete]).toEqual([['first', 'old'], true]);
    expect(after.questions[0]).toMatchObject({ question: 'É o primeiro passaporte?', answer: ['no'], type: 6 });
    expect((await form({ answers: '{"first":"yes"}' })).questions).toHaveLength(1);
    const wrong = await form({ answers: '{"first":"no","old":"abc"}' });
    expect([asked(wrong), wrong.complete]).toEqual([['first', 'old format'], false]);
  });

  it('shows only questions of the channel and the stage', async () => {
    expect(asked(await form({ channel: 'virtual_ticket' }))).toEqual(['phone-only']);
    expect(asked(await form({ stage: 'end' }))).toEqual(['happy']);
    expect(asked(await form({ stage: 'during' }))).toEqual([]);
  });

  it('refuses an unknown form, invalid answers and a form with faults', async () => {
    expect(await form({ form_id: 'none' })).toMatchObject({ errno: 6, parameter: 'form_id' });
    expect(await form({ answers: '[1]' })).toMatchObject({ errno: 5, parameter: 'answers' });
    const [one] = draft.forms;
    const bad = { forms: [{ ...one, questions: { before: [{ id: 'x', question: 'X', qat_id: 'none' }] } }] };
    expect(await post('form-preview?form_id=before', bad)).toMatchObject({ errno: 5 });
    expect(town.site.current().file.forms).toEqual([]);
  });
});
