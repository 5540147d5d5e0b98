/** A display that staff have load its page anew, before and after that. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AskedAction } from '../../../main/contract/device-actions.ts';
import { restartIfAsked, tellRestarted } from '../../../renderer/display/restart.ts';
import type { Rest, RestResult } from '../../../renderer/shared/rest.ts';

const ASKED: AskedAction = { id: 'one', action: 'restart-page', ticket: '', message: {} };
const AWAY: RestResult<never> = { ok: false, error: { kind: 'away' } };

let asked: string[];
let answer: RestResult<object>;
const rest = {
  async post(path: string) {
    asked.push(path);
    return answer;
  },
} as unknown as Rest;

beforeEach(() => {
  asked = [];
  answer = { ok: true, value: {} };
  const kept = new Map<string, string>();
  const sessionStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  };
  vi.stubGlobal('window', { sessionStorage });
});
afterEach(() => vi.unstubAllGlobals());

it('is loaded anew once it has taken that, and tells it once it is back', async () => {
  let reloads = 0;
  await restartIfAsked(rest, 'hall 1', [{ ...ASKED, action: 'log' }], () => (reloads += 1));
  expect([asked, reloads]).toEqual([[], 0]);
  await restartIfAsked(rest, 'hall 1', [ASKED], () => (reloads += 1));
  expect([asked, reloads]).toEqual([['v2/devices/hall%201/actions/one/take'], 1]);
  answer = AWAY;
  await tellRestarted(rest, 'hall 1');
  answer = { ok: true, value: {} };
  await tellRestarted(rest, 'hall 1');
  await tellRestarted(rest, 'hall 1');
  expect(asked.slice(1)).toEqual(Array.from({ length: 2 }, () => 'v2/devices/hall%201/actions/one/end'));
});

it('stays where it is when that is not its to do any more', async () => {
  answer = AWAY;
  await restartIfAsked(rest, 'hall', [ASKED], () => {
    throw new Error('It was loaded anew all the same.');
  });
  await tellRestarted(rest, 'hall');
  expect(asked).toEqual(['v2/devices/hall/actions/one/take']);
});
