import type { execFile } from 'node:child_process';
import { expect, it } from 'vitest';
import { machineRestart } from '../../main/app/restart-machine.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

function machine(platform: NodeJS.Platform, answer: Error | null) {
  const ran: unknown[] = [];
  const run = (file: string, args: readonly string[], options: object, done: (error: Error | null) => void): void => {
    ran.push([file, args, options]);
    queueMicrotask(() => done(answer));
  };
  const log = recordingLog();
  return { ran, log, restart: machineRestart(log, platform, run as unknown as typeof execFile) };
}

it('is one fixed command of the system, without a shell', async () => {
  const { ran, restart } = machine('linux', null);
  expect(await restart?.()).toBe(true);
  expect(ran).toEqual([
    ['/usr/bin/systemctl', ['--no-ask-password', 'reboot'], expect.not.objectContaining({ shell: expect.anything() })],
  ]);
});

it('is told where the machine refuses it, and is not there where there is no such command', async () => {
  const { log, restart } = machine('linux', new Error('Access denied'));
  expect(await restart?.()).toBe(false);
  expect(log.events()).toEqual(['machine.reboot-requested', 'machine.reboot-failed']);
  expect(machine('darwin', null).restart).toBeNull();
});
