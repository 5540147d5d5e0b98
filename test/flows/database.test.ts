/** The whole program over PostgreSQL: named on the command line, and what a person reads when it cannot be used. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../main/context.ts';
import type { CreateTicketAnswer } from '../../main/contract/rest/queue-answers.ts';
import { startProgram } from '../../main/program.ts';
import { readSettings, type Settings } from '../../main/settings/settings.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openMachine } from '../helpers/machine.ts';
import { newDatabase } from '../helpers/postgres-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'database-flow-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function settingsFor(database: string): Settings {
  const read = readSettings(['--port', '0', '--data', folder, '--database', database], {});
  if (!read.ok || read.value.kind !== 'run') throw new Error('These settings are right.');
  return read.value.settings;
}

const refusal = (database: string): Promise<string> =>
  startProgram(settingsFor(database), silentLog).then(
    () => 'started',
    (error: Error) => error.message,
  );

describe('a program with --database', () => {
  it('issues, calls and goes on after a restart where it was', async () => {
    const { url } = await newDatabase();
    const machine = await openMachine({ printer: 'none', database: url });
    const service_id = 'passports';
    const issue = () => machine.post<CreateTicketAnswer>('createticket', { service_id });
    const first = await issue();
    expect(first).toMatchObject({ success: true });
    await machine.restart();
    const second = await issue();
    expect(Number(second.ticket.number)).toBe(Number(first.ticket.number) + 1);
    const opened = machine.log.lines.filter((line) => line.includes('store.opened'));
    expect(opened).toEqual(Array(2).fill('{"event":"store.opened","engine":"postgres"}'));
  });

  it('is refused while another server works on it, in one line', async () => {
    const { url } = await newDatabase();
    const other = await openPostgresStore({ url, log: silentLog, alone: {} });
    await expect(openPostgresStore({ url, log: silentLog, alone: { patienceMs: 0 } })).rejects.toThrow(
      'another server works on this database already',
    );
    await other.close();
    const next = await openPostgresStore({ url, log: silentLog, alone: { patienceMs: 0 } });
    await next.close();
  });

  it.each([
    ['postgres://ana:very-secret@127.0.0.1:1/queue', /^--database cannot be used: .*ECONNREFUSED/],
    ['postgres://ana:very-secret@no-such-host.invalid/queue', /^--database cannot be used: .*no-such-host/],
  ])('tells in one line why it cannot use %s, without the password', async (database, said) => {
    const line = await refusal(database);
    expect(line).toMatch(said);
    expect(line).not.toMatch(/very-secret|\n/);
  });
});
