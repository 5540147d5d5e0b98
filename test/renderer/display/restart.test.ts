/** A display that staff have load its page anew, before and after that. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RequestedAction } from '../../../main/devices/contract/device-actions.ts';
import { restartIfAsked, tellRestarted } from '../../../renderer/display/restart.ts';
import { type RestServer, restServer } from '../../helpers/rest-server.ts';

const ASKED: RequestedAction = { id: 'one', action: 'restart-page', ticket: '', message: {} };
let server: RestServer;

beforeEach(() => {
  server = restServer();
  const kept = new Map<string, string>();
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  };
  vi.stubGlobal('window', { sessionStorage });
});
afterEach(() => vi.unstubAllGlobals());

it('is reloaded after it has accepted that, and reports it afterwards', async () => {
  let reloads = 0;
  await restartIfAsked(server.rest, 'hall 1', [{ ...ASKED, action: 'log' }], () => (reloads += 1));
  expect([server.asked, reloads]).toEqual([[], 0]);
  await restartIfAsked(server.rest, 'hall 1', [ASKED], () => (reloads += 1));
  expect([server.asked, reloads]).toEqual([['POST v2/devices/hall%201/actions/one/claim'], 1]);
  server.answer = null;
  await tellRestarted(server.rest, 'hall 1');
  server.answer = { success: true };
  await tellRestarted(server.rest, 'hall 1');
  await tellRestarted(server.rest, 'hall 1');
  expect(server.asked.slice(1)).toEqual(Array.from({ length: 2 }, () => 'POST v2/devices/hall%201/actions/one/result'));
});

it('stays where it is when that is not its to do any more', async () => {
  server.answer = null;
  await restartIfAsked(server.rest, 'hall', [ASKED], () => {
    throw new Error('It was loaded anew all the same.');
  });
  await tellRestarted(server.rest, 'hall');
  expect(server.asked).toEqual(['POST v2/devices/hall/actions/one/claim']);
});
