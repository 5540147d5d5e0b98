/** The audit log towards an auditor: verified, exported, and each export is an entry of the log. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verifyExport } from '../../main/app/verify-audit.ts';
import type { ExportLine } from '../../main/audit/contract/audit-export.ts';
import type { AuditAnswer, AuditCheckAnswer } from '../../main/audit/contract/rest/audit.ts';
import { type LockedTown, openLockedTown } from '../helpers/locked-town.ts';

let folder: string;
let town: LockedTown;
let chief: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'take-a-number-audit-'));
  town = await openLockedTown({ database: join(folder, 'town.db') });
  chief = await town.keyOf('chief');
});
afterEach(async () => {
  await town.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, key = chief) => town.ask('GET', `/restapi/v2/admin/audit${path}`, key);
const check = async (query = ''): Promise<AuditCheckAnswer> => (await ask(`/check${query}`)).body as AuditCheckAnswer;
const sql = (text: string): void => {
  const database = new DatabaseSync(join(folder, 'town.db'), { timeout: 5000 });
  database.exec(text);
  database.close();
};
async function file(query: string): Promise<{ readonly text: string; readonly headers: Headers }> {
  const headers = { authorization: `Bearer ${chief}` };
  const response = await fetch(`${town.address}/restapi/v2/admin/audit${query}`, { headers });
  expect(response.status).toBe(200);
  return { text: await response.text(), headers: response.headers };
}
const linesOf = (text: string): string[] => text.trimEnd().split('\n');
const desk = (name: string) => ({ name, tag: '2', location: 'hall', services: ['taxes'] });
const change = (name: string) => town.ask('PUT', '/restapi/v2/admin/desks/desk-2', chief, desk(name));

it('is verified for an auditor, and says which entry was changed', async () => {
  const good = await check();
  expect(good).toMatchObject({ complete: true, fault_count: 0, faults: [], unchained: 0 });
  expect(good.verified).toBeGreaterThan(10);
  const [newest] = ((await ask('?limit=1')).body as AuditAnswer).entries;
  sql(`UPDATE audit SET by_id = 'eve' WHERE id = ${newest?.id}`);
  expect(await check()).toMatchObject({
    fault_count: 1,
    faults: [{ kind: 'changed', part: 'changes', entry_id: newest?.id, text: expect.stringContaining('was changed') }],
  });
});

it('detects removed newest entries by an earlier anchor', async () => {
  const [head] = (await check()).heads;
  const anchor = `?anchor=${encodeURIComponent(`${head?.part} ${head?.seq} ${head?.hash}`)}`;
  await change('Window 2');
  expect((await check(anchor)).anchor).toBe('good');
  // SQL can make the recorded end agree with the table.
  sql(`DELETE FROM audit WHERE part = 'changes' AND seq >= ${head?.seq};
    UPDATE audit_chain SET head_seq = ${(head?.seq ?? 0) - 1}, head_hash = (SELECT hash FROM audit WHERE part = 'changes'
      AND seq = ${(head?.seq ?? 0) - 1}) WHERE part = 'changes'`);
  expect(await check(anchor)).toMatchObject({ fault_count: 0, anchor: 'missing' });
  expect(await check('?anchor=nonsense')).toMatchObject({ errno: 5, parameter: 'anchor' });
});

it('is exported as JSON Lines that verify without the database, and the export is an entry', async () => {
  const { text, headers } = await file('?format=jsonl');
  expect(headers.get('content-disposition')).toMatch(/attachment; filename="audit-[\w-]+\.jsonl"/);
  const lines = linesOf(text);
  const found = await verifyExport(lines);
  expect(found).toMatchObject({ faults: [], isWhole: true });
  expect(found.heads).toEqual((await check()).heads);
  const exported = lines.map((line) => JSON.parse(line) as ExportLine).filter((line) => line.kind === 'entry');
  expect(exported).toHaveLength(found.entries);
  expect(exported.at(-1)).toMatchObject({ collection: 'audit', action: 'exported', by_id: 'chief' });

  const at = lines.findIndex((line) => line.includes('"kind":"entry"'));
  const faults = async (changed: readonly string[]) => (await verifyExport(changed)).faults;
  expect(await faults(lines.with(at + 3, lines[at + 3]!.replace('"action":"added"', '"action":"removed"')))).toEqual([
    expect.stringMatching(/^entry 4 of the audit log, part changes \(id \d+\), was changed$/),
  ]);
  const without = lines.toSpliced(at + 3, 1);
  expect(await faults(without)).toEqual([
    'entry 4 of the audit log, part changes, was removed',
    `the file has ${found.entries - 1} of ${found.entries} entries`,
  ]);
  expect(await faults(lines.slice(0, -2))).toEqual([
    'the last line is missing: the file was truncated',
    'the last line of part exports is missing',
  ]);
  expect(await faults(['nonsense'])).toContain('line 1 is not a line of an exported audit log');
});

it('is exported for a period and by the filters of the page', async () => {
  town.clock.set('2026-12-01T10:00:00Z');
  chief = await town.keyOf('chief');
  await change('Window 2');
  town.clock.set('2026-12-03T10:00:00Z');
  chief = await town.keyOf('chief');
  await change('Window 3');
  const { text } = await file('?format=jsonl&collection=desks&from=2026-12-01&until=2026-12-02');
  const found = await verifyExport(linesOf(text));
  expect(found).toMatchObject({ faults: [], entries: 1, isWhole: false });
  expect(text).toContain('Window 2');
  expect(text).not.toContain('Window 3');
  const csv = await file('?format=csv&user_id=the.chief&from=2026-12-03');
  const rows = linesOf(csv.text);
  expect(rows[0]).toBe(
    'part,seq,id,hash,prev_hash,change_id,at,by_kind,by_id,collection,item_id,item_name,action,fields\r',
  );
  expect(rows.slice(1).map((row) => row.split(',').slice(7, 13).join(','))).toEqual([
    'user,chief,desks,desk-2,Window 3,changed',
    'user,chief,audit,,,exported',
    'user,chief,audit,,,exported',
  ]);
});

it('is for administrators and auditors of the whole site alone', async () => {
  for (const path of ['/check', '?format=csv', '?format=jsonl']) {
    expect((await ask(path, await town.keyOf('ana'))).body).toMatchObject({ errno: 104 });
  }
  expect((await ask('?format=jsonl&from=yesterday')).body).toMatchObject({ errno: 5, parameter: 'from' });
});
