/** A restored database file beside a print journal with later tickets. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startProgram } from '../../main/app/app.ts';
import { systemClock } from '../../main/lib/context.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { openJournal } from '../../main/printing/journal.ts';
import { readKept } from '../../main/printing/json-file.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

const DATABASE = 'take-a-number.db';
const SERVICE = 'passports';

interface Issued {
  readonly ticket: { readonly id: string; readonly number: string };
}

it('issues none of its numbers again, and notifies staff', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'older-database-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const data = join(folder, 'data');
  const start = async () => {
    const read = readSettings(['--port', '0', '--data', data, '--printer', 'none:'], {}, 'linux');
    if (!read.ok || read.value.kind !== 'run') throw new Error('these are no settings');
    const log = recordingLog();
    const program = await startProgram(read.value.settings, log, null, quickHasher());
    onTestFinished(() => program.close());
    const create = async (): Promise<Issued['ticket']> => {
      const answer = await fetch(`${program.address}/restapi/v2/queuemanagement/createticket`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ service_id: SERVICE }),
      });
      return ((await answer.json()) as Issued).ticket;
    };
    return { program, log, create };
  };
  const first = await start();
  await first.create();
  await first.program.close();
  await cp(join(data, DATABASE), join(folder, DATABASE));

  const second = await start();
  const dir = join(data, 'print-journal', 'kiosk-1');
  const journal = await openJournal({ dir, clock: systemClock, log: recordingLog() });
  for (let tickets = 0; tickets < 2; tickets += 1) {
    const { id, number } = await second.create();
    const job = journal.asked({ ticketId: id, number, issued: { service: SERVICE, number: Number(number) } });
    await journal.created(job);
    journal.ended(job, { ok: true, value: { confirmed: 'status' } });
  }
  await journal.close();
  await second.program.close();
  await cp(join(folder, DATABASE), join(data, DATABASE));

  const third = await start();
  expect(third.log.events()).toContain('queue.numbers-skipped');
  expect((await third.create()).number).toBe('4');
  expect(readKept(join(dir, 'damaged-records.json'))).toEqual({ [DATABASE]: expect.any(Number) });
  await third.program.close();

  const { log, create, program } = await start();
  expect((await create()).number).toBe('5');
  await program.close();
  expect(log.events()).toContain('kiosk.records-corrupt');
});
