/** The whole program over PostgreSQL: named on the command line, and what a person reads when it cannot be used. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startProgram } from '../../main/app/app.ts';
import { silentLog } from '../../main/lib/context.ts';
import { readSettings, type Settings } from '../../main/lib/settings/settings.ts';
import type { CreateTicketAnswer } from '../../main/queue/contract/rest/queue-answers.ts';
import { openMachine } from '../helpers/machine.ts';
import { newDatabase } from '../helpers/postgres-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'database-flow-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function settingsFor(database: string): Settings {
  const read = readSettings(['--port', '0', '--data', folder, '--database', database, '--database-wait', '0'], {});
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

  it('shares it with another one, and numbers go on across both', async () => {
    const { url } = await newDatabase();
    const [one, other] = [
      await openMachine({ printer: 'none', database: url }),
      await openMachine({ printer: 'none', database: url }),
    ];
    const issue = (machine: typeof one) =>
      machine.post<CreateTicketAnswer>('createticket', { service_id: 'passports' });
    const numbers = [await issue(one), await issue(other), await issue(one)].map(({ ticket }) => Number(ticket.number));
    expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual([0, 1, 2]);
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
