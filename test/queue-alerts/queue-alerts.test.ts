/** Queue alerts of a server: notifications, acknowledgement and restarts. */
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import { createPost } from '../../main/mail/service/enqueue-mail.ts';
import type { LimitAlarmsAnswer } from '../../main/queue-alerts/contract/rest/limits.ts';
import { type LimitKeeper, startLimitKeeper } from '../../main/queue-alerts/service/alert-monitor.ts';
import { createLimitMails } from '../../main/queue-alerts/service/limit-mail.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { type Listener, listen } from '../helpers/listener.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import { Receiver } from '../helpers/receiver.ts';

/** Notifications to a stopped server. */
const NEVER = new Promise<never>(() => {});
const PATIENT = { timeout: 60_000 };
const ALARMS = '/restapi/v2/limits/alarms';

let town: LockedTown;
let office: Listener | null = null;
const keepers: LimitKeeper[] = [];
const endKeepers = () => Promise.all(keepers.splice(0).map((keeper) => keeper.close()));
afterEach(async () => {
  await endKeepers();
  office?.socket.terminate();
  office = null;
  await town.close();
});

type Given = Record<string, unknown> & { readonly id: string };

/** The hall is open until four, with a threshold of two for passports. @param listener address of a webhook receiver */
async function open(listener = ''): Promise<void> {
  const given = lockedSite();
  const changed = (collection: string, id: string, change: object): object[] =>
    (given[collection] as Given[]).map((item) => (item.id === id ? { ...item, ...change } : item));
  town = await openLockedTown({
    at: '2026-03-09T09:00:00Z',
    webhooks: listener !== '',
    site: {
      ...given,
      settings: {
        ...(given.settings as object),
        mail_server: '127.0.0.1',
        mail_from: 'q@pontalva.example',
        webhook_networks: ['127.0.0.0/8'],
      },
      webhooks:
        listener === ''
          ? []
          : [
              {
                id: 'ears',
                name: 'Ears',
                url: listener,
                secret: 'a secret of more than twenty-four',
                events: ['limit.alarm'],
              },
            ],
      locations: changed('locations', 'hall', {
        schedule: 'Mo-Fr 08:00-16:00',
        languages: ['pt_PT'],
        alarm_mails: ['lead@pontalva.example'],
      }),
      services: changed('services', 'passports', { limit_waiting: 2 }),
    },
  });
}

/** @param store default: that of the test site */
function startKeeper(store: Store = town.store): void {
  const { site, clock } = town;
  const post = createPost({ store, site, clock, wake: () => {} });
  const mails = createLimitMails({ site, post, log: silentLog });
  keepers.push(startLimitKeeper({ store, site, clock, log: silentLog, mails, wake: () => {} }));
}

async function alarms(user: string, asked: Record<string, string> = {}): Promise<LimitAlarmsAnswer['alarms']> {
  const { body } = await town.ask('GET', `${ALARMS}?${new URLSearchParams(asked)}`, await town.keyOf(user));
  expect(body).toMatchObject({ success: true });
  return body.alarms;
}
const ofHall = (day = '') => alarms('ana', { location: 'hall', ...(day === '' ? {} : { business_day: day }) });
const mails = async (): Promise<readonly string[]> =>
  (await town.store.query('mailWork', { until: Number.MAX_SAFE_INTEGER, limit: 50 })).due.map(
    ({ content }) => `${content.to} ${content.subject} ${content.text}`,
  );

/** Advances time by checks of the job until the condition is true. */
async function until(isSo: (found: LimitAlarmsAnswer['alarms']) => boolean): Promise<void> {
  await vi.waitUntil(async () => {
    town.clock.advance(15_000);
    return isSo(await ofHall());
  }, PATIENT);
}
async function does(operation: string, parameters: object): Promise<void> {
  const key = { authorization: `Bearer ${await town.keyOf('ana')}` };
  expect((await town.post(operation, parameters, key)).body).toMatchObject({ success: true });
}
const take = async (count: number): Promise<void> => {
  for (let each = 0; each < count; each += 1) await does('createticket', { service_id: 'passports' });
};

describe('an exceeded threshold', () => {
  it('raises one alert, is sent, acknowledged, and ends, even if the leader changes', async () => {
    await open();
    office = await listen(town.address, 'hall', { key: await town.keyOf('ana') });
    startKeeper();
    // Another server that still believes it is the leader.
    startKeeper();
    await take(3);
    await until((found) => found.length > 0);
    expect(await ofHall()).toMatchObject([
      { number: 1, service_name: 'Passports', kind: 'waiting', bound: 2, worst: 3, ended_at: '', seen_at: '' },
    ]);
    await expect.poll(mails).toHaveLength(1);
    expect((await mails())[0]).toMatch(
      /^lead@pontalva\.example Alarme: Câmara Municipal, Passaportes 3 em espera \(limite 2\)\./s,
    );

    await endKeepers();
    startKeeper();
    town.clock.advance(60_000);
    const seen = await town.ask('POST', `${ALARMS}/hall/1/acknowledge`, await town.keyOf('ana'));
    expect(seen.body.alarm).toMatchObject({ seen_by: 'ana', seen_by_name: 'Ana Silva' });
    // The first user who acknowledges it is stored.
    await town.ask('POST', `${ALARMS}/hall/1/acknowledge`, await town.keyOf('rui'));

    await does('callnextticket', { desk_id: 'desk-1', user_id: 'ana', services: [] });
    await until(([alarm]) => alarm !== undefined && alarm.ended_at !== '');
    expect(await ofHall()).toMatchObject([{ number: 1, worst: 3, seen_by: 'ana' }]);
    expect(await ofHall('2026-03-09')).toHaveLength(1);
    expect(await ofHall('2026-03-08')).toEqual([]);
    await expect.poll(mails).toHaveLength(2);
    const changes = () =>
      office?.heard.flatMap((each) => (each.type === 'limit.alarm' ? each.limits.map(({ change }) => change) : []));
    await expect.poll(changes).toEqual(['raised', 'seen', 'ended']);
  });

  it('sends mail and webhooks about its end, although the server that detected it dies at once', async () => {
    const receiver = await new Receiver().open();
    onTestFinished(() => receiver.close());
    await open(receiver.url);
    startKeeper();
    await take(3);
    await until((found) => found.length > 0);
    expect(await mails()).toHaveLength(1);
    await endKeepers();

    // It stores the end of the alert, and then stops.
    let isDead = false;
    startKeeper({
      ...town.store,
      query: (...asked) => (isDead ? NEVER : town.store.query(...asked)),
      async run(...asked) {
        const done = isDead ? await NEVER : await town.store.run(...asked);
        isDead = asked[0] === 'noteLimits';
        return isDead ? NEVER : done;
      },
    });
    await does('callnextticket', { desk_id: 'desk-1', user_id: 'ana', services: [] });
    await until(([alarm]) => alarm !== undefined && alarm.ended_at !== '');
    expect((await mails())[1]).toMatch(/^lead@pontalva\.example .*Câmara Municipal, Passaportes/s);
    keepers.length = 0;

    // The next leader repeats nothing.
    startKeeper();
    town.clock.advance(60_000);
    await take(3);
    await until((found) => found.length > 1);
    expect(await mails()).toHaveLength(3);
    // A delivery that timed out by a jumping clock is retried with the same id.
    const told = () => [
      ...new Map(
        receiver.arrived.map(({ body }) => [body.id, `${body.type} ${body.limit.number} ${body.limit.change}`]),
      ).values(),
    ];
    await vi.waitUntil(() => {
      town.clock.advance(15_000);
      return told().length >= 3;
    }, PATIENT);
    expect(told()).toEqual(['limit.alarm 1 raised', 'limit.alarm 1 ended', 'limit.alarm 2 raised']);
  });

  it('is sent only to users with permission for its location', async () => {
    await open();
    startKeeper();
    await take(3);
    await until((found) => found.length > 0);
    expect(await alarms('chief')).toHaveLength(1);
    expect(await alarms('eva')).toEqual([]);
    const figures = async (user: string): Promise<string> => {
      const headers = { authorization: `Bearer ${await town.keyOf(user)}` };
      return (await town.server.inject({ url: '/metrics', headers })).body;
    };
    expect(await figures('chief')).toContain('tan_limit_alarms{kind="waiting"} 1');
    expect(await figures('chief')).toContain('tan_limit_alarms{kind="wait"} 0');
    const { body: board } = await town.ask('GET', '/restapi/v2/reports/locations', await town.keyOf('chief'));
    expect(board.branches.map(({ id, alarms: standing }: Record<string, unknown>) => [id, standing])).toEqual([
      ['hall', 1],
      ['clinic', 0],
    ]);
    const eva = await town.keyOf('eva');
    expect((await town.ask('POST', `${ALARMS}/hall/1/acknowledge`, eva)).body).toMatchObject({ errno: 105 });
    expect((await town.ask('GET', ALARMS, await town.keyOf('nobody'))).body).toMatchObject({ errno: 104 });
    expect((await town.ask('POST', `${ALARMS}/hall/7/acknowledge`, await town.keyOf('ana'))).body).toMatchObject({
      errno: 6,
    });
  });

  it('ends when the location closes, and is not raised while it is closed', async () => {
    await open();
    startKeeper();
    await take(3);
    await until((found) => found.length > 0);
    town.clock.set('2026-03-09T16:00:00Z');
    await until(([alarm]) => alarm !== undefined && alarm.ended_at !== '');
    town.clock.advance(600_000);
    await endKeepers();
    expect(await ofHall()).toHaveLength(1);
  });
});

it('counts each visitor of a day once, for the service of their last wait', async () => {
  await open();
  const headers = { authorization: `Bearer ${await town.keyOf('ana')}` };
  const ask = async (operation: string, parameters: object) => {
    const { body } = await town.post(operation, parameters, headers);
    expect(body).toMatchObject({ success: true });
    return body;
  };
  const at = { desk_id: 'desk-1', user_id: 'ana' };
  const draw = async (): Promise<string> => (await ask('createticket', { service_id: 'passports' })).ticket.id;
  const call = async (): Promise<string> =>
    (await ask('callticket', { ...at, ticket_id: await draw() })).answer.id as string;
  const sendOn = async (): Promise<void> => {
    const to = { dst_type: 'service', dst_id: 'taxes', priority: false, desk_id: 'desk-1' };
    await ask('transfercall', { answer_id: await call(), ...to });
  };
  await ask('endcall', { answer_id: await call() });
  await ask('cancelcall', { answer_id: await call() });
  await ask('removeticket', { ...at, ticket_id: await draw(), reason: 'went home' });
  await draw();
  for (let each = 0; each < 3; each += 1) await sendOn();
  const missed = await ask('callnextticket', { ...at, services: ['taxes'] });
  await ask('cancelcall', { answer_id: missed.answer.id });

  const now = town.clock.now();
  const { day } = await town.store.report('limits', {
    ...{
      locationId: 'hall',
      from: now - 60_000,
      until: now + 60_000,
      services: ['passports', 'taxes'],
      desks: [],
      now,
    },
    inTime: { location: 15, services: {} },
  });
  expect(day.total).toMatchObject({ over: 4, gone: 3, waits: 6 });
  expect(day.services).toMatchObject({ passports: { over: 3, gone: 2 }, taxes: { over: 1, gone: 1 } });
});
