/** Saved reports: whose they are, when they are sent, in which language, and that each is sent once. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createReportTurns } from '../../main/app/report-thread/report-thread.ts';
import { type Clock, silentLog } from '../../main/lib/context.ts';
import type { ReportViewsAnswer } from '../../main/reports/contract/rest/report-views.ts';
import { type ReportClock, startReportClock } from '../../main/reports/service/report-scheduler.ts';
import { type LockedTown, lockedSite, openLockedTown, passwordOf } from '../helpers/locked-town.ts';
import { openMailServer, type PlayedMailServer } from '../helpers/mail-server.ts';

const PATIENT = { timeout: 60_000 };
const VIEWS = '/restapi/v2/reports/views';

let town: LockedTown;
let server: PlayedMailServer;
const clocks: ReportClock[] = [];
afterEach(async () => {
  await Promise.all(clocks.splice(0).map((clock) => clock.close()));
  await town.close();
  await server.close();
});

/** @param zone the clock of the hall; the clinic has that of Madrid. */
async function open(zone = 'Europe/Lisbon'): Promise<void> {
  server = await openMailServer({ starttls: false });
  const given = lockedSite();
  const mail = {
    mail_server: '127.0.0.1',
    mail_port: server.port,
    mail_security: 'none',
    mail_from: 'q@pontalva.example',
  };
  const boss = { username: 'boss', name: 'Beatriz Nunes', roles: ['reports_view'], locations: ['hall'] };
  const deputy = { ...boss, locations: ['hall', 'clinic'] };
  const users = Object.entries({ boss, deputy }).map(([id, user]) => ({
    ...user,
    id,
    username: id,
    password: passwordOf(id),
  }));
  town = await openLockedTown({
    // A Friday.
    at: '2026-11-20T05:30:00Z',
    site: {
      ...given,
      locations: (given.locations as { id: string }[]).map((each) =>
        each.id === 'hall' ? { ...each, timezone: zone } : each,
      ),
      users: [...(given.users as object[]), ...users],
      settings: { ...(given.settings as object), ...mail },
    },
    mail: { random: () => 1 },
  });
}
/** @returns how often it has looked to the end */
function startClock(): () => number {
  const { store, site, auth, clock: turned, mail: post } = town;
  if (post === null) throw new Error('This town sends no mail');
  let looks = 0;
  const clock: Clock = {
    now: turned.now,
    after(ms, callback) {
      looks += 1;
      return turned.after(ms, callback);
    },
  };
  clocks.push(
    startReportClock({
      store,
      site,
      auth,
      clock,
      log: silentLog,
      post,
      writeReport: null,
      reportTurns: createReportTurns(),
    }),
  );
  return () => looks;
}
const save = async (user: string, view: object) => (await town.ask('POST', VIEWS, await town.keyOf(user), view)).body;
const viewsOf = async (user: string): Promise<ReportViewsAnswer['views']> =>
  (await town.ask('GET', VIEWS, await town.keyOf(user))).body.views;
const DAILY = {
  name: 'Manhã',
  locations: ['hall'],
  every: 'day',
  hour: 7,
  recipients: ['b@pontalva.example'],
  files: ['xlsx'],
};
/** What the log of mail says, once nothing waits. */
async function sentMails(): Promise<number> {
  await vi.waitUntil(async () => (await town.store.query('waitingMails', { limit: 10 })) === 0, PATIENT);
  return (await town.store.query('mails', { limit: 50 })).length;
}
/** Turns the clock, and waits until the saved report says that it was sent on that day. */
async function untilSent(instant: string, user: string, day: string): Promise<void> {
  town.clock.set(instant);
  await vi.waitUntil(async () => {
    town.clock.advance(60_000);
    return (await viewsOf(user)).every(({ sent_on }) => sent_on === day);
  }, PATIENT);
}

describe('a saved report', () => {
  it('is visible only to its owner, can be changed and deleted, and reports errors', async () => {
    await open();
    const { id } = await save('boss', { name: 'Summer', span: 'lastMonth', locations: ['hall'], users: ['ana'] });
    expect(await viewsOf('boss')).toMatchObject([
      { id, name: 'Summer', span: 'lastMonth', users: ['ana'], every: 'never', sent_on: '' },
    ]);
    expect(await viewsOf('deputy')).toEqual([]);
    await save('boss', { id, name: 'Winter' });
    expect((await viewsOf('boss')).map(({ name }) => name)).toEqual(['Winter']);
    const deputy = await town.keyOf('deputy');
    expect((await town.ask('DELETE', `${VIEWS}/${id}`, deputy)).body).toMatchObject({ errno: 6 });
    expect((await town.ask('DELETE', `${VIEWS}/${id}`, await town.keyOf('boss'))).body).toEqual({ success: true });
    expect(await viewsOf('boss')).toEqual([]);

    expect(await save('boss', { ...DAILY, recipients: ['nobody'] })).toMatchObject({
      errno: 5,
      parameter: 'recipients',
    });
    expect(await save('boss', { ...DAILY, recipients: [] })).toMatchObject({ errno: 5, parameter: 'recipients' });
    expect(await save('boss', { ...DAILY, locations: ['clinic'] })).toMatchObject({ errno: 105 });
    expect(await save('boss', { ...DAILY, hour: 24 })).toMatchObject({ errno: 5, parameter: 'hour' });
    for (let count = 0; count < 50; count += 1) await save('boss', { name: `No ${count}` });
    expect(await save('boss', { name: 'One more' })).toMatchObject({ errno: 107 });
  });

  it('is sent once at its hour, for the previous day, in its language, across servers and restarts', async () => {
    await open();
    await save('boss', { ...DAILY, lang: 'pt_PT' });
    startClock();
    // Another server that takes itself for the one whose duty it is.
    startClock();
    expect(await viewsOf('boss')).toMatchObject([{ sent_on: '' }]);
    await untilSent('2026-11-20T07:00:00Z', 'boss', '2026-11-20');
    expect(await sentMails()).toBe(1);
    const [mail] = server.taken;
    expect(mail?.to).toEqual(['b@pontalva.example']);
    expect(mail?.source.includes('spreadsheetml.sheet')).toBe(true);
    const [, , ...said] = (mail?.source.split('\r\n----')[1] ?? '').split('\r\n');
    const plain = said
      .join('\n')
      .replaceAll('=\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, '%$1');
    expect(decodeURIComponent(plain)).toMatch(/O relatório segue em anexo\.(?:.|\n)*Beatriz Nunes/);

    await Promise.all(clocks.splice(0).map((clock) => clock.close()));
    // Its note is lost; what is in the outbox is not.
    const [kept] = await town.store.query('reportViews', { userId: null });
    if (kept === undefined) throw new Error('It is gone');
    await town.store.run('putReportView', { ...kept, sentDay: '2026-11-19' }, { now: town.clock.now() });
    startClock();
    await untilSent('2026-11-20T12:00:00Z', 'boss', '2026-11-20');
    expect(await sentMails()).toBe(1);
    await untilSent('2026-11-21T07:00:00Z', 'boss', '2026-11-21');
    expect(await sentMails()).toBe(2);
  });

  it.each([
    { zone: 'Atlantic/Azores', before: '2026-11-20T07:59:00Z', at: '2026-11-20T08:00:00Z', day: '2026-11-20' },
    { zone: 'Australia/Adelaide', before: '2026-11-20T20:29:00Z', at: '2026-11-20T20:30:00Z', day: '2026-11-21' },
  ])('is sent by the clock of its first location, in $zone and Madrid', async ({ zone, before, at, day }) => {
    await open(zone);
    await save('deputy', { ...DAILY, name: 'Hall', locations: ['hall', 'clinic'] });
    await save('deputy', { ...DAILY, name: 'Clinic', locations: ['clinic', 'hall'] });
    const looks = startClock();
    await vi.waitUntil(() => looks() === 1, PATIENT);
    /** For which day the two of them have been sent by then. */
    const sentBy = async (instant: string): Promise<Record<string, string>> => {
      const done = looks();
      town.clock.set(instant);
      await vi.waitUntil(() => looks() > done, PATIENT);
      return Object.fromEntries((await viewsOf('deputy')).map(({ name, sent_on }) => [name, sent_on]));
    };
    expect(await sentBy('2026-11-20T05:59:00Z')).toEqual({ Hall: '', Clinic: '' });
    expect(await sentBy('2026-11-20T06:00:00Z')).toEqual({ Hall: '', Clinic: '2026-11-20' });
    expect(await sentBy(before)).toEqual({ Hall: '', Clinic: '2026-11-20' });
    expect(await sentBy(at)).toEqual({ Hall: day, Clinic: '2026-11-20' });
    expect(await sentMails()).toBe(2);
  });

  it('is not sent for an owner without permission for reports', async () => {
    await open();
    await save('boss', DAILY);
    await save('deputy', { ...DAILY, recipients: ['d@pontalva.example'] });
    const chief = await town.keyOf('chief');
    const { body } = await town.ask('GET', '/restapi/v2/admin/users/boss', chief);
    await town.ask('PUT', '/restapi/v2/admin/users/boss', chief, {
      ...body.user,
      ...body.item,
      id: 'boss',
      username: 'boss',
      roles: [],
    });
    expect(town.site.current().user('boss')?.roles).toEqual([]);
    startClock();
    await untilSent('2026-11-20T07:00:00Z', 'deputy', '2026-11-20');
    expect(await sentMails()).toBe(1);
    expect(server.taken.map(({ to }) => to.join())).toEqual(['d@pontalva.example']);
  });
});
