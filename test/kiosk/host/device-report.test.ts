/** Reports to staff about card readers: a reader on a serial line that is unplugged. */
import { expect, it } from 'vitest';
import type { DeviceStatus } from '../../../main/devices/contract/device-status.ts';
import { readersWord } from '../../../main/kiosk/host/device-report.ts';
import { createReader } from '../../../main/kiosk/readers/create-reader.ts';
import { openPty } from '../../../main/lib/ports/pty.ts';
import { kioskWithReader } from './kiosk-with-reader.ts';

it('reports an unplugged reader to staff', async () => {
  const line = openPty();
  const { host } = await kioskWithReader(`serial://${line.path}?device=badge-1`, createReader);
  const said: DeviceStatus['readers'][] = [];
  host.onReport(({ readers }) => void said.push(readers));
  await expect.poll(() => said.at(-1)).toBe('ok');
  line.close();
  await expect.poll(() => said.at(-1)).toBe('absent');
});

it('reports the worst state of several readers', () => {
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
