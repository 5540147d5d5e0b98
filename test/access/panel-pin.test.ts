/** PIN of a kiosk's operator panel, set by administrators and readable only by its kiosk, as a hash. */
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

/** Hash that the server returns for this key. */
async function hashToldTo(key: string | null): Promise<string> {
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const response = await fetch(`${town.address}/restapi/v2/kiosks/kiosk-1`, { headers });
  return ((await response.json()) as { device: { panel_pin: string } }).device.panel_pin;
}

describe('the PIN of an operator panel', () => {
  it('is returned only to its kiosk, as a hash', async () => {
    const own = await town.auth.newDeviceKey('kiosk-1');
    expect(await hashToldTo(own)).toBe('');
    expect((await entrance({ panel_pin: PIN })).success).toBe(true);
    const hash = await hashToldTo(own);
    expect(await hasher.verify(PIN, hash)).toBe(true);
    expect(await hashToldTo(town.auth.internalKey('kiosk-1'))).toBe(hash);
    expect(await hashToldTo(await town.auth.newDeviceKey('kiosk-9'))).toBe('');
    expect(await hashToldTo(null)).toBe('');
  });

  it('is not in the back office, the export and the audit log', async () => {
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

  it('is kept if omitted, and deleted if sent empty or with its kiosk', async () => {
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

  it.each(['12345', '1234567890123', 'secret', '482915 '])('cannot be %s', async (pin) => {
    expect((await entrance({ panel_pin: pin })).success).toBe(false);
  });

  it('cannot be a common PIN', async () => {
    const guessed = ['000000', '121212', '123123', '123456', '987654', '890123', '222222222'];
    expect(guessed.filter((pin) => !isGuessablePin(pin))).toEqual([]);
    expect(['482915', '112233', '135790', '020304'].filter(isGuessablePin)).toEqual([]);
    const { success, faults } = await entrance({ panel_pin: '123456' });
    expect(success).toBe(false);
    expect(faults?.join()).toContain('panel_pin: is a common PIN');
  });
});
