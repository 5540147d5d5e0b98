/** Notice to a kiosk client that a phone has opened the ticket of the QR code on its screen. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startProgram } from '../../main/app/app.ts';
import type { KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { silentLog } from '../../main/lib/context.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import {
  PHONE_LINE_PATH,
  PHONE_PROTOCOL,
  PHONE_SECRET_PREFIX,
} from '../../main/visitor-phone/contract/phone-protocol.ts';
import { openMachine } from '../helpers/machine.ts';
import { siteFile } from '../helpers/site-file.ts';

const SITE = {
  settings: { languages: ['en'], default_lang: 'en', public_url: 'http://192.168.4.20:8080' },
  locations: [{ id: 'hall', name: 'Town Hall', timezone: 'UTC' }],
  services: [{ id: 'passports', name: 'Passports', tag: 'A' }],
  devices: ['kiosk-1', 'kiosk-2'].map((id) => ({ id, name: id, type: 1 })),
};
const SOON = { timeout: 60_000, interval: 20 };

it('is said on the screen of that kiosk, and on no other', async () => {
  const machine = await openMachine({ site: await siteFile(SITE), printer: 'none', authentication: 'off' });
  const dataDir = await mkdtemp(join(tmpdir(), 'take-a-number-elsewhere-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const flags = ['--device', 'kiosk-2', '--printer', 'none:', '--data', dataDir, '--port', '0'];
  const read = readSettings(['--server', machine.program.address, ...flags], {});
  if (!read.ok || read.value.kind !== 'run') throw new Error('The flags are wrong');
  const elsewhere = await startProgram(read.value.settings, silentLog, () => {});
  onTestFinished(() => elsewhere.close());

  const hosts = { here: machine.program.host(), elsewhere: elsewhere.host() };
  const shown: { here?: KioskState['screen']; elsewhere?: KioskState['screen'] } = {};
  for (const [where, host] of Object.entries(hosts)) {
    onTestFinished(host.subscribe(({ screen }) => Object.assign(shown, { [where]: screen })));
    await vi.waitFor(() => expect(shown).toMatchObject({ [where]: { name: 'idle' } }), SOON);
    await host.call('touchService', { serviceId: 'passports', priority: false });
    await vi.waitFor(() => expect(shown).toMatchObject({ [where]: { name: 'problem' } }), SOON);
  }
  const page = shown.elsewhere?.name === 'problem' ? (shown.elsewhere.ticket?.page ?? '') : '';
  const secret = page.split('/').at(-1) ?? '';
  const address = `${machine.program.address.replace('http', 'ws')}${PHONE_LINE_PATH}`;
  const phone = new WebSocket(address, [PHONE_PROTOCOL, `${PHONE_SECRET_PREFIX}${secret}`]);
  // The test may end before the line is open.
  phone.on('error', () => {});
  onTestFinished(() => phone.terminate());
  await vi.waitFor(() => expect(shown.elsewhere).toMatchObject({ name: 'problem', taken: true }), SOON);
  expect(shown.here).not.toMatchObject({ taken: true });
});
