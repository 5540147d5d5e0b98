/** A report as PDF in the hands of who does not see its pages: what a reader of another house, that of Poppler, finds in it. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCanvas, loadImage } from '../../main/printing/canvas.ts';
import type { ReportChart, ReportDocument, ReportTable } from '../../main/reports/contract/report-document.ts';
import { drawReport } from '../../main/reports/pdf/draw-report.ts';

const READER = '/usr/bin/pdfinfo';

const DESKS: ReportTable = {
  part: 'desks',
  title: 'By desk',
  columns: [
    { label: 'Desk', kind: 'text' },
    { label: 'Tickets', kind: 'count' },
  ],
  // More than a page holds.
  rows: Array.from({ length: 60 }, (_, row) => [`Desk ${row + 1}`, row * 3]),
  note: 'Desks that nobody sat at are left out.',
};
const PEOPLE: ReportTable = { ...DESKS, part: 'users', title: 'By person', rows: [], note: '' };
const OVERVIEW: ReportTable = {
  part: 'overview',
  title: 'At a glance',
  columns: [
    { label: 'Tickets', kind: 'count' },
    { label: 'Wait', kind: 'length' },
  ],
  rows: [[7, 600]],
  note: '',
};

const report = (more: Partial<ReportDocument>): ReportDocument => ({
  lang: 'en',
  title: 'November at the town hall',
  place: 'Town hall and clinic',
  logo: '',
  subtitle: '1–30 November 2026 (UTC)',
  locationWord: 'Location',
  nothing: 'Nothing to show.',
  sections: [{ title: 'Town hall', tables: [OVERVIEW, DESKS, PEOPLE] }],
  ...more,
});

interface Read {
  /** Each thing that holds words of its own, with them, in the order in which it is read: `H1 Report`. */
  readonly told: readonly string[];
  /** By name, as `Title`. */
  readonly facts: ReadonlyMap<string, string>;
  readonly text: string;
  /** Path of the file, and its tags as Poppler lists them. */
  readonly file: string;
  readonly structure: string;
  readonly raw: string;
}

async function read(document: ReportDocument): Promise<Read> {
  const folder = await mkdtemp(join(tmpdir(), 'report-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'report.pdf');
  const pdf = await drawReport(document);
  await writeFile(file, pdf);
  const ask = (program: string, ...args: readonly string[]): string =>
    execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  let type = '';
  let more = '';
  const told: string[] = [];
  for (const line of ask(READER, '-struct-text', file)
    .split('\n')
    .map((each) => each.trim())) {
    if (line.startsWith('"')) told.push(`${type}${more} ${line.slice(1, -1)}`);
    else if (line.startsWith('/')) more = ` ${line}`;
    else if (line !== '') [type = '', more = ''] = [line.split(/[ :]/)[0]];
  }
  const facts = new Map(
    ask(READER, file)
      .split('\n')
      .map((line) => [line.split(':')[0] ?? '', line.slice(16).trim()]),
  );
  return {
    told,
    facts,
    file,
    structure: ask(READER, '-struct', file),
    text: ask('/usr/bin/pdftotext', file, '-'),
    raw: Buffer.from(pdf).toString('latin1'),
  };
}

/** Alternative texts of figures, which Poppler does not list. */
function alternativesOf(raw: string): readonly string[] {
  const streams = raw.matchAll(/\/Type \/ObjStm [^>]*\/Length (\d+)>> stream\n/g);
  return [...streams].flatMap(({ 0: head, 1: length, index }) => {
    const from = index + head.length;
    const objects = inflateSync(Buffer.from(raw.slice(from, from + Number(length)), 'latin1')).toString('latin1');
    return [...objects.matchAll(/\/Alt <feff([0-9a-f]*)>/g)].map(([, hex = '']) =>
      Buffer.from(hex, 'hex').swap16().toString('utf16le'),
    );
  });
}

/** Longest run of a colour in each column of pixels on the first page. */
async function columnsOf(
  file: string,
  [red, green, blue]: readonly [number, number, number],
): Promise<readonly number[]> {
  const png = execFileSync('/usr/bin/pdftoppm', ['-r', '72', '-f', '1', '-l', '1', '-png', file], { maxBuffer: 1e8 });
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
  return Array.from({ length: width }, (_, x) => {
    let [longest, run] = [0, 0];
    for (let y = 0; y < height; y += 1) {
      const at = (y * width + x) * 4;
      run = data[at] === red && data[at + 1] === green && data[at + 2] === blue ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  });
}

describe.skipIf(!existsSync(READER))('a report as PDF', () => {
  it('has its title, its language, headings, and tables whose cells have their heads; what only decorates is passed over', async () => {
    const { told, facts, text, raw } = await read(report({}));
    expect([facts.get('Tagged'), facts.get('Title')]).toEqual(['yes', 'November at the town hall']);
    expect(raw).toContain('/Lang (en)');
    expect(raw).toContain('/DisplayDocTitle true');
    expect(told).toEqual([
      'H1 November at the town hall',
      'P Town hall and clinic',
      'P 1–30 November 2026 (UTC)',
      'H2 Town hall',
      'H3 At a glance',
      'TH /Scope /Column Tickets',
      'TH /Scope /Column Wait',
      'TD 7',
      'TD 10 min',
      'H3 By desk',
      // Once, though the next page shows them again.
      'TH /Scope /Column Desk',
      'TH /Scope /Column Tickets',
      ...DESKS.rows.flatMap(([desk, tickets]) => [`TH /Scope /Row ${desk}`, `TD ${tickets}`]),
      'P Desks that nobody sat at are left out.',
      'H3 By person',
      'TH /Scope /Column Desk',
      'TH /Scope /Column Tickets',
      'TD /ColSpan 2 Nothing to show.',
    ]);
    expect(text.match(/Desk$/gm)).toHaveLength(3);
  });

  it('is read page after page, however many there are', async () => {
    const titles = Array.from({ length: 7 }, (_, place) => `Branch ${place + 1}`);
    const { told, facts } = await read(report({ sections: titles.map((title) => ({ title, tables: [DESKS] })) }));
    // Of so many the drawing library makes a tree.
    expect(Number(facts.get('Pages'))).toBeGreaterThan(8);
    expect(told.filter((each) => each.startsWith('H2'))).toEqual(titles.map((title) => `H2 ${title}`));
    expect(told.filter((each) => each.startsWith('TH /Scope /Row'))).toHaveLength(7 * 60);
  });

  it('draws the logo, and charts with their highest values as text alternative', async () => {
    const labels = ['16/11', '17/11', '18/11'];
    const chart = (more: Partial<ReportChart>): ReportChart => ({
      title: 'Visits',
      look: 'bars',
      kind: 'count',
      labels,
      series: [
        { label: 'Tickets', values: [12, 40, null] },
        { label: 'Served', values: [10, 39, null] },
      ],
      ...more,
    });
    const waits = [
      { label: 'Median', values: [300, null, 600] },
      { label: '90 %', values: [900, null, 5_640] },
    ];
    const charts = [chart({}), chart({ title: 'Waits', look: 'band', kind: 'length', series: waits })];
    const sections = [{ title: 'Town hall', tables: [{ ...DESKS, charts }] }];
    const logo = (await readFile(new URL('../../assets/demo/town-hall.png', import.meta.url))).toString('base64');
    const { file, structure, text, raw } = await read(report({ logo, sections }));
    expect(structure.match(/Figure/g)).toHaveLength(2);
    expect(alternativesOf(raw)).toEqual([
      'Visits. Tickets: 40 (17/11); Served: 39 (17/11)',
      'Waits. Median: 10 min (18/11); 90 %: 1 h 34 (18/11)',
    ]);
    for (const words of ['Visits', '16/11', '1 h 30']) expect(text).toContain(words);
    expect(execFileSync('/usr/bin/pdfimages', ['-list', file], { encoding: 'utf8' })).toMatch(/^ +1 +0 image/m);
    // At 72 dpi a pixel is a point: the bars of 12 and 40 have their proportion.
    const heights = await columnsOf(file, [13, 81, 97]);
    const [low = 0, high = 0] = [...new Set(heights)].toSorted((a, b) => a - b).slice(-2);
    expect(low / high).toBeCloseTo(12 / 40, 1);
  });

  it('leaves out a logo that is no picture', async () => {
    const { file, told } = await read(report({ logo: Buffer.from('not a picture').toString('base64') }));
    expect(told[0]).toBe('H1 November at the town hall');
    expect(execFileSync('/usr/bin/pdfimages', ['-list', file], { encoding: 'utf8' })).not.toContain(' image ');
  });

  it('says a long name whole where a short one is seen, and each letter of a script whose letters join', async () => {
    const name = 'Office for building permits, demolitions and changes of use of the old town and the harbour';
    const long = { ...DESKS, rows: [[name, 1]] };
    const english = await read(report({ sections: [{ title: 'Town hall', tables: [long] }] }));
    expect(english.text.replaceAll(/\s+/g, ' ')).toContain(name);

    const arabic = await read(report({ lang: 'ar', title: 'تقرير' }));
    expect(arabic.raw).toContain('/Lang (ar)');
    // Poppler lays them from left to right.
    expect(arabic.text).toMatch(/تقرير|ريرقت/);
  });
});
