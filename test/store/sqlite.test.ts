import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { DONE, finish } from '../../main/database/effect.ts';
import { sqliteRunner } from '../../main/database/sql-runner.ts';
import { Db } from '../../main/database/sqlite/db.ts';
import { StoreUnreachable } from '../../main/database/store-errors.ts';
import { silentLog } from '../../main/lib/context.ts';
import { erasingRows } from '../../main/personal-data/sql/erasing.ts';
import { answerRows } from '../../main/queue/sql/sqlite/answers.ts';
import { createRecentEntries, createTicketCache } from '../../main/queue/sql/sqlite/ticket-cache.ts';
import { branchesNow, liveFigures } from '../../main/reports/sql/live-figures.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { migrate } from '../../main/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../main/store/sqlite/migrations.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { openWorkerLink } from '../../main/store/sqlite/worker-link.ts';
import { deskWorkSuite } from './desk-work-suite.ts';
import { deviceActionSuite } from './device-action-suite.ts';
import { deviceSuite } from './device-suite.ts';
import { historySuite } from './history-suite.ts';
import { leaseSuite } from './lease-suite.ts';
import { mailSuite } from './mail-suite.ts';
import { Hall } from './queue-hall.ts';
import { storeSuite } from './store-suite.ts';
import { undoSuite } from './undo-suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'take-a-number-store-'));
const fileOf = (database: string): string => join(folder, `${database}.db`);
const open = (database: string): Promise<Store> => openSqliteStore({ file: fileOf(database), log: silentLog });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Another process that writes into that file, and does not come to an end. */
async function holdElsewhere(file: string): Promise<{ letGo(): Promise<void> }> {
  const script = `const db = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
    db.exec('BEGIN IMMEDIATE');
    process.stdout.write('held');
    process.stdin.on('end', () => db.exec('COMMIT')).resume();`;
  const child = spawn(process.execPath, ['-e', script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return {
    async letGo() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

storeSuite('sqlite', open);
leaseSuite('sqlite', open);
undoSuite('sqlite', open);
deskWorkSuite('sqlite', open);
deviceSuite('sqlite', open);
deviceActionSuite('sqlite', open);
mailSuite('sqlite', open);
historySuite('sqlite', (clock) => openSqliteStore({ file: fileOf('history'), log: silentLog, clock }));

describe('sqlite: calls of years', () => {
  it('are not looked through for those that are open', () => {
    const db = new Db({ file: fileOf('plans'), busyTimeoutMs: 1000 });
    migrate(db);
    const asked: string[] = [];
    const listening = {
      all(sql: string) {
        asked.push(sql);
        return [];
      },
    };
    const answers = answerRows(listening as unknown as Db, createTicketCache(), createRecentEntries());
    finish(
      (function* () {
        yield* answers.openAnswers('hall');
        yield* answers.lastCalls({ locationId: 'hall', deskId: 'desk', since: 1, limit: 1 });
        yield* answers.lastCalls({ locationId: 'hall', limit: 1 });
      })(),
    );
    const day = { locationId: 'hall', from: 1, services: [], desks: ['desk'], now: 2, until: 2 };
    const runner = sqliteRunner(listening as unknown as Db);
    finish(liveFigures(runner, day));
    finish(branchesNow(runner, { locations: ['hall'], now: 2 }));
    const plansOf = (sql: string): readonly string[] => {
      const numbers = new Set(sql.match(/\?\d+/g) ?? []);
      const values = Array.from(numbers.size > 0 ? numbers : (sql.match(/\?/g) ?? []), () => 1);
      const details = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => detail);
      return details.filter((detail) => /\banswer\b/.test(detail));
    };
    const ofToday = 'SEARCH answer USING INDEX answer_location (location_id=? AND called_at>?)';
    expect(asked.flatMap(plansOf)).toEqual([
      'SCAN answer USING INDEX answer_open_desk',
      ofToday,
      'SEARCH answer USING INDEX answer_location (location_id=?)',
      ofToday,
      'SEARCH answer USING INDEX answer_open_desk (desk_id=?)',
      'SCAN answer USING INDEX answer_open_desk',
    ]);
    db.close();
  });
});

describe('sqlite: tickets whose names are to be erased', () => {
  it('are found without looking through the others', () => {
    const db = new Db({ file: fileOf('due'), busyTimeoutMs: 1000 });
    migrate(db);
    const plans: string[] = [];
    const listening = {
      all(sql: string, ...values: string[]) {
        plans.push(...db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => detail));
        return [];
      },
    };
    const rows = erasingRows(sqliteRunner(listening as unknown as Db), () => DONE);
    const due = rows.personalTickets([{ locationId: 'hall', issuedBefore: 1 }], 10);
    finish(
      (function* () {
        yield* due;
      })(),
    );
    expect(plans).toEqual([
      'SCAN json_each VIRTUAL TABLE INDEX 1:',
      'SEARCH ticket USING INDEX ticket_personal (location_id=? AND issued_at<?)',
    ]);
    db.close();
  });
});

describe('sqlite: the file', () => {
  it('grows no larger than asked, and can be changed again when there is room', () => {
    const file = fileOf('bounded');
    const db = new Db({ file, busyTimeoutMs: 1000, maxBytes: 100_000 });
    db.exec('CREATE TABLE filler (content BLOB)');
    const fill = () => db.run('INSERT INTO filler VALUES (zeroblob(50000))');
    fill();
    expect(fill).toThrow('database or disk is full');
    db.exec('DELETE FROM filler');
    fill();
    db.close();
    expect(statSync(file).size).toBeLessThanOrEqual(100_000);
  });

  it('is on the disk when a commit returns, on macOS too', () => {
    const db = new Db({ file: fileOf('disk'), busyTimeoutMs: 1000 });
    for (const pragma of ['fullfsync', 'checkpoint_fullfsync']) {
      expect(db.get(`PRAGMA ${pragma}`)).toMatchObject({ [pragma]: 1 });
    }
    db.close();
  });

  it('overwrites what is erased, also after an upgrade that did not', () => {
    const db = new Db({ file: fileOf('erased'), busyTimeoutMs: 1000 });
    migrate(db);
    expect(db.get('PRAGMA secure_delete')).toEqual({ secure_delete: 1 });
    db.close();
  });

  it.runIf(process.platform === 'linux')('gives back the memory of its pages when it is told to', async () => {
    const script = fileURLToPath(new URL('cache-child.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script, fileOf('cache')]);
    const [before, after] = JSON.parse(stdout) as [number, number];
    // Of 16 MiB.
    expect(before - after).toBeGreaterThan(12 * 1024);
  });

  it('is written with a log ahead, and knows its schema', async () => {
    await (await open('schema')).close();
    const database = new DatabaseSync(fileOf('schema'));
    expect(database.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    expect(database.prepare('SELECT number, name FROM migration').all()).toMatchObject(
      MIGRATIONS.map(({ number, name }) => ({ number, name })),
    );
    database.close();
  });

  it('is refused when a newer program wrote it, and left as it is', async () => {
    await (await open('newer')).close();
    const database = new DatabaseSync(fileOf('newer'));
    database.exec("INSERT INTO migration (number, name) VALUES (999, 'from the future')");
    await expect(open('newer')).rejects.toThrow('schema 999');
    expect(database.prepare('SELECT count(*) AS rows FROM migration').get()).toMatchObject({
      rows: MIGRATIONS.length + 1,
    });
    database.close();
  });

  it('is refused when it is no database', async () => {
    writeFileSync(fileOf('text'), 'This is a letter, and not a database at all. '.repeat(100));
    await expect(open('text')).rejects.toBeInstanceOf(StoreUnreachable);
    await expect(openSqliteStore({ file: folder, log: silentLog })).rejects.toBeInstanceOf(StoreUnreachable);
  });

  it('forgets old idempotency keys', async () => {
    const store = await open('sweep');
    const hall = new Hall(store);
    for (let i = 0; i < 250; i += 1) await hall.tryCreate({}, { key: `key ${i}`, fingerprint: 'f' });
    hall.later(24 * 3600 + 1);
    await hall.create();
    await hall.create();
    await store.close();
    const database = new DatabaseSync(fileOf('sweep'));
    expect(database.prepare('SELECT count(*) AS rows FROM idempotency').get()).toMatchObject({ rows: 0 });
    database.close();
  });
});

describe('sqlite: when the machine fails', () => {
  it('reports a file lock of another process, and continues after it', async () => {
    const logged: string[] = [];
    const write = (event: string): void => void logged.push(event);
    const log = { info: write, warn: write, error: write };
    const store = await openSqliteStore({ file: fileOf('locked'), log, busyTimeoutMs: 20 });
    const hall = new Hall(store);
    await hall.create();
    const other = await holdElsewhere(fileOf('locked'));
    await expect(hall.create()).rejects.toBeInstanceOf(StoreUnreachable);
    await expect(hall.create()).rejects.toBeInstanceOf(StoreUnreachable);
    expect(logged).toEqual(['store.opened', 'store.unavailable']);
    expect((await hall.queue()).waiting).toBe(1);
    await other.letGo();
    expect((await hall.create()).ticket.number).toBe(2);
    expect(logged.at(-1)).toBe('store.recovered');
    await store.close();
  });

  it('answers by the deadline even when the file does not', async () => {
    const options = { file: fileOf('slow'), log: silentLog, busyTimeoutMs: 60_000, deadlineMs: 20 };
    await (await open('slow')).close();
    const other = new DatabaseSync(fileOf('slow'));
    const store = await openSqliteStore(options);
    other.exec('BEGIN IMMEDIATE');
    await expect(store.writeMeta('k', 'v')).rejects.toThrow('in time');
    other.exec('COMMIT');
    other.close();
    await store.close();
  });

  it('rejects a request that cannot be handed over, and only that', async () => {
    const store = await open('unwritable');
    const broken = store.writeMeta('k', 1n as never);
    const beside = store.writeMeta('k', 'v');
    await expect(broken).rejects.toThrow('BigInt');
    await beside;
    expect(await store.readMeta('k')).toBe('v');
    await store.close();
  });

  it('rejects a request that breaks, and only that, though all are written together', async () => {
    const store = await open('broken');
    const told: string[] = [];
    store.onEvents((events) => told.push(...events.map(({ type }) => type)));
    const hall = new Hall(store);
    const first = hall.create();
    const broken = store.writeMeta('k', { not: 'a text' } as never);
    const last = hall.create();
    await expect(broken).rejects.toThrow('bound');
    expect([(await first).ticket.number, (await last).ticket.number]).toEqual([1, 2]);
    expect((await hall.queue()).waiting).toBe(2);
    expect(told).toEqual(['ticket.created', 'ticket.created']);
    await store.close();
  });

  it('rejects what waits when its worker dies, and starts another', async () => {
    const events: unknown[] = [];
    const link = await openWorkerLink({
      file: fileOf('dying'),
      busyTimeoutMs: 1000,
      // So long that only the worker's end can be what rejects.
      deadlineMs: 600_000,
      log: silentLog,
      onEvents: (happened) => events.push(...happened),
    });
    // Nothing of it reaches the worker, which has no answer to that.
    const poison = link.send({ kind: 'ping', toJSON: () => undefined } as never);
    const beside = link.send({ kind: 'ping' });
    await expect(poison).rejects.toBeInstanceOf(StoreUnreachable);
    await expect(beside).rejects.toBeInstanceOf(StoreUnreachable);
    await link.send({ kind: 'writeMeta', key: 'k', value: 'v' });
    expect(await link.send({ kind: 'readMeta', key: 'k' })).toBe('v');
    await link.close();
  });

  it('keeps every ticket that it confirmed when the process is killed', async () => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('crash-child.ts', import.meta.url)), fileOf('killed')],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const confirmed: string[] = [];
    for await (const id of createInterface({ input: child.stdout })) {
      confirmed.push(id);
      if (confirmed.length === 1000) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');

    const store = await open('killed');
    const hall = new Hall(store);
    const waiting = await store.query('waitingTickets', {
      serviceId: hall.service('a'),
      callOrder: 'fifo',
      priorityRatio: 1,
    });
    const kept = new Set(waiting.map(({ id }) => id));
    expect(confirmed.length).toBeGreaterThanOrEqual(1000);
    // The last line may have been cut by the kill.
    expect(confirmed.filter((id) => id.length === 36 && !kept.has(id))).toEqual([]);
    expect(waiting.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(waiting.map((_, index) => index + 1));
    expect((await hall.queue()).waiting).toBe(waiting.length);
    await store.close();
  });
});
