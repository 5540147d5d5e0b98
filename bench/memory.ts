/**
 * Memory that is the program's own (RssAnon of /proc/<pid>/status; Linux only): while 100,000 wait and 1,000 listen, while as
 * many tickets are drawn as are answered, and a minute later.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { openCrowd } from './crowd.ts';
import { type Display, openDisplay } from './displays.ts';
import { report } from './figures.ts';
import { rush } from './rush.ts';

const WAITING = 100_000;
const PAST = 1_000;
const LISTENERS = 1_000;
const RUSH_SECONDS = 15;
const RUSHES = 6;
const SETTLED_MS = 60_000;
const TARGETS = { rest: 150, load: 250 } as const;

const ownMiB = (pid: number): number => {
  const [, kib = 'NaN'] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
};
const shown = (mib: number): string => `${mib.toFixed(0)} MiB`;

export async function memory(): Promise<boolean> {
  const crowd = await openCrowd(WAITING, PAST);
  const listeners: Display[] = [];
  try {
    const { running } = crowd;
    const empty = ownMiB(running.pid);
    for (let number = 0; number < LISTENERS; number += 1) {
      listeners.push(await openDisplay(running.address, 'location=town-hall&lang=en'));
    }
    await after(SETTLED_MS / 4);
    const rest = ownMiB(running.pid);
    for (const listener of listeners.splice(0)) listener.close();
    const requests = [{ path: '/restapi/v2/queuemanagement/createticket', body: { service_id: 'payments' } }];
    const loads: number[] = [];
    const rates: number[] = [];
    for (let turn = 0; turn < RUSHES; turn += 1) {
      rates.push(await rush({ address: running.address, requests, connections: 32, seconds: RUSH_SECONDS }));
      loads.push(ownMiB(running.pid));
    }
    await after(SETTLED_MS);
    const later = ownMiB(running.pid);
    const load = Math.max(...loads);
    const figures = {
      'after the start': shown(empty),
      [`with ${LISTENERS} who listen`]: shown(rest),
      [`while ${Math.round(Math.min(...rates))} to ${Math.round(Math.max(...rates))} tickets a second are drawn`]:
        shown(load),
      'a minute later': shown(later),
    };
    const met = rest <= TARGETS.rest && load <= TARGETS.load && later <= TARGETS.rest;
    report(`memory with ${WAITING} who wait`, figures, `${TARGETS.rest}, ${TARGETS.load}, ${TARGETS.rest} MiB`, met);
    return met;
  } finally {
    for (const listener of listeners) listener.close();
    await crowd.remove();
  }
}
