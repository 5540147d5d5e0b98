/** Command line overrides of site settings, in the built program with a separate site. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startProgramChild } from '../helpers/program-child.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'setting-overrides-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

/** HTTP status of a page with that host name. */
function statusAs(host: string, address: string): Promise<number | undefined> {
  return new Promise((tell, reject) => {
    request(`${address}/restapi/v2/admin/settings`, { headers: { host } }, (answer) => {
      answer.resume();
      tell(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

type Settings = Readonly<Record<string, unknown>>;

async function settingsAt(address: string): Promise<Settings> {
  const answer = await fetch(`${address}/restapi/v2/admin/settings`);
  return ((await answer.json()) as { readonly settings: Settings }).settings;
}

const FLAGS = ['--api-authentication', 'off', '--no-demo'];

describe('settings that a server overrides', () => {
  it('apply there, are shown with their origin, and are never stored in the site', async () => {
    const data = ['--data', join(folder, 'data'), ...FLAGS];
    const own = ['--allowed-hosts', 'queue.example.org, other.example.org', '--trusted-proxies=10.89.77.10,fd00::/8'];
    const env = { TAN_PUBLIC_URL: 'https://public.example.org' };
    const first = startProgramChild([...data, ...own], env);
    const address = await first.ready;
    for (const name of ['queue.example.org', 'other.example.org', 'public.example.org']) {
      expect(await statusAs(name, address), name).toBe(200);
    }
    expect(await statusAs('elsewhere.example.org', address)).toBe(421);
    const shown = await fetch(`${address}/restapi/v2/admin/settings/overrides`);
    expect(await shown.json()).toEqual({
      success: true,
      overrides: [
        { setting: 'public_url', values: ['https://public.example.org'], by: 'TAN_PUBLIC_URL' },
        { setting: 'allowed_hosts', values: ['queue.example.org', 'other.example.org'], by: '--allowed-hosts' },
        { setting: 'trusted_proxies', values: ['10.89.77.10', 'fd00::/8'], by: '--trusted-proxies' },
      ],
    });

    const stored = await settingsAt(address);
    expect(stored).toMatchObject({ public_url: '', allowed_hosts: [], trusted_proxies: [] });
    const changed = await fetch(`${address}/restapi/v2/admin/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...stored, keep_tickets: 30, allowed_hosts: ['site.example.org'] }),
    });
    expect(await changed.json()).toMatchObject({ success: true });
    // Overrides also apply after a site change.
    expect(await statusAs('site.example.org', address)).toBe(421);
    expect(await statusAs('queue.example.org', address)).toBe(200);
    first.kill('SIGTERM');
    await first.ended;

    const plain = await startProgramChild(data).ready;
    expect(await settingsAt(plain)).toMatchObject({
      public_url: '',
      allowed_hosts: ['site.example.org'],
      trusted_proxies: [],
      keep_tickets: 30,
    });
    expect(await statusAs('site.example.org', plain)).toBe(200);
    expect(await statusAs('queue.example.org', plain)).toBe(421);
  });

  it('make the program require keys, as site settings do', async () => {
    const address = await startProgramChild(['--no-demo', '--trusted-proxies', '10.89.77.10']).ready;
    expect((await fetch(`${address}/restapi/v2/admin/settings`)).status).toBe(401);
  });

  it('include host names of a kiosk client', async () => {
    const server = await startProgramChild(FLAGS).ready;
    const kiosk = startProgramChild(['--server', server, '--device', 'none', '--allowed-hosts', 'kiosk.example.org']);
    const page = await kiosk.ready;
    const status = (host: string): Promise<number | undefined> => statusAs(host, page);
    expect([await status('kiosk.example.org'), await status('other.example.org')]).toEqual([404, 421]);
  });

  it.each([
    [['--trusted-proxies', 'the proxy'], {}, '--trusted-proxies: "the" is not a network such as 192.168.4.0/24'],
    [['--allowed-hosts=a/b'], {}, '--allowed-hosts: "a/b" is not a name such as queue.example.org'],
    [[], { TAN_PUBLIC_URL: 'queue' }, 'TAN_PUBLIC_URL: "queue" is not an address such as https://queue.example'],
    [[], { TAN_PUBLIC_URL: `https://${'a'.repeat(400)}` }, 'TAN_PUBLIC_URL: must NOT have more than 300 characters'],
    [['--log-level', 'loud'], {}, '--log-level must be info, warn or error, not "loud"'],
    [['--log-format', 'xml'], {}, '--log-format must be json or text, not "xml"'],
    [
      ['--log-requests', '--log-level=warn'],
      {},
      '--log-requests and --log-level warn cannot be combined: requests are logged at level info',
    ],
  ])('%j %j end the start with code 2 and one line, as the site would refuse them', async (flags, env, said) => {
    const { code, err } = await startProgramChild(flags, env as Record<string, string>).ended;
    expect({ code, err }).toEqual({ code: 2, err: `${said}\n` });
  });
});

describe('--log-level', () => {
  it('leaves out less severe events', async () => {
    const levels = async (flags: readonly string[]): Promise<unknown[]> => {
      const program = startProgramChild(['--host', '0.0.0.0', ...flags]);
      await program.ready.catch(() => {});
      // Unencrypted for others: a warning. Its start: information.
      await expect.poll(() => program.logged().map(({ event }) => event)).toContain('http.tls-disabled');
      program.kill('SIGTERM');
      await program.ended;
      return program.logged().map(({ level }) => level);
    };
    expect(await levels([])).toContain(30);
    expect(await levels(['--log-level', 'warn'])).not.toContain(30);
  });
});
