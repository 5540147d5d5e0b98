/** The audit log is tamper-evident: the check finds every change that SQL makes to its table, over both databases. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { exportLines } from '../../main/audit/routes/audit.ts';
import { entryHash } from '../../main/audit/rules/audit-chain.ts';
import { checkAudit, describeChainFault } from '../../main/audit/rules/check-audit.ts';
import { silentLog } from '../../main/lib/context.ts';
import type { StoredItem } from '../../main/site/operations/site-changes.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import type { DatabaseTarget } from '../../main/store/transfer/database-target.ts';
import { inspectPlace } from '../../main/store/transfer/integrity/check-place.ts';
import { newPostgresStore } from '../helpers/postgres-store.ts';
import { value } from './queue-hall.ts';

interface Opened {
  readonly store: Store;
  readonly place: DatabaseTarget;
  readonly sql: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const desk = (id: string, name: string): StoredItem => ({
  collection: 'desks',
  id,
  body: JSON.stringify({ id, name }),
});
const ana = { kind: 'user', id: 'ana' } as const;
const NAMES = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'];

async function openSqlite(): Promise<Opened> {
  const dataDir = mkdtempSync(join(tmpdir(), 'take-a-number-audit-'));
  const file = join(dataDir, 'take-a-number.db');
  const store = await openSqliteStore({ file, log: silentLog });
  return {
    store,
    place: { engine: 'sqlite', dataDir },
    async sql(text) {
      const database = new DatabaseSync(file, { timeout: 5000 });
      database.exec(text);
      database.close();
    },
    async close() {
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function openPostgres(): Promise<Opened> {
  const { store, url } = await newPostgresStore();
  return {
    store,
    place: { engine: 'postgres', url },
    async sql(text) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(text);
      await client.end();
    },
    close: () => store.close(),
  };
}

async function write(store: Store, names: readonly string[], by = ana): Promise<void> {
  for (const name of names) await store.writeSite({ put: [desk(`d-${name}`, name)], remove: [], by });
}

const found = async (store: Store): Promise<readonly string[]> =>
  (await checkAudit(store)).faults.map(({ kind, seq, until }) => `${kind} ${until > seq ? `${seq}-${until}` : seq}`);

/** Makes room for an entry at number 4. */
const SHIFT = 'UPDATE audit SET seq = -seq WHERE seq >= 4; UPDATE audit SET seq = 1 - seq WHERE seq < 0;';
const COPY = (seq: number, hashes: string): string =>
  `INSERT INTO audit (part, seq, prev_hash, hash, change_id, at, by_kind, by_id, collection, item_id, item_name, action, fields)
  SELECT part, ${seq}, ${hashes}, change_id, at, by_kind, 'eve', collection, item_id, item_name, action, fields FROM audit WHERE seq = 2`;

const ATTACKS: readonly (readonly [name: string, sql: string, faults: readonly string[]])[] = [
  ['a changed text', "UPDATE audit SET fields = replace(fields, 'Three', 'Tree') WHERE seq = 3", ['changed 3']],
  ['another user', "UPDATE audit SET by_id = 'eve' WHERE seq = 5", ['changed 5']],
  ['another time', 'UPDATE audit SET at = at + 1000 WHERE seq = 7', ['changed 7']],
  ['another hash', "UPDATE audit SET hash = 'ff' WHERE seq = 3", ['changed 3']],
  ['a removed row', 'DELETE FROM audit WHERE seq = 4', ['removed 4']],
  ['removed rows', 'DELETE FROM audit WHERE seq IN (4, 5)', ['removed 4-5']],
  [
    'a removed row, and the others numbered again',
    'DELETE FROM audit WHERE seq = 4; UPDATE audit SET seq = -seq WHERE seq > 4; UPDATE audit SET seq = -seq - 1 WHERE seq < 0; UPDATE audit_chain SET head_seq = 6',
    ['broken 4'],
  ],
  ['an inserted row', `${SHIFT} ${COPY(4, "prev_hash, 'ff'")}; UPDATE audit_chain SET head_seq = 8`, ['inserted 4']],
  ['an inserted row at the newest end', COPY(8, 'prev_hash, hash'), ['inserted 8']],
  [
    'two swapped rows',
    'UPDATE audit SET seq = -1 WHERE seq = 3; UPDATE audit SET seq = 3 WHERE seq = 4; UPDATE audit SET seq = 4 WHERE seq = -1',
    ['moved 3', 'moved 4'],
  ],
  ['a truncated newest end', 'DELETE FROM audit WHERE seq > 5', ['removed 6-7']],
  ['a truncated oldest end', 'DELETE FROM audit WHERE seq < 3', ['removed 1-2']],
  [
    'a truncated oldest end that looks like retention',
    `UPDATE audit_chain SET cut_seq = 2, cut_hash = (SELECT hash FROM audit WHERE seq = 2); DELETE FROM audit WHERE seq < 3`,
    ['removed 1-2'],
  ],
  [
    'oldest entries replaced by some from before the log was chained',
    `UPDATE audit_chain SET begun_after = 2, cut_seq = 2, cut_hash = (SELECT hash FROM audit WHERE seq = 2);
    UPDATE audit SET by_id = 'eve', hash = '', prev_hash = '' WHERE seq < 3`,
    ['changed 1-2'],
  ],
  ['a lost record of the newest entry', 'DELETE FROM audit_chain', ['no-head 7']],
];

describe.each([
  ['sqlite', openSqlite],
  ['postgres', openPostgres],
])('the audit log in %s', (engine, open) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await open();
    await write(opened.store, NAMES);
    await opened.sql(
      'CREATE TABLE kept_audit AS SELECT * FROM audit; CREATE TABLE kept_chain AS SELECT * FROM audit_chain',
    );
  });
  afterAll(() => opened.close());
  const numbered = engine === 'postgres' ? 'OVERRIDING SYSTEM VALUE' : '';
  const restore = (): Promise<void> =>
    opened.sql(`DELETE FROM audit; DELETE FROM audit_chain; INSERT INTO audit ${numbered} SELECT * FROM kept_audit;
      INSERT INTO audit_chain SELECT * FROM kept_chain`);

  it('is good as it was written', async () => {
    expect(await checkAudit(opened.store)).toMatchObject({ complete: true, good: 7, unchained: 0, faultCount: 0 });
  });

  it.each(ATTACKS)('reports the entry: %s', async (_name, sql, faults) => {
    onTestFinished(restore);
    await opened.sql(sql);
    expect(await found(opened.store)).toEqual(faults);
  });

  it('reports the entry after one that was changed and hashed again', async () => {
    onTestFinished(restore);
    const page = await opened.store.query('auditPage', { part: 'changes', after: 2 });
    const forged = { ...page.entries[0]!, byId: 'eve' };
    await opened.sql(`UPDATE audit SET by_id = 'eve', hash = '${entryHash(forged)}' WHERE seq = 3`);
    expect(await found(opened.store)).toEqual(['broken 4']);
  });

  it('continues after a truncated end without hiding it', async () => {
    onTestFinished(restore);
    await opened.sql('DELETE FROM audit WHERE seq > 5');
    await write(opened.store, ['Eight']);
    expect(await found(opened.store)).toEqual(['removed 6-7']);
  });

  it('is good when the data of a person was erased, and the erasure is an entry', async () => {
    onTestFinished(restore);
    const input = { tickets: [], appointments: [], mails: [], by: ana };
    value(await opened.store.run('erasePerson', input, { now: Date.now() }));
    expect(await checkAudit(opened.store)).toMatchObject({ good: 8, faultCount: 0 });
  });

  it('is good where retention has dropped the oldest entries, and knows where', async () => {
    onTestFinished(restore);
    const by = { kind: 'device', id: 'kiosk-1' } as const;
    for (const count of [600, 403]) {
      const put = Array.from({ length: count }, (_, place) => desk(`k-${count}-${place}`, 'Desk'));
      await opened.store.writeSite({ put, remove: [], by });
    }
    expect((await checkAudit(opened.store)).heads).toContainEqual(
      expect.objectContaining({ part: 'device/kiosk-1', cutSeq: 3, headSeq: 1003 }),
    );
    expect(await found(opened.store)).toEqual([]);
    await opened.sql("DELETE FROM audit WHERE part = 'device/kiosk-1' AND seq = 4");
    expect(await found(opened.store)).toEqual(['removed 4']);
  });

  it('keeps changes of users with any number of exports', async () => {
    onTestFinished(restore);
    const note = { by: ana, action: 'exported', collection: 'audit', itemId: '', fields: [] } as const;
    value(await opened.store.run('noteAccess', { notes: [note, note] }, { now: Date.now() }));
    const { heads, faultCount } = await checkAudit(opened.store);
    expect(faultCount).toBe(0);
    expect(heads).toMatchObject([
      { part: 'changes', headSeq: 7 },
      { part: 'exports', headSeq: 2 },
    ]);
  });

  it('is checked and exported to its end if a time was replaced by an invalid one', async () => {
    onTestFinished(restore);
    await opened.sql('UPDATE audit SET at = 9000000000000000 WHERE seq = 3');
    expect(await found(opened.store)).toEqual(['changed 3']);
    let count = 0;
    for await (const lines of exportLines(opened.store, {}, Date.now())) {
      count += lines.filter(({ kind }) => kind === 'entry').length;
    }
    expect(count).toBe(7);
  });

  it('is read as one moment by the integrity check, which says the same', async () => {
    await opened.sql('DROP TABLE kept_audit; DROP TABLE kept_chain');
    const audit = async () => (await inspectPlace(opened.place)).faults.filter((line) => line.includes('audit log'));
    expect(await audit()).toEqual([]);
    await opened.sql("DELETE FROM audit WHERE seq = 4; UPDATE audit SET by_id = 'eve' WHERE seq = 6");
    const lines = await audit();
    expect(lines).toEqual((await checkAudit(opened.store)).faults.map(describeChainFault));
    expect(lines).toEqual([
      'entry 4 of the audit log, part changes, was removed',
      expect.stringMatching(/^entry 6 of the audit log, part changes \(id \d+\), was changed$/),
    ]);
  });
});

it('stays valid while two servers write to one PostgreSQL database', async () => {
  const { store: one, url } = await newPostgresStore();
  const other = await openPostgresStore({
    url,
    log: silentLog,
    connections: 4,
    connectMs: 60_000,
    deadlineMs: 120_000,
  });
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
  });
  const rounds = Array.from({ length: 15 }, (_, round) => round);
  const erase = (store: Store): Promise<unknown> =>
    store.run('erasePerson', { tickets: [], appointments: [], mails: [], by: ana }, { now: Date.now() });
  await Promise.all(
    rounds.flatMap((round) =>
      [one, other].flatMap((store, server) => [erase(store), write(store, [`${server}-${round}`])]),
    ),
  );
  const { good, faultCount, heads } = await checkAudit(one);
  expect({ good, faultCount }).toEqual({ good: 60, faultCount: 0 });
  expect(heads).toMatchObject([{ part: 'changes', headSeq: 60 }]);
});
