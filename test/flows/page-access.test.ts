/** Beyond this machine a kiosk's page needs the key of its device: anybody could else print from anywhere. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { startProgram } from '../../main/program.ts';
import type { Settings } from '../../main/settings/settings.ts';
import { recordingLog } from '../devices/recording-log.ts';

const PASSWORD = 'a long enough password';
/** What a proxy adds for somebody elsewhere; to the program it is the same as an address that is not its own. */
const ELSEWHERE = { 'x-forwarded-for': '192.0.2.7' };

async function openTownHall(apiAuthentication: Settings['apiAuthentication']) {
  const dataDir = await mkdtemp(join(tmpdir(), 'take-a-number-access-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const settings: Settings = {
    host: '127.0.0.1',
    port: 0,
    dataDir,
    siteFile: null,
    server: null,
    deviceKey: null,
    device: null,
    printer: 'none:',
    readers: [],
    lang: null,
    secondScreen: null,
    secondScreenKey: null,
    apiAuthentication,
  };
  const log = recordingLog();
  let shown = '';
  const program = await startProgram(settings, log, (line) => {
    shown = line;
  });
  onTestFinished(() => program.close());

  async function post(path: string, body: object, key = ''): Promise<Record<string, string>> {
    const response = await fetch(`${program.address}/restapi/v2/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, string>;
  }

  return {
    log,
    /** The key of a device, made by the administrator as in the back office. */
    async keyOf(device: string): Promise<string> {
      const once = /password (\S+) for/.exec(shown)?.[1];
      const login = { user_id: 'admin', password: once, new_password: PASSWORD };
      const { authtoken } = await post('queuemanagement/login', login);
      const { key } = await post(`admin/devices/${device}/key`, {}, authtoken);
      return key!;
    },
    /** What a page gets: the kiosk's state, or the reason why it is sent away. */
    page(options: { readonly key?: string; readonly device?: string; readonly local?: boolean }): Promise<string> {
      const query = options.device === undefined ? '' : `?device=${options.device}`;
      const socket = new WebSocket(
        `${program.address.replace('http', 'ws')}/kiosk/shell${query}`,
        ['take-a-number', ...(options.key === undefined ? [] : [`key.${options.key}`])],
        { headers: options.local === true ? {} : ELSEWHERE },
      );
      onTestFinished(() => socket.terminate());
      return new Promise((resolve, reject) => {
        socket.on('message', (data) => resolve(Object.keys(JSON.parse(String(data)) as object)[0] ?? ''));
        socket.on('close', (code, reason) => resolve(`${code} ${reason}`));
        socket.on('error', reject);
      });
    },
  };
}

describe('the page of a kiosk', () => {
  it('needs no key on the machine itself', async () => {
    const hall = await openTownHall('on');
    expect(await hall.page({ local: true })).toBe('state');
  });

  it('needs the key of its own device elsewhere', async () => {
    const hall = await openTownHall('on');
    const key = await hall.keyOf('kiosk-2');
    expect(await hall.page({ device: 'kiosk-2', key })).toBe('state');
    expect(await hall.page({ device: 'kiosk-2' })).toBe('1008 device key needed');
    expect(await hall.page({ device: 'kiosk-1', key })).toBe('1008 device key needed');
    expect(await hall.page({ key })).toBe('1008 device key needed');
    expect(await hall.page({ device: 'kiosk-2', key: `${key}x` })).toBe('1008 device key needed');
    expect(hall.log.lines.join('\n')).not.toContain(key);
  });

  it('is open to all where authentication is off', async () => {
    const hall = await openTownHall('off');
    expect(await hall.page({})).toBe('state');
  });
});
