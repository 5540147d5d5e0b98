/** What one of several servers does alone, another one goes on with when it is killed: mail, days of locations, limits of queues. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { SingletonJob } from '../../main/database/cluster.ts';
import { silentLog } from '../../main/lib/context.ts';
import { createPost } from '../../main/mail/service/enqueue-mail.ts';
import { startDayClock } from '../../main/queue/service/business-day-scheduler.ts';
import { startLimitKeeper } from '../../main/queue-alerts/service/alert-monitor.ts';
import { openMailServer } from '../helpers/mail-server.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

const PATIENT = { timeout: 60_000 };
const LOOK_MS = 15_000;
const DAY_MS = 86_400_000;
const ALL: readonly SingletonJob[] = ['days', 'devices', 'erasing', 'limits', 'mail', 'tidying', 'webhooks'];

/** The site of the town, where at most two may wait for passports. */
function siteWith(mailPort: number): object {
  const given = townSite();
  const mail = { mail_server: '127.0.0.1', mail_port: mailPort, mail_from: 'q@pontalva.example' };
  const services = (given.services as { readonly id: string }[]).map((service) =>
    service.id === 'passports' ? { ...service, limit_waiting: 2 } : service,
  );
  return { ...given, settings: { ...(given.settings as object), ...mail }, services };
}

/** Leaves a mail that nobody has tried to send. */
async function writeMail({ store, site, clock }: Town): Promise<void> {
  const post = createPost({ store, site, clock, wake: () => {} });
  const sent = await post.send({ kind: 'report', to: ['ana@pontalva.example'], subject: 'November', text: 'Olá' });
  expect(sent.ok).toBe(true);
}

it('mail, days and limits are those of the next server when theirs is killed in the middle of a mail', async () => {
  const { url: database, drop } = await newDatabase();
  const letterbox = await openMailServer();
  letterbox.next.push('hang');
  onTestFinished(async () => {
    await letterbox.close();
    drop();
  });
  // By the clock of the server that will be killed.
  const now = (): string => new Date().toISOString();
  const founder = await openTown({ database, site: siteWith(letterbox.port), at: now() });
  await writeMail(founder);
  await founder.close();

  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('leader-jobs-child.ts', import.meta.url)), database, letterbox.authority],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  await vi.waitUntil(() => letterbox.tries === 1, PATIENT);

  const heir = await openTown({
    database,
    site: null,
    at: now(),
    mail: { random: () => 1, transport: { authorities: letterbox.authority } },
  });
  const { store, site, clock } = heir;
  const days: string[] = [];
  const log = {
    ...silentLog,
    info: (event: string, data?: unknown) => {
      const { location, day } = data as { readonly location: string; readonly day: string };
      if (event === 'business-day.started' && location === 'hall') days.push(day);
    },
  };
  const dayClock = startDayClock({ store, site, clock, log });
  const limits = startLimitKeeper({ store, site, clock, log: silentLog, mails: () => [], wake: () => {} });
  onTestFinished(async () => {
    await dayClock.close();
    await limits.close();
    await heir.close();
  });
  const alarms = async () => (await store.query('limitBook', { locationId: 'hall' })).open.map(({ kind }) => kind);
  const look = async (): Promise<readonly string[]> => {
    clock.advance(LOOK_MS);
    return alarms();
  };
  for (let ticket = 0; ticket < 3; ticket += 1) await heir.createTicket('Passports');
  for (let round = 0; round < 20; round += 1) await look();
  expect(ALL.filter((duty) => store.peers.isMine(duty))).toEqual([]);
  expect([days, await alarms(), letterbox.taken]).toEqual([[], [], []]);

  child.kill('SIGKILL');
  await once(child, 'exit');
  await vi.waitUntil(() => ALL.every((duty) => store.peers.isMine(duty)), PATIENT);
  // What was under way is done once more, under the same name.
  await vi.waitUntil(() => letterbox.taken.length === 1, PATIENT);
  expect(letterbox.tries).toBe(2);
  await vi.waitUntil(() => days.length === 1, PATIENT);
  await vi.waitUntil(async () => (await look()).join() === 'waiting', PATIENT);
  clock.advance(DAY_MS);
  await vi.waitUntil(() => {
    clock.advance(LOOK_MS);
    return days.length === 2;
  }, PATIENT);
  expect(Date.parse(days[1]!) - Date.parse(days[0]!)).toBe(DAY_MS);
});
