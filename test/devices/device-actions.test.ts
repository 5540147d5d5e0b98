/** Remote actions: permissions, devices, delivery and results. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ACTION_EXPIRES_MS, ACTION_WORD_MS } from '../../main/devices/contract/device-actions.ts';
import type { DeviceActionsMessage, EventMessage } from '../../main/events/contract/events.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { listen } from '../helpers/listener.ts';
import { type LockedTown, openLockedTown } from '../helpers/locked-town.ts';

let town: LockedTown;
let chief: string;
let kiosk: string;
beforeEach(async () => {
  town = await openLockedTown();
  chief = await town.keyOf('chief');
  kiosk = await town.deviceKey('kiosk-1');
});
afterEach(() => town.close());

const isActions = ({ type }: EventMessage): boolean => (type as string) === 'device.actions';

const STAFF = '/restapi/v2/admin/devices';
const ask = (action: string, more: object = {}, key = chief, device = 'kiosk-1') =>
  town.ask('POST', `${STAFF}/${device}/actions`, key, { action, ...more });
const look = async (id = '') =>
  (await town.ask('GET', `${STAFF}/kiosk-1/actions${id === '' ? '' : `/${id}`}`, chief)).body;
/** The kiosk sends its status, and receives its actions. */
const beat = async (can = 'test-print reprint shut reopen log', key = kiosk) =>
  (await town.ask('POST', '/restapi/v2/kiosks/kiosk-1/status', key, { printer: 'ok', can })).body;
/** Whether the polled response tells the kiosk to fetch actions. */
const isAsked = async (): Promise<boolean> =>
  (await town.ask('GET', '/restapi/v2/kiosks/kiosk-1', kiosk)).body.device.asked;
const say = (what: 'claim' | 'result', id: string, body: object = {}, key = kiosk, device = 'kiosk-1') =>
  town.ask('POST', `/restapi/v2/devices/${device}/actions/${id}/${what}`, key, body);

describe('a kiosk within the program of the server', () => {
  it('gives the log of the whole server only to administrators of all locations', async () => {
    const branch = { id: 'bea', username: 'bea', name: 'Bea', roles: ['admin_branch'], locations: ['hall'] };
    await town.site.load({ users: [branch] });
    const bea = town.auth.keyFor(town.site.current().user('bea')!, town.clock.now());
    await beat('server-log test-print');
    const actionsOf = async (key: string) => (await town.ask('GET', `${STAFF}/kiosk-1/actions`, key)).body.can;
    expect([await actionsOf(chief), await actionsOf(bea)]).toEqual([['test-print', 'server-log'], ['test-print']]);
    expect((await ask('server-log', {}, bea)).body).toMatchObject({ errno: 105, parameter: 'action' });
    expect((await ask('log', {}, bea)).body).toMatchObject({ errno: 7 });
    const { id } = (await ask('server-log')).body.action;
    await say('claim', id);
    await say('result', id, { ended: 'done', log: 'who logged in' });
    expect((await look(id)).text).toBe('who logged in');
    expect((await town.ask('GET', `${STAFF}/kiosk-1/actions/${id}`, bea)).body).toMatchObject({ errno: 105 });
  });
});

describe('a remote kiosk', () => {
  it('receives it with its next heartbeat, executes it once, and staff get the result', async () => {
    expect(await beat()).toEqual({ success: true, actions: [], next_in: 30, clock_off: 0 });
    expect(await isAsked()).toBe(false);
    const { body } = await ask('reprint', { ticket: ' A043 ', message: { en: 'not for this' } });
    expect(body.action).toMatchObject({ action: 'reprint', ticket: 'A043', message: {}, state: 'asked' });
    const { id } = body.action;
    const asked = { id, action: 'reprint', ticket: 'A043', message: {} };
    expect(await isAsked()).toBe(true);
    expect((await beat()).actions).toEqual([asked]);
    // Its response may be lost: the action is sent until it is accepted.
    expect((await beat()).actions).toEqual([asked]);
    expect((await say('claim', id)).body).toEqual({ success: true });
    expect((await say('claim', id)).body).toMatchObject({ errno: 7 });
    expect((await beat()).actions).toEqual([]);
    expect(await isAsked()).toBe(false);
    expect((await look()).actions).toMatchObject([{ id, state: 'taken', by: { kind: 'user', id: 'chief' } }]);
    expect((await say('result', id, { ended: 'failed', outcome: 'ticket-unknown' })).body).toEqual({ success: true });
    expect((await look(id)).action).toMatchObject({ state: 'failed', outcome: 'ticket-unknown' });
    const audit = (await town.ask('GET', '/restapi/v2/admin/audit?collection=devices&item_id=kiosk-1', chief)).body;
    expect(audit.entries.slice(0, 2)).toMatchObject([
      { action: 'ended', by: { kind: 'device', id: 'kiosk-1', name: 'Entrance' } },
      { action: 'asked', by: { kind: 'user', id: 'chief' }, item_name: 'Entrance' },
    ]);
  });

  it('sends a screenshot and a log of limited size, which no other user can read', async () => {
    await beat('log screenshot');
    const { id } = (await ask('log')).body.action;
    await say('claim', id);
    const text = `${'x'.repeat(200_000)}\n`;
    expect((await say('result', id, { ended: 'done', log: text })).body).toEqual({ success: true });
    expect(await look(id)).toMatchObject({ text, picture: '', action: { state: 'done' } });
    const other = (await town.ask('GET', `${STAFF}/kiosk-9/actions/${id}`, chief)).body;
    expect(other).toMatchObject({ errno: 6 });
    const large = (await ask('screenshot')).body.action.id;
    await say('claim', large);
    const picture = 'x'.repeat(1_400_001);
    expect((await say('result', large, { ended: 'done', picture })).body).toMatchObject({
      errno: 5,
      parameter: 'picture',
    });
    expect((await say('result', large, { ended: 'done', picture: picture.slice(1) })).body).toEqual({ success: true });
  });

  it('does not execute an action that arrives too late, and a missing result is reported', async () => {
    await beat();
    const { id } = (await ask('test-print')).body.action;
    town.clock.advance(ACTION_EXPIRES_MS);
    expect((await beat()).actions).toEqual([]);
    expect((await say('claim', id)).body).toMatchObject({ errno: 7 });
    expect((await look(id)).action).toMatchObject({ state: 'expired' });
    const silent = (await ask('test-print')).body.action.id;
    await say('claim', silent);
    town.clock.advance(ACTION_WORD_MS + 1);
    expect((await look(silent)).action).toMatchObject({ state: 'failed', outcome: 'no-word' });
    // Its result arrived after all.
    await say('result', silent, { ended: 'done' });
    expect((await look(silent)).action).toMatchObject({ state: 'done', outcome: '' });
  });

  it('is read from the store only while an action may be pending', async () => {
    const questions = await reopen();
    const asked = (): number => questions.splice(0).filter((query) => query === 'deviceActions').length;
    await beat();
    expect(asked()).toBe(1);
    for (let count = 0; count < 3; count += 1) await beat();
    expect(asked()).toBe(0);
    await ask('test-print');
    const { actions } = await beat();
    await say('claim', actions[0].id);
    await beat();
    expect(asked()).toBeGreaterThan(1);
    for (let count = 0; count < 3; count += 1) await beat();
    expect(asked()).toBe(0);
  });
});

/** Restarts the server with the same site. @returns the store requests from now on */
async function reopen(): Promise<string[]> {
  const questions: string[] = [];
  await town.close();
  town = await openLockedTown({
    wrapStore: (store): Store => ({
      ...store,
      query(query, input, asking) {
        questions.push(query);
        return store.query(query, input, asking);
      },
    }),
  });
  chief = await town.keyOf('chief');
  kiosk = await town.deviceKey('kiosk-1');
  return questions;
}

it('sends it to a display over its connection once it supports the action, and to no other client', async () => {
  await town.site.load({ devices: [{ id: 'screen', name: 'Hall', type: 9, location: 'hall' }] });
  const key = await town.deviceKey('screen');
  const display = await listen(town.address, 'hall', { key });
  const office = await listen(town.address, 'hall', { key: chief });
  onTestFinished(() => Promise.all([display.close(), office.close()]).then(() => {}));
  display.socket.send(JSON.stringify({ type: 'device.status', status: { can: 'restart-page' } }));
  await expect.poll(async () => (await ask('restart-page', {}, chief, 'screen')).body.success).toBe(true);
  const told = (await display.until(isActions)) as unknown as DeviceActionsMessage;
  expect(told.actions).toMatchObject([{ action: 'restart-page' }]);
  const { id = '' } = told.actions[0] ?? {};
  expect((await say('claim', id, {}, key, 'screen')).body).toEqual({ success: true });
  expect((await say('result', id, { ended: 'done' }, key, 'screen')).body).toEqual({ success: true });
  expect(office.heard.some(isActions)).toBe(false);
});

it('sends nothing to a client that was disconnected for an invalid message', async () => {
  const questions = await reopen();
  const page = await listen(town.address, 'hall', { key: kiosk });
  page.socket.send('nonsense');
  page.socket.send(JSON.stringify({ type: 'device.status', status: { can: 'log' } }));
  await page.ended;
  await beat('log');
  questions.length = 0;
  expect((await ask('log')).body).toMatchObject({ success: true });
  // No message now: a remote kiosk receives it with its heartbeat.
  expect(questions).not.toContain('deviceActions');
});

describe('a remote action is accepted', () => {
  it('only for an enabled device that supports it', async () => {
    expect((await ask('test-print')).body).toMatchObject({ errno: 7, parameter: 'action' });
    await beat('test-print dance');
    expect((await look()).can).toEqual(['test-print']);
    expect((await ask('restart-machine')).body).toMatchObject({ errno: 7, parameter: 'action' });
    expect((await ask('dance')).body).toMatchObject({ errno: 5, parameter: 'action' });
    expect((await ask('test-print', {}, chief, 'kiosk-off')).body).toMatchObject({ errno: 119 });
    expect((await ask('test-print', {}, chief, 'nowhere')).body).toMatchObject({ errno: 6 });
    expect((await ask('test-print')).body).toMatchObject({ success: true });
  });

  it('from administrators only, and executed by the device itself only', async () => {
    await beat();
    expect((await ask('test-print', {}, await town.keyOf('ana'))).body).toMatchObject({ errno: 104 });
    expect((await ask('test-print', {}, kiosk)).body).toMatchObject({ errno: 104 });
    const { id } = (await ask('test-print')).body.action;
    const other = await town.deviceKey('kiosk-9');
    expect((await say('claim', id, {}, other)).body).toMatchObject({ errno: 105 });
    expect((await say('claim', id, {}, other, 'kiosk-9')).body).toMatchObject({ errno: 6 });
    expect((await say('claim', id, {}, chief)).body).toMatchObject({ errno: 104 });
    expect((await say('result', id, { ended: 'done' }, other)).body).toMatchObject({ errno: 105 });
  });

  it('with messages that fit on a screen', async () => {
    await beat();
    const en = 'x'.repeat(501);
    expect((await ask('shut', { message: { en } })).body).toMatchObject({ errno: 5, parameter: 'message' });
    const { body } = await ask('shut', { message: { en: en.slice(1), pt_PT: '' } });
    expect(body.action.message).toEqual({ en: en.slice(1) });
  });
});
