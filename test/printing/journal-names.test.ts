/** The journal when the names of its folder do not come to the disk for a moment: in a process of its own, as that is played. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openJournal } from '../../main/printing/journal.ts';
import { latestOfEach, readEntries } from '../../main/printing/journal-files.ts';
import { turnedClock } from '../helpers/turned-clock.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

let failures = 0;
let kept = 0;
/** More than a disk may take once the program runs, as one of a machine that is still booting. */
let slowMs = 0;
vi.mock('../../main/lib/files/fsync-directory.ts', () => ({
  async keepNames() {
    if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
    if (failures > 0) {
      failures -= 1;
      throw new Error('EMFILE: too many open files');
    }
    kept += 1;
  },
}));

it('knows of half a ticket all the same, and has its names on the disk before the next entry counts', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'journal-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const log = recordingLog();
  const clock = turnedClock('2026-11-25T23:59:50Z');
  const killed = await openJournal({ dir, clock, log });
  const job = killed.asked({ ticketId: 'one', number: 'A1' });
  await killed.created(job);
  killed.sending(job);
  await killed.close();

  // The next program begins on the next day, with a new file.
  clock.advance(20_000);
  failures = 1;
  const journal = await openJournal({ dir, clock, log });
  onTestFinished(() => journal.close());
  expect(journal.interrupted).toBe(true);
  expect(log.events()).toContain('print-journal.write-failed');
  kept = 0;
  await journal.created(journal.asked({ ticketId: 'two', number: 'A2' }));
  expect(kept).toBe(1);
});

it('knows of half a ticket, and ends its job, on a disk that is slow at the start', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'journal-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const log = recordingLog();
  const clock = turnedClock('2026-11-25T12:00:00Z');
  const killed = await openJournal({ dir, clock, log });
  const job = killed.asked({ ticketId: 'one', number: 'A1' });
  await killed.created(job);
  await killed.close();
  slowMs = 1_300;
  const journal = await openJournal({ dir, clock, log });
  slowMs = 0;
  expect(journal.interrupted).toBe(true);
  await journal.endLeftovers();
  await journal.close();
  expect(latestOfEach(await readEntries(dir))).toMatchObject([{ number: 'A1', state: 'doubtful' }]);
  expect(log.events()).not.toContain('print-journal.write-failed');
});
