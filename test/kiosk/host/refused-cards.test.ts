/** Refused cards: they do not use up the guess limit, and get the correct reason. */
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createQueueClient } from '../../../main/kiosk/client/client.ts';
import { remoteFetch } from '../../../main/kiosk/client/remote.ts';
import type { KioskState } from '../../../main/kiosk/contract/kiosk.ts';
import { createKioskHost, type KioskHost } from '../../../main/kiosk/host/kiosk-host.ts';
import { createReader } from '../../../main/kiosk/readers/create-reader.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../../helpers/locked-town.ts';
import { recordingLog } from '../readers/recording-log.ts';

const visit = { service: 'passports', scheduled_to: '2026-11-20 12:20:00', lang: 'pt_PT' };

let town: LockedTown;
let host: KioskHost;
beforeEach(async () => {
  town = await openLockedTown({ site: { ...lockedSite(), appointments: [{ ...visit, id: 'now', code: 'QR-100' }] } });
  onTestFinished(() => town.close());
});

async function open(reader: string): Promise<void> {
  const { clock } = town;
  const deviceKey = await town.deviceKey('kiosk-1');
  const log = recordingLog();
  host = createKioskHost({
    client: createQueueClient({
      fetch: remoteFetch({ baseUrl: town.address, deadlineMs: 5_000 }),
      clock,
      deviceKey: () => deviceKey,
    }),
    deviceId: 'kiosk-1',
    journalDir: null,
    lang: null,
    printer: 'none:',
    readers: [reader],
    clock,
    log,
    makers: {
      printer: () => ({ ok: false, error: 'none here' }),
      reader: (url) => createReader(url, { clock, log }),
    },
  });
  onTestFinished(() => host.close());
  await until(({ screen }) => screen.name === 'idle');
}

function until(fits: (state: KioskState) => boolean): Promise<KioskState['screen']> {
  return new Promise((resolve) => {
    const stop = host.subscribe((state) => {
      if (!fits(state)) return;
      resolve(state.screen);
      queueMicrotask(() => stop());
    });
  });
}

async function read(code: string): Promise<KioskState['screen']> {
  await host.call('cardText', { text: code });
  const screen = await until(({ screen: { name } }) => !['idle', 'issuing', 'printing'].includes(name));
  await host.call(screen.name === 'choose' ? 'back' : 'done', {});
  await until(({ screen: { name } }) => name === 'idle');
  town.clock.advance(3_500);
  return screen;
}

it.each([
  ['by the pattern', 'wedge:?pattern=^(?<id>[0-9]{8})$', 'GYM-4711'],
  ['by the table', 'wedge:?rule=table', '00004711'],
  ['as an unknown card', 'wedge:?rule=table&pattern=(?<id>[0-9]%2B)', 'GYM-4711'],
])('repeated reads of a card refused %s do not prevent the next appointment check-in', async (_why, url, card) => {
  await open(url);
  for (let time = 0; time < 14; time += 1) {
    expect(await read(card)).toMatchObject({ name: 'problem', reason: 'card-unknown' });
  }
  expect(await read('QR-100')).toMatchObject({ name: 'problem', reason: 'no-printer', ticket: { number: 'A001' } });
});

it('does not report a code as unknown without a lookup', async () => {
  await open('wedge:?rule=table');
  for (let card = 0; card < 12; card += 1) await read(`GYM-${card}00`);
  expect(await read('QR-100')).toMatchObject({ name: 'problem', reason: 'refused' });
});
