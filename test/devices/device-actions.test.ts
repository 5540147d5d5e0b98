/** What staff have a kiosk do from afar: who may ask, of which device, and how it comes there and back. */
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
/** The kiosk says how it is, and hears what it has to do. */
const beat = async (can = 'test-print reprint shut reopen log', key = kiosk) =>
  (await town.ask('POST', '/restapi/v2/kiosks/kiosk-1/status', key, { printer: 'ok', can })).body;
/** Whether the answer that a kiosk reads all the time says that it is to ask for more. */
const isAsked = async (): Promise<boolean> =>
  (await town.ask('GET', '/restapi/v2/kiosks/kiosk-1', kiosk)).body.device.asked;
const say = (what: 'claim' | 'result', id: string, body: object = {}, key = kiosk, device = 'kiosk-1') =>
  town.ask('POST', `/restapi/v2/devices/${device}/actions/${id}/${what}`, key, body);

describe('a kiosk within the program of the server', () => {
  it('gives the log of the whole server to administrators of all locations, and to nobody else', async () => {
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

describe('a kiosk elsewhere', () => {
  it('hears of it with its next heartbeat, does it once, and staff are told what became of it', async () => {
    expect(await beat()).toEqual({ success: true, actions: [], next_in: 30, clock_off: 0 });
    expect(await isAsked()).toBe(false);
    const { body } = await ask('reprint', { ticket: ' A043 ', message: { en: 'not for this' } });
    expect(body.action).toMatchObject({ action: 'reprint', ticket: 'A043', message: {}, state: 'asked' });
    const { id } = body.action;
    const asked = { id, action: 'reprint', ticket: 'A043', message: {} };
    expect(await isAsked()).toBe(true);
    expect((await beat()).actions).toEqual([asked]);
    // Its answer may have been lost: it is told until it has taken it.
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

  it('sends a picture and a log of a size, and nobody else reads them', async () => {
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

  it('that does not hear of it in time does not do it; one that falls silent is told of', async () => {
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
    // It was heard of after all.
    await say('result', silent, { ended: 'done' });
    expect((await look(silent)).action).toMatchObject({ state: 'done', outcome: '' });
  });

  it('is asked of the store only while there may be something to do', async () => {
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

/** The same town anew. Gives what its store is asked from now on. */
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

it('a display hears of it on its connection, once it has said that it does it; nobody else hears', async () => {
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

it('whoever was ended for a message that makes no sense hears of nothing any more', async () => {
  const questions = await reopen();
  const page = await listen(town.address, 'hall', { key: kiosk });
  page.socket.send('nonsense');
  page.socket.send(JSON.stringify({ type: 'device.status', status: { can: 'log' } }));
  await page.ended;
  await beat('log');
  questions.length = 0;
  expect((await ask('log')).body).toMatchObject({ success: true });
  // Nobody is told now: a kiosk elsewhere hears of it with its heartbeat.
  expect(questions).not.toContain('deviceActions');
});

describe('is asked', () => {
  it('only of a device that says that it does it, and is in use', async () => {
    expect((await ask('test-print')).body).toMatchObject({ errno: 7, parameter: 'action' });
    await beat('test-print dance');
    expect((await look()).can).toEqual(['test-print']);
    expect((await ask('restart-machine')).body).toMatchObject({ errno: 7, parameter: 'action' });
    expect((await ask('dance')).body).toMatchObject({ errno: 5, parameter: 'action' });
    expect((await ask('test-print', {}, chief, 'kiosk-off')).body).toMatchObject({ errno: 119 });
    expect((await ask('test-print', {}, chief, 'nowhere')).body).toMatchObject({ errno: 6 });
    expect((await ask('test-print')).body).toMatchObject({ success: true });
  });

  it('by administrators alone, and taken by the device itself alone', async () => {
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
