import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { printedNumbers } from '../../main/printing/journal-files.ts';

const at = (time: string): number => Date.parse(`2026-11-${time}Z`);

it('are the highest of each service, and files that ended long before are not read for them', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'printed-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const printed = (id: string, number: number, time: string): string =>
    `${JSON.stringify({ job: id, ticket: id, at: at(time), state: 'printed', issued: { service: 'passports', number } })}\n`;
  const write = (name: string, ...lines: string[]) => writeFile(join(dir, name), lines.join(''));
  // Only its place says that it is old: to read it would find 900.
  await write('journal-2026-11-01-0001.jsonl', printed('a', 900, '20T09:00:00'));
  // Begun weeks ago, and still written.
  await write('journal-2026-11-02-0001.jsonl', printed('b', 6, '20T08:00:00'), printed('c', 7, '20T09:00:00'));
  await write('journal-2026-11-20-0001.jsonl', printed('d', 3, '20T10:00:00'), printed('e', 99, '18T10:00:00'));
  expect(await printedNumbers(dir, at('19T12:00:00'))).toEqual([{ id: 'c', service: 'passports', number: 7 }]);
});
