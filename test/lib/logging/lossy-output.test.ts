/** A log whose disk is full: lines are dropped and counted, and the program goes on. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { openLog } from '../../../main/lib/logging/log.ts';
import { hearChild } from '../../helpers/hear-child.ts';

/** Four that have no fields. */
const EVENTS = [
  'store.recovered',
  'pg-notify.recovered',
  'clock.skew-resolved',
  'pg-notify.publish-recovered',
] as const;

const fault = (code: string): Error => Object.assign(new Error(code), { code });

/** A disk with room for so many bytes; `free` makes room. */
function smallDisk(bytes: number) {
  let room = bytes;
  let text = '';
  return {
    text: () => text,
    free(more: number): void {
      room += more;
    },
    put(data: Uint8Array): number {
      if (room === 0) throw fault('ENOSPC');
      const taken = data.subarray(0, room);
      room -= taken.length;
      text += Buffer.from(taken).toString();
      return taken.length;
    },
  };
}

const events = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      try {
        const { event, count } = JSON.parse(line) as { event: string; count?: number };
        return [count === undefined ? event : `${event} ${count}`];
      } catch {
        return ['torn'];
      }
    });

it('drops what a full disk does not take, counts it, and writes whole lines again once there is room', () => {
  const disk = smallDisk(150);
  const log = openLog({ level: 'info', isTerminal: false, put: disk.put });
  for (const event of EVENTS) log.info(event);
  disk.free(10_000);
  log.info('replica.in-use');
  expect(events(disk.text())).toEqual(['store.recovered', 'torn', 'log.lines-dropped 3', 'replica.in-use']);
});

it('waits for a reader that is behind, but not indefinitely', () => {
  let isBehind = 3;
  let text = '';
  const log = openLog({
    level: 'info',
    isTerminal: false,
    put(bytes) {
      if (isBehind-- > 0) throw fault('EAGAIN');
      text += Buffer.from(bytes).toString();
      return bytes.length;
    },
  });
  const [one, two, three, four] = EVENTS;
  log.info(one);
  expect(events(text)).toEqual([one]);
  isBehind = Number.POSITIVE_INFINITY;
  log.info(two);
  log.info(three);
  isBehind = 0;
  log.info(four);
  expect(events(text)).toEqual([one, 'log.lines-dropped 2', four]);
});

it.skipIf(process.platform !== 'linux')('does not end a program whose standard error is a full device', async () => {
  const script = `
    const { openLog } = await import(${JSON.stringify(resolve(import.meta.dirname, '../../../main/lib/logging/log.ts'))});
    const log = openLog({ level: 'info', isTerminal: false });
    log.info('store.recovered');
    setTimeout(() => { log.warn('page.unresponsive'); process.stdout.write('alive'); }, 10);`;
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', full] });
  closeSync(full);
  expect(await hearChild(child).ended).toMatchObject({ code: 0, out: 'alive' });
});
