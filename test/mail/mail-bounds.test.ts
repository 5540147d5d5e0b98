/** Whom users may have reports mailed to, how many of them, and the room that alarms have in the outbox. */
import { afterEach, expect, it, vi } from 'vitest';
import { createReportTurns } from '../../main/app/report-thread/report-thread.ts';
import { silentLog } from '../../main/lib/context.ts';
import type { NewMail } from '../../main/mail/operations/mail-records.ts';
import { mailDomains } from '../../main/mail/rules/mail-address.ts';
import { type ReportClock, startReportClock } from '../../main/reports/service/report-scheduler.ts';
import { type LockedTown, lockedSite, openLockedTown, passwordOf } from '../helpers/locked-town.ts';
import { openMailServer, type PlayedMailServer } from '../helpers/mail-server.ts';

const PATIENT = { timeout: 60_000 };
const VIEWS = '/restapi/v2/reports/views';

let town: LockedTown;
let server: PlayedMailServer;
let clock: ReportClock | null = null;
afterEach(async () => {
  await clock?.close();
  clock = null;
  await town.close();
  await server.close();
});

async function open(settings: object = {}): Promise<void> {
  server = await openMailServer({ starttls: false });
  const given = lockedSite();
  const mail = {
    mail_server: '127.0.0.1',
    mail_port: server.port,
    mail_security: 'none',
    mail_from: 'Hall <q@pontalva.example>',
  };
  const boss = { id: 'boss', username: 'boss', email: 'boss@staff.example', roles: ['reports_view'] };
  town = await openLockedTown({
    at: '2026-11-20T05:30:00Z',
    site: {
      ...given,
      users: [...(given.users as object[]), { ...boss, password: passwordOf('boss') }],
      settings: { ...(given.settings as object), ...mail, ...settings },
    },
    mail: { random: () => 1 },
  });
}

const save = async (view: object) =>
  (
    await town.ask('POST', VIEWS, await town.keyOf('boss'), {
      name: 'Report',
      locations: ['hall'],
      every: 'day',
      hour: 7,
      files: ['xlsx'],
      ...view,
    })
  ).body;

const addresses = (count: number, domain = 'pontalva.example'): string[] =>
  Array.from({ length: count }, (_, place) => `a${place}@${domain}`);

it('sends reports only to the domains of the organisation and of the settings', async () => {
  await open();
  for (const own of ['a@pontalva.example', 'a@PONTALVA.example', 'a@staff.example']) {
    expect(await save({ recipients: [own] })).toMatchObject({ success: true });
  }
  const strangers = ['a@evil.example', 'a@sub.pontalva.example', 'a@notpontalva.example'];
  for (const stranger of strangers) {
    expect(await save({ recipients: ['a@pontalva.example', stranger] })).toMatchObject({
      errno: 5,
      parameter: 'recipients',
      error: expect.stringContaining('mail_domains'),
    });
  }
});

it('the settings say which domains, and only those', () => {
  const organisation = { locations: [], users: [] };
  const named = mailDomains({
    settings: { mail_domains: ['Other.example.'], mail_from: 'q@own.example' },
    file: organisation,
  });
  expect([named.has('a@other.example'), named.has('a@own.example')]).toEqual([true, false]);
});

it('limits the reports of a user to a hundred recipients', async () => {
  await open();
  for (let place = 0; place < 5; place += 1) {
    expect(await save({ name: `No ${place}`, recipients: addresses(20) })).toMatchObject({ success: true });
  }
  expect(await save({ name: 'More', recipients: addresses(1) })).toMatchObject({ errno: 107 });
  expect(await save({ name: 'Only looked at', every: 'never' })).toMatchObject({ success: true });
});

it('recipients that the settings no longer allow are left out when a report is sent', async () => {
  await open();
  await save({ recipients: ['a@pontalva.example', 'b@staff.example'] });
  await town.site.change(({ file }) => ({
    ...file,
    settings: { ...file.settings, mail_domains: ['staff.example'] },
  }));
  const { store, site, auth, mail: post } = town;
  if (post === null) throw new Error('This town sends no mail');
  clock = startReportClock({
    store,
    site,
    auth,
    clock: town.clock,
    log: silentLog,
    post,
    writeReport: null,
    reportTurns: createReportTurns(),
  });
  town.clock.set('2026-11-20T07:00:30Z');
  await vi.waitUntil(async () => {
    town.clock.advance(60_000);
    return server.taken.length > 0 && (await store.query('waitingMails', { limit: 5 })) === 0;
  }, PATIENT);
  expect(server.taken.flatMap(({ to }) => to)).toEqual(['b@staff.example']);
});

it('reserves room for alarms in an outbox full of reports', async () => {
  await open();
  const mails = (kind: NewMail['kind'], count: number, from: number): NewMail[] =>
    Array.from({ length: count }, (_, place) => ({
      id: `${kind}-${from + place}`,
      kind,
      content: { to: 'a@pontalva.example', subject: 's', text: 't', attachments: [] },
    }));
  const put = (kind: NewMail['kind'], count: number, from = 0) =>
    town.store.run('putMails', { mails: mails(kind, count, from) }, { now: town.clock.now() + 3_600_000 });
  expect(await put('report', 4_000)).toMatchObject({ ok: true });
  expect(await put('report', 1, 4_000)).toMatchObject({ ok: false, error: { errno: 107 } });
  expect(await put('alarm', 1)).toMatchObject({ ok: true });
});
