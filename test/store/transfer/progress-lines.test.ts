/** What somebody sees who waits for a copy or a backup: on a terminal, and in the log of a timer. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createProgressLines } from '../../../main/store/transfer/progress-lines.ts';
import { turnedClock } from '../../helpers/turned-clock.ts';

const SECOND = 1_000;

function shown(isTTY: boolean) {
  const clock = turnedClock('2026-11-20T02:00:00Z');
  const written: string[] = [];
  const lines = createProgressLines({ isTTY, write: (text) => written.push(text) }, clock);
  return { clock, written, ...lines };
}

it('without a terminal there is a line every ten seconds, also while one table takes long', () => {
  const { clock, written, tell, end } = shown(false);
  tell({ what: 'counting ticket' });
  clock.advance(9 * SECOND);
  expect(written).toEqual([]);
  clock.advance(SECOND);
  clock.advance(10 * SECOND);
  expect(written).toEqual(['counting ticket\n', 'counting ticket\n']);
  for (let page = 1; page <= 1_000; page += 1) tell({ what: `ticket: ${page * 2_000} of 2000000` });
  clock.advance(10 * SECOND);
  expect(written.slice(2)).toEqual(['ticket: 2000000 of 2000000\n']);
  end();
  clock.advance(60 * SECOND);
  expect(written).toHaveLength(3);
});

it('without a terminal lines come also where rows come so fast that no timer has its turn', () => {
  const { written, tell } = (() => {
    let now = 0;
    const written: string[] = [];
    const clock = { now: () => (now += 4 * SECOND), after: () => () => undefined };
    return { written, ...createProgressLines({ write: (text) => written.push(text) }, clock) };
  })();
  for (let page = 1; page <= 6; page += 1) tell({ what: `answer: ${page}` });
  expect(written.length).toBeGreaterThan(0);
  expect(written.length).toBeLessThan(6);
});

it('a file that is written at once is reported by its size', () => {
  const folder = mkdtempSync(join(tmpdir(), 'progress-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'database.db');
  const { clock, written, tell } = shown(false);
  tell({ what: 'copying queue.db', growing: { file, bytes: 10 * 1024 ** 2 } });
  clock.advance(10 * SECOND);
  writeFileSync(file, '');
  truncateSync(file, 5 * 1024 ** 2);
  clock.advance(10 * SECOND);
  expect(written).toEqual(['copying queue.db: 0 of 10 MiB\n', 'copying queue.db: 5 of 10 MiB\n']);
});

it('on a terminal one line changes, and is gone at the end', () => {
  const { written, tell, end } = shown(true);
  tell({ what: 'ticket: 2000 of 4000' });
  tell({ what: 'meta: 1 of 1' });
  end();
  expect(written).toEqual(['\rticket: 2000 of 4000', '\rmeta: 1 of 1        ', `\r${' '.repeat(12)}\r`]);
});
