/** `npm run printer -- journal` over journals as they are found on disk. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog, systemClock } from '../../main/context.ts';
import { type Journal, openJournal } from '../../main/printing/journal.ts';
import { tempDir } from './open-printer.ts';
import { ENGLISH } from './sample-tickets.ts';

const PRINTING = join(import.meta.dirname, '../../main/printing');
const NOON = Date.parse('2026-11-20T12:00:00Z');

async function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [join(PRINTING, 'cli.ts'), ...args], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const texts = [child.stdout, child.stderr].map(async (stream) =>
    (await stream.setEncoding('utf8').toArray()).join(''),
  );
  const [code] = await once(child, 'close');
  const [out = '', err = ''] = await Promise.all(texts);
  return {
    code: code as number,
    err,
    out,
    rows: out
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t')),
  };
}

async function dataWith(kiosk: string): Promise<{ readonly data: string; readonly dir: string }> {
  const data = await tempDir();
  const dir = join(data, 'print-journal', encodeURIComponent(kiosk));
  await mkdir(dir, { recursive: true });
  return { data, dir };
}

const opened = (dir: string, at = NOON): Promise<Journal> =>
  openJournal({ dir, log: silentLog, clock: { ...systemClock, now: () => at } });

describe('the journal command', () => {
  it('tells what became of each ticket on each day, past a torn line, without a word that stood on paper', async () => {
    const { data, dir } = await dataWith('Kiosk am Eingang');
    const days = [
      '{"job":"a-1","at":1763400000000,"state":"created","ticket":"t-1","number":"A001"}\n{"job":"a-1","at":1763400001000,"state":"printed","by":"status"}\n{"job":"a-2","at":17634',
      '{"job":"b-1","at":1763500000000,"state":"not-printed","ticket":"t-2","number":"A002","why":"no-paper: the paper is out"}\n',
    ];
    await writeFile(join(dir, 'journal-2025-11-17-0001.jsonl'), days[0] ?? '');
    await writeFile(join(dir, 'journal-2025-11-18-0001.jsonl'), days[1] ?? '');
    const journal = await opened(dir);
    const ended = async (number: string, outcome: Parameters<Journal['ended']>[1]): Promise<void> => {
      const job = await journal.created({ ...ENGLISH, number });
      journal.sending(job);
      journal.ended(job, outcome);
    };
    await ended('A003', { ok: true, value: { confirmed: 'process-id' } });
    await ended('A004', { ok: false, error: { reason: 'unconfirmed', doubtful: true, detail: 'said nothing' } });
    await ended('A005', { ok: false, error: { reason: 'cover-open', doubtful: false, detail: 'the cover is open' } });
    journal.refused({ ...ENGLISH, number: 'A006' }, { reason: 'absent', doubtful: false, detail: 'not there' });
    journal.sending(await journal.created({ ...ENGLISH, number: 'A007' }));
    await journal.close();

    const { code, rows, out } = await run('journal', '--data', data);
    expect(code).toBe(0);
    expect(rows.map(([, device, number, , state, why]) => [device, number, state, why])).toEqual(
      [
        ['A001', 'printed', 'status'],
        ['A002', 'not-printed', 'no-paper: the paper is out'],
        ['A003', 'printed', 'process-id'],
        ['A004', 'doubtful', 'unconfirmed: said nothing'],
        ['A005', 'not-printed', 'cover-open: the cover is open'],
        ['A006', 'not-printed', 'absent: not there'],
        ['A007', 'sending', 'not ended'],
      ].map((row) => ['Kiosk am Eingang', ...row]),
    );
    expect(rows.map(([at]) => at?.slice(0, 10)).slice(0, 3)).toEqual(['2025-11-17', '2025-11-18', '2026-11-20']);
    for (const word of [ENGLISH.siteName, ENGLISH.serviceName, ENGLISH.qr?.content ?? 'https']) {
      expect(out).not.toContain(word);
    }
    const one = await run('journal', '--data', data, '--device', 'Kiosk am Eingang', '--number', 'A004');
    expect(one.rows.map(([, , number]) => number)).toEqual(['A004']);
  });

  it('says doubtful of what was on its way when the program was killed', async () => {
    const { data, dir } = await dataWith('kiosk-1');
    const program = `
      const { openJournal } = await import(${JSON.stringify(join(PRINTING, 'journal.ts'))});
      const { silentLog, systemClock } = await import(${JSON.stringify(join(PRINTING, '../context.ts'))});
      const journal = await openJournal({ dir: ${JSON.stringify(dir)}, log: silentLog, clock: systemClock });
      await journal.created({ ticketId: 't-9', number: 'A009' });
      process.kill(process.pid, 'SIGKILL');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const before = await run('journal', '--data', data);
    expect(before.rows.map((row) => row.slice(2))).toEqual([['A009', 't-9', 'created', 'not ended']]);
    const again = await opened(dir, Date.now());
    expect(again.interrupted).toBe(true);
    await again.close();
    const after = await run('journal', '--data', data);
    expect(after.rows.map((row) => row.slice(2, 5))).toEqual([['A009', 't-9', 'doubtful']]);
    expect(after.rows[0]?.[5]).toMatch(/program ended/);
  });

  it('says what is wrong with its line, and helps', async () => {
    expect(await run('journal', '--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('journal --data DIR'),
    });
    expect(await run('journal')).toMatchObject({ code: 2, err: expect.stringContaining('--data DIR') });
    expect(await run('journal', '--data', await tempDir())).toMatchObject({
      code: 2,
      err: expect.stringContaining('no print journal'),
    });
  });
});

describe('the journal', () => {
  it('keeps 30 files, the newest, and begins a new one when a file is full', async () => {
    const { dir } = await dataWith('kiosk-1');
    const names = Array.from({ length: 40 }, (_, day) => {
      const date = new Date(NOON - (40 - day) * 86_400_000).toISOString().slice(0, 10);
      return `journal-${date}-0001.jsonl`;
    });
    await Promise.all(names.map((name) => writeFile(join(dir, name), '')));
    const full = 'journal-2026-11-20-0001.jsonl';
    await writeFile(join(dir, full), `${' '.repeat(1_000_000)}\n`);
    const journal = await opened(dir);
    await journal.created({ ticketId: 't-1', number: 'A001' });
    await journal.close();
    const kept = (await readdir(dir)).sort();
    expect(kept).toEqual([...names.slice(-28), full, 'journal-2026-11-20-0002.jsonl']);
    expect((await stat(join(dir, full))).size).toBe(1_000_001);
  });
});
