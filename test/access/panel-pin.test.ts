/** The PIN of a kiosk's operator panel: written by an administrator, and after that known to its kiosk alone, as a hash. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isGuessablePin } from '../../main/access/service/common-passwords.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import { openTown, type Town } from '../helpers/town.ts';

const PIN = '482915';
const hasher = quickHasher();

let town: Town;
beforeEach(async () => {
  town = await openTown({ hasher });
});
afterEach(() => town.close());

async function admin(method: string, path: string, body?: object) {
  const response = await fetch(`${town.address}/restapi/v2/admin/${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return response.json();
}

const entrance = (more: object = {}): Promise<{ success: boolean; faults?: readonly string[] }> =>
  admin('PUT', 'devices/kiosk-1', { name: 'Entrance', location: 'hall', ...more });

/** What the server tells whoever asks for the kiosk with this key. */
async function hashToldTo(key: string | null): Promise<string> {
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const response = await fetch(`${town.address}/restapi/v2/kiosks/kiosk-1`, { headers });
  return ((await response.json()) as { device: { panel_pin: string } }).device.panel_pin;
}

describe('a PIN', () => {
  it('is told as a hash, to its own kiosk and nobody else', async () => {
    const own = await town.auth.newDeviceKey('kiosk-1');
    expect(await hashToldTo(own)).toBe('');
    expect((await entrance({ panel_pin: PIN })).success).toBe(true);
    const hash = await hashToldTo(own);
    expect(await hasher.verify(PIN, hash)).toBe(true);
    expect(await hashToldTo(town.auth.internalKey('kiosk-1'))).toBe(hash);
    expect(await hashToldTo(await town.auth.newDeviceKey('kiosk-9'))).toBe('');
    expect(await hashToldTo(null)).toBe('');
  });

  it('is shown nowhere: not in the back office, not in the export, not in the change log', async () => {
    const own = await town.auth.newDeviceKey('kiosk-1');
    await entrance({ panel_pin: PIN });
    const hash = await hashToldTo(own);
    const told = JSON.stringify([
      await admin('GET', 'devices'),
      await admin('GET', 'site'),
      await admin('GET', 'audit'),
    ]);
    expect(told).not.toContain(PIN);
    expect(told).not.toContain(hash);
    expect(told).toContain('"field":"panel_pin","before":"","after":"set","hidden":true');
  });

  it('stays when it is not sent, goes when an empty one is, and with its kiosk', async () => {
    const own = town.auth.internalKey('kiosk-1');
    await entrance({ panel_pin: PIN });
    const hash = await hashToldTo(own);
    await entrance();
    await entrance({ panel_pin: PIN });
    expect(await hashToldTo(own)).toBe(hash);
    await entrance({ panel_pin: '' });
    expect(await hashToldTo(own)).toBe('');
    await entrance({ panel_pin: PIN });
    await admin('DELETE', 'devices/kiosk-1', {});
    await admin('POST', 'devices', { id: 'kiosk-1', name: 'Entrance', location: 'hall' });
    expect(await hashToldTo(own)).toBe('');
  });

  it.each(['12345', '1234567890123', 'secret', '482915 '])('is not %s', async (pin) => {
    expect((await entrance({ panel_pin: pin })).success).toBe(false);
  });

  it('is none of those that are tried first', async () => {
    const guessed = ['000000', '121212', '123123', '123456', '987654', '890123', '222222222'];
    expect(guessed.filter((pin) => !isGuessablePin(pin))).toEqual([]);
    expect(['482915', '112233', '135790', '020304'].filter(isGuessablePin)).toEqual([]);
    const { success, faults } = await entrance({ panel_pin: '123456' });
    expect(success).toBe(false);
    expect(faults?.join()).toContain('panel_pin: is a common PIN');
  });
});
