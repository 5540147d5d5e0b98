/** Tickets through Debian's own CUPS. */
import { expect, it } from 'vitest';
import { cupsSpooler } from '../../../main/printing/spool/cups.ts';
import { openPrinter } from '../open-printer.ts';
import { ENGLISH } from '../sample-tickets.ts';
import { startDebianCups } from './debian-cups.ts';

const SEEN = { from: 'panel', by: '', at: '2026-11-28T08:00:00.000Z' } as const;

it('prints tickets, takes jobs back that wait, and reports paper and queue', async () => {
  const cups = await startDebianCups();
  const { printer, becomes, journal } = await openPrinter('cups:tickets', {
    spooler: () => cupsSpooler('tickets', { socketPath: cups.socketPath }),
    ticketTimeoutMs: 5000,
  });
  await becomes('ready');

  expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'none', isUnproved: true } });
  expect(await cups.papers()).toHaveLength(1);
  await printer.vouch?.(SEEN);
  expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'none' } });
  expect(await cups.papers()).toHaveLength(2);

  // The backend says that there is no paper: the job is taken back, and nothing of it comes out later.
  await cups.setPaper(true);
  expect(await printer.print(ENGLISH)).toMatchObject({ ok: false, error: { reason: 'no-paper' } });
  expect(await cups.command('lpstat', '-o', 'tickets')).toBe('');
  await cups.setPaper(false);
  expect(await cups.papers()).toHaveLength(2);
  // CUPS keeps the state of the job before; the next ticket shows that it is over.
  expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'none' } });
  await becomes('ready');
  expect(await cups.papers()).toHaveLength(3);

  // Staff stop the queue: the number at once, and no job waits.
  await cups.command('cupsdisable', 'tickets');
  expect(await printer.print(ENGLISH)).toMatchObject({ ok: false, error: { reason: 'fault', doubtful: false } });
  expect(await cups.command('lpstat', '-o', 'tickets')).toBe('');
  await cups.command('cupsenable', 'tickets');

  // A queue that holds each job: it is taken back, and for sure not on paper.
  await cups.command('lpadmin', '-p', 'tickets', '-o', 'job-hold-until-default=indefinite');
  await becomes('ready');
  expect(await printer.print(ENGLISH)).toMatchObject({ ok: false, error: { reason: 'timeout', doubtful: false } });
  expect(await cups.command('lpstat', '-o', 'tickets')).toBe('');
  await cups.command('lpadmin', '-p', 'tickets', '-o', 'job-hold-until-default=no-hold');
  expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'none' } });
  expect(await cups.papers()).toHaveLength(4);

  await cups.command('cupsreject', 'tickets');
  expect(await printer.print(ENGLISH)).toMatchObject({ ok: false, error: { doubtful: false } });
  await printer.close();
  const ends = await journal();
  expect(ends.filter((state) => state === 'printed')).toHaveLength(4);
});
