/** PgBouncer before PostgreSQL: session mode works with all limits; other modes are refused at the start. */
import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPool } from '../../main/database/postgres/pool.ts';
import { silentLog } from '../../main/lib/context.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { startPgBouncer } from '../helpers/pgbouncer.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { startProgramChild } from '../helpers/program-child.ts';
import { Hall } from '../store/queue-hall.ts';

const LIMITS = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
  current_setting('idle_in_transaction_session_timeout') AS idle`;

describe.skipIf(!existsSync('/usr/sbin/pgbouncer'))('PgBouncer', () => {
  it('in session mode works, with all limits', async () => {
    const { url } = await newDatabase();
    const pooled = await startPgBouncer(url, 'session');
    const pool = openPool({ url: pooled, most: 1, connectMs: 60_000, statementMs: 8_000 });
    onTestFinished(() => pool.close());
    const limits = await pool.work((line) => line.ask({ name: '', text: LIMITS }, []));
    expect(limits).toEqual([{ statement: '8s', lock: '8s', idle: '6s' }]);
    const store = await openPostgresStore({ url: pooled, log: silentLog, connectMs: 60_000, deadlineMs: 120_000 });
    onTestFinished(() => store.close());
    const hall = new Hall(store);
    await Promise.all(Array.from({ length: 20 }, () => hall.create()));
    const { ticket } = await hall.next();
    expect(ticket.number).toBe(1);
  });

  it('in another mode is refused at the start, with the setting to change', async () => {
    const { url } = await newDatabase();
    const pooled = await startPgBouncer(url, 'transaction');
    const { code, err } = await startProgramChild(['--database', pooled]).ended;
    expect(code).toBe(2);
    expect(err.split('\n').filter((line) => line.includes('pool_mode = session'))).toHaveLength(1);
  });
});
