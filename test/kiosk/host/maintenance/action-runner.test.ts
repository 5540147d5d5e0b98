/** Remote actions with a real server: run once, with a reported result, also across restarts. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { DeviceAction, RequestedAction } from '../../../../main/devices/contract/device-actions.ts';
import { type DoAction, ended, openActionRunner } from '../../../../main/kiosk/host/maintenance/action-runner.ts';
import { systemClock } from '../../../../main/lib/context.ts';
import { openTown, type Town } from '../../../helpers/town.ts';
import { recordingLog } from '../../readers/recording-log.ts';

let town: Town;
let dir: string;
/** Actions that ran, in order. */
let done: string[];
let machineRunsMs: number;

beforeEach(async () => {
  town = await openTown();
  dir = await mkdtemp(join(tmpdir(), 'actions-'));
  done = [];
  machineRunsMs = Number.POSITIVE_INFINITY;
  onTestFinished(async () => {
    await town.close();
    await rm(dir, { recursive: true, force: true });
  });
});

function open(act: DoAction, onNotKept = (): void => {}) {
  const runner = openActionRunner({
    client: town.client,
    deviceId: 'kiosk-1',
    dir,
    act: (asked, beforeEnd) => {
      done.push(asked.action);
      return act(asked, beforeEnd);
    },
    onNotKept,
    powers: { machineRunsMs: () => machineRunsMs },
    clock: town.clock,
    log: recordingLog(),
  });
  onTestFinished(() => runner.close());
  return runner;
}

async function asked(action: DeviceAction): Promise<RequestedAction> {
  const wish = { deviceId: 'kiosk-1', deviceName: 'Entrance', action, ticket: '', message: {} };
  const record = await town.store.run(
    'askDevice',
    { ...wish, by: { kind: 'console', id: '' } },
    { now: town.clock.now() },
  );
  if (!record.ok) throw new Error(`not asked: ${record.error.errno}`);
  return { id: record.value.id, action, ticket: '', message: {} };
}

const became = async ({ id }: RequestedAction): Promise<string> => {
  const found = await town.store.query('deviceAction', { id, now: town.clock.now() });
  return [found?.record.state, found?.record.outcome].filter(Boolean).join(' ');
};
const never = (): Promise<never> => new Promise(() => {});

it('remote actions run once and one after another, however often they are received', async () => {
  const runner = open(async ({ action }) => ended(action === 'log' ? '' : 'no-paper'));
  const [print, log] = [await asked('test-print'), await asked('log')];
  runner.take([print, log]);
  runner.take([print, log]);
  await expect.poll(() => became(log)).toBe('done');
  expect(await became(print)).toBe('failed no-paper');
  runner.take([print]);
  const next = open(async () => ended());
  next.take([print, log]);
  expect(done).toEqual(['test-print', 'log']);
});

describe('remote actions with a disk that cannot be written', () => {
  beforeEach(() => mkdir(join(dir, 'actions.json.new')));

  it('run once, and report that they are not stored', async () => {
    let told = 0;
    const runner = open(
      async ({ action }) => ended(action === 'log' ? '' : 'no-paper'),
      () => {
        told += 1;
      },
    );
    const [log, print] = [await asked('log'), await asked('test-print')];
    runner.take([log, print]);
    runner.take([log, print]);
    await expect.poll(() => became(print)).toBe('failed no-paper');
    expect(await became(log)).toBe('done not-kept');
    expect(told).toBe(2);
    // The next program has no record of it; the server has.
    open(async () => ended()).take([log]);
    await expect.poll(() => done).toEqual(['log', 'test-print']);
  });

  it('report a restart before it happens', async () => {
    const restart = await asked('restart-program');
    let saidBefore = '';
    open(async (_asked, beforeEnd) => {
      await beforeEnd();
      saidBefore = await became(restart);
      return never();
    }).take([restart]);
    await expect.poll(() => saidBefore).toBe('done not-kept');
  });
});

it('an expired remote action does not run', async () => {
  const runner = open(async () => ended());
  const late = await asked('restart-program');
  town.clock.advance(120_000);
  const inTime = await asked('log');
  runner.take([late, inTime]);
  await expect.poll(() => became(inTime)).toBe('done');
  expect(done).toEqual(['log']);
});

it('a restart happens once, and the next program reports it', async () => {
  const runner = open(never);
  const restart = await asked('restart-program');
  runner.take([restart]);
  await expect.poll(() => done).toEqual(['restart-program']);
  runner.close();
  const next = open(never);
  next.take([restart]);
  await expect.poll(() => became(restart)).toBe('done');
  expect(done).toEqual(['restart-program']);
});

it('a failed reboot and an interrupted action are reported', async () => {
  const first = open(never);
  const machine = await asked('restart-machine');
  first.take([machine]);
  await expect.poll(() => done).toEqual(['restart-machine']);
  first.close();
  const second = open(never);
  await expect.poll(() => became(machine)).toBe('failed not-allowed');
  const again = await asked('restart-machine');
  second.take([again]);
  await expect.poll(() => done).toHaveLength(2);
  second.close();
  machineRunsMs = 0;
  const third = open(never);
  await expect.poll(() => became(again)).toBe('done');
  const print = await asked('test-print');
  third.take([print]);
  await expect.poll(() => done).toHaveLength(3);
  third.close();
  open(never);
  await expect.poll(() => became(print)).toBe('failed interrupted');
});

it('a result is reported once the server is available again', async () => {
  let isAway = false;
  const { client } = town;
  const endAction: typeof client.endAction = (...parts) =>
    isAway
      ? Promise.resolve({ ok: false, error: { kind: 'unreachable', detail: 'away' } })
      : client.endAction(...parts);
  const runner = openActionRunner({
    client: { ...client, endAction },
    deviceId: 'kiosk-1',
    dir,
    act: async () => {
      isAway = true;
      return ended();
    },
    powers: { machineRunsMs: () => 0 },
    clock: { ...town.clock, after: (_ms, callback) => systemClock.after(1, callback) },
    log: recordingLog(),
  });
  onTestFinished(() => runner.close());
  const shut = await asked('shut');
  runner.take([shut]);
  await expect.poll(() => isAway).toBe(true);
  expect(await became(shut)).toBe('taken');
  isAway = false;
  await expect.poll(() => became(shut)).toBe('done');
});
