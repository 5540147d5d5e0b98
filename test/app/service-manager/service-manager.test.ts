/** What a service manager hears of a program: that it is ready, that it lives, that it ends; over a real socket of that kind. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createServiceManager } from '../../../main/app/service-manager/service-manager.ts';
import { sendDatagram } from '../../../main/app/service-manager/unix-datagram.ts';
import { openDatagramSocket } from '../../helpers/datagram-socket.ts';
import { turnedClock } from '../../helpers/turned-clock.ts';

const WATCHED = { WATCHDOG_USEC: '30000000' };
const lives = (): Promise<void> => Promise.resolve();

function watchedProgram(environment: Readonly<Record<string, string>>, path = `@take-a-number-${randomUUID()}`) {
  const systemd = openDatagramSocket(path);
  onTestFinished(() => systemd.close());
  const clock = turnedClock('2026-11-22T09:00:00Z');
  const logged: string[] = [];
  const note = (event: string): void => void logged.push(event);
  const program = createServiceManager({
    environment: { NOTIFY_SOCKET: path, ...environment },
    clock,
    log: { info: note, warn: note, error: note },
    send: sendDatagram,
    pid: 42,
  });
  /** Seconds go by, and whatever waits for an answer of the program gets it in between. */
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { systemd, program, pass, logged };
}

describe.runIf(process.platform === 'linux')('systemd', () => {
  it.each([`@take-a-number-${randomUUID()}`, join(tmpdir(), `notify-${randomUUID()}`)])('hears at %s', (path) => {
    const { systemd, program } = watchedProgram({}, path);
    program.ready('Answers at http://127.0.0.1:8080', lives);
    program.stopping();
    expect(systemd.heard()).toEqual(['READY=1\nSTATUS=Answers at http://127.0.0.1:8080', 'STOPPING=1']);
  });

  it('waits longer than it would for a program that drains', () => {
    const { systemd, program } = watchedProgram({});
    program.stopping(40_000);
    expect(systemd.heard()).toEqual(['STOPPING=1\nEXTEND_TIMEOUT_USEC=40000000']);
  });

  it('gets three signs of life in the time for which it waits, and none after the end', async () => {
    const { systemd, program, pass } = watchedProgram({ ...WATCHED, WATCHDOG_PID: '42' });
    program.ready('', lives);
    await pass(1);
    systemd.heard();
    await pass(30);
    expect(systemd.heard()).toEqual(['WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1']);
    program.stopping();
    await pass(60);
    expect(systemd.heard()).toEqual(['STOPPING=1']);
  });

  it('gets no sign of life from a program that does not answer any more', async () => {
    const { systemd, program, pass } = watchedProgram(WATCHED);
    let hangs = false;
    program.ready('', () => (hangs ? new Promise<void>(() => {}) : Promise.resolve()));
    await pass(25);
    expect(systemd.heard()).toContain('WATCHDOG=1');
    hangs = true;
    await pass(10);
    systemd.heard();
    await pass(120);
    expect(systemd.heard()).toEqual([]);
  });

  it('is given no signs of life where it asks for none, or asks another process', async () => {
    for (const environment of [{}, { ...WATCHED, WATCHDOG_PID: '41' }, { WATCHDOG_USEC: 'soon' }]) {
      const { systemd, program, pass } = watchedProgram(environment as Record<string, string>);
      program.ready('', lives);
      await pass(120);
      expect(systemd.heard()).toEqual(['READY=1\nSTATUS=']);
    }
  });

  it('that has gone away is no fault of the program, and is told in the log once', async () => {
    const { systemd, program, pass, logged } = watchedProgram(WATCHED);
    program.ready('', lives);
    systemd.close();
    await pass(120);
    program.stopping();
    expect(logged.filter((event) => event === 'systemd.notify-failed')).toHaveLength(1);
  });
});

it('whom nobody has asked for tells nothing', async () => {
  const sent: string[] = [];
  const program = createServiceManager({
    environment: { WATCHDOG_USEC: '30000000' },
    clock: turnedClock('2026-11-22T09:00:00Z'),
    log: { info() {}, warn() {}, error() {} },
    send: (_path, text) => sent.push(text) > 0,
    pid: 42,
  });
  program.ready('', lives);
  program.stopping();
  expect(sent).toEqual([]);
});
