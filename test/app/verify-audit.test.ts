/** Exported audit logs that were forged: what a third party verifies without the database tells each of them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { verifyAuditFile, verifyExport } from '../../main/app/verify-audit.ts';
import type { ExportLine } from '../../main/audit/contract/audit-export.ts';
import { chainStart, entryHash } from '../../main/audit/rules/audit-chain.ts';

const folder = mkdtempSync(join(tmpdir(), 'take-a-number-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type EntryLine = Extract<ExportLine, { kind: 'entry' }>;
type PartLine = Extract<ExportLine, { kind: 'part' }>;

/** Entries of a part, each linked to the one before it. */
function chain(count: number, { from = 1, after = chainStart(0), by = 'ana' } = {}): EntryLine[] {
  const entries: EntryLine[] = [];
  for (let seq = from; seq < from + count; seq += 1) {
    const prevHash = entries.at(-1)?.hash ?? after;
    const at = Date.UTC(2026, 10, 1, 8, 0, seq);
    const content = {
      changeId: `c-${seq}`,
      byKind: 'user',
      byId: by,
      collection: 'desks',
      itemId: 'desk-1',
      itemName: 'One',
    };
    const written = { prevHash, part: 'changes', at, action: 'changed', fields: '[]' };
    entries.push({
      ...{
        kind: 'entry',
        part: 'changes',
        seq,
        id: seq,
        hash: entryHash({ ...written, ...content }),
        prev_hash: prevHash,
      },
      ...{ change_id: content.changeId, at: new Date(at).toISOString(), by_kind: 'user', by_id: by },
      ...{ collection: 'desks', item_id: 'desk-1', item_name: 'One', action: 'changed', fields: '[]' },
    });
  }
  return entries;
}

const first: ExportLine = { kind: 'audit-export', version: 1, made_at: '2026-11-01T09:00:00.000Z', whole: true };
const start: PartLine = { kind: 'part', part: 'changes', begun_after: 0, cut_seq: 0, cut_hash: chainStart(0) };
const headOf = ({ seq, hash }: EntryLine): ExportLine => ({ kind: 'head', part: 'changes', seq, hash });
const end = (entries: number): ExportLine => ({ kind: 'end', entries });
const SEVEN = chain(7);
const NEWEST = headOf(SEVEN[6]!);
const textOf = (lines: readonly ExportLine[]): string[] => lines.map((line) => JSON.stringify(line));
const faultsOf = async (lines: readonly ExportLine[]): Promise<readonly string[]> =>
  (await verifyExport(textOf(lines))).faults;

it('finds no fault in a file as it was exported', async () => {
  expect(await verifyExport(textOf([first, start, ...SEVEN, NEWEST, end(7)]))).toMatchObject({
    faults: [],
    entries: 7,
  });
});

const atTwo = { ...start, cut_seq: 2, cut_hash: SEVEN[1]!.hash };
const replaced = SEVEN.slice(0, 2).map((entry) => ({ ...entry, by_id: 'eve', hash: '', prev_hash: '' }));
const beyond = chain(1, { from: 8, after: SEVEN[6]!.hash, by: 'eve' });
it.each<readonly [string, readonly ExportLine[], string]>([
  [
    'oldest entries removed, as retention would',
    [first, atTwo, ...SEVEN.slice(2), NEWEST, end(5)],
    'entries 1 to 2 of',
  ],
  [
    'oldest entries replaced by some from before there was a chain',
    [first, { ...atTwo, begun_after: 2 }, ...replaced, ...SEVEN.slice(2), NEWEST, end(7)],
    'entries 1 to 2 of',
  ],
  [
    'entries skipped by a second beginning',
    [first, start, SEVEN[0]!, atTwo, ...SEVEN.slice(2), NEWEST, end(6)],
    'line 4 ',
  ],
  ['an entry behind the newest one', [first, start, ...SEVEN, NEWEST, ...beyond, end(8)], 'line 11 '],
  ['an entry behind the last line', [first, start, ...SEVEN, NEWEST, end(7), ...beyond], 'line 12 '],
  ['a second newest entry', [first, start, ...SEVEN, NEWEST, headOf(SEVEN[3]!), end(7)], 'line 11 '],
  [
    'a part whose name has a line break',
    [
      first,
      start,
      ...SEVEN,
      { kind: 'part', part: 'a\n7 entries', begun_after: 0, cut_seq: 0, cut_hash: 'start 0' },
      NEWEST,
      end(7),
    ],
    'line 10 ',
  ],
])('reports a forged file: %s', async (_name, lines, fault) => {
  expect((await faultsOf(lines)).some((line) => line.startsWith(fault))).toBe(true);
});

it('refuses a line with unhashed or duplicate fields', async () => {
  const lines = textOf([first, start, ...SEVEN, NEWEST, end(7)]);
  for (const extra of ['"by_id":"eve",', '"approved_by":"ana",', ' ']) {
    const forged = lines.with(4, lines[4]!.replace('"by_kind"', `${extra}"by_kind"`));
    expect((await verifyExport(forged)).faults).toContain('line 5 is not a line of an exported audit log');
  }
});

async function printed(bytes: string | Uint8Array): Promise<{ readonly code: number; readonly text: string }> {
  const path = join(folder, 'export.jsonl');
  writeFileSync(path, bytes);
  const texts: string[] = [];
  const keep = (chunk: unknown): boolean => texts.push(String(chunk)) > 0;
  const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  for (const spy of spies) spy.mockImplementation(keep);
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  const code = await verifyAuditFile(path);
  for (const spy of spies) spy.mockRestore();
  return { code, text: texts.join('') };
}

it('prints no control characters of a file, and no text that looks like its own result', async () => {
  const verdict = '\u001b[2J7 entries, the whole log: unchanged\n';
  const lines = [first, { ...start, part: verdict }, { kind: 'head', part: verdict, seq: 0, hash: verdict }];
  const last = { kind: 'end', entries: verdict };
  const { code, text } = await printed(`${[...lines, last].map((line) => JSON.stringify(line)).join('\n')}\n`);
  expect(code).toBe(1);
  expect(text).not.toContain('\u001b');
  expect(text).not.toMatch(/^7 entries/m);
});

it('stops at a line that is too long for any entry, with little memory', async () => {
  const { code, text } = await printed(Buffer.alloc(80_000_000, 'x'));
  expect({ code, text }).toEqual({ code: 1, text: expect.stringContaining('line 1 is longer than') });
});

it('lists few of many faults, and counts the others', async () => {
  const { code, text } = await printed(`${JSON.stringify(first)}\n${'?\n'.repeat(100_000)}`);
  expect(code).toBe(1);
  expect(text.split('\n').length).toBeLessThan(50);
  expect(text).toContain(' more faults');
});

it('names altered bytes that are no UTF-8', async () => {
  const lines = textOf([first, start, ...SEVEN, NEWEST, end(7)]).join('\n');
  const bytes = Buffer.from(`${lines}\n`);
  bytes[lines.indexOf('"item_name":"One"') + 14] = 0xff;
  const { code, text } = await printed(bytes);
  expect({ code, text }).toEqual({
    code: 1,
    text: expect.stringContaining('entry 1 of the audit log, part changes (id 1), was changed'),
  });
});
