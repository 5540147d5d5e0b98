/** What staff hear of a kiosk's card readers: a real reader on a real line that somebody pulls out. */
import { expect, it, onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../main/context.ts';
import type { DeviceStatus } from '../../main/contract/events.ts';
import { createReader } from '../../main/devices/create-reader.ts';
import { openPty } from '../../main/devices/pty.ts';
import { readersWord } from '../../main/host/device-report.ts';
import { createKioskHost } from '../../main/host/kiosk-host.ts';
import { recordingLog } from '../devices/recording-log.ts';
import { openTown } from '../helpers/town.ts';

/** Nothing else happens at the kiosk that staff would be told of. */
const STANDING: Clock = { ...systemClock, after: () => () => {} };

it('a reader that is pulled out is told to the staff', async () => {
  const town = await openTown();
  onTestFinished(() => town.close());
  const line = openPty();
  const log = recordingLog();
  const host = createKioskHost({
    client: town.client,
    deviceId: 'kiosk-1',
    journalDir: null,
    lang: null,
    printer: 'none:',
    readers: [`serial://${line.path}?device=badge-1`],
    clock: STANDING,
    log,
    makers: {
      printer: () => ({ ok: false, error: 'none here' }),
      reader: (url) => createReader(url, { clock: systemClock, log }),
    },
  });
  onTestFinished(() => host.close());
  const said: DeviceStatus['readers'][] = [];
  host.onReport(({ readers }) => void said.push(readers));
  await expect.poll(() => said.at(-1)).toBe('ok');
  line.close();
  await expect.poll(() => said.at(-1)).toBe('absent');
});

it('the worst of several readers is told', () => {
  const [ready, connecting, absent] = [
    { kind: 'ready' },
    { kind: 'connecting' },
    { kind: 'absent', detail: 'gone' },
  ] as const;
  expect(readersWord([])).toBe('none');
  expect(readersWord([ready])).toBe('ok');
  expect(readersWord([ready, connecting])).toBe('connecting');
  expect(readersWord([connecting, absent, ready])).toBe('absent');
});
