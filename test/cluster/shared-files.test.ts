/** Two servers over one PostgreSQL serve the pictures, recordings and films of one shared folder. */
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Machine, openMachine } from '../helpers/machine.ts';
import { newDatabase } from '../helpers/postgres-database.ts';

async function twoServers(folders: readonly string[]) {
  const files = await mkdtemp(join(tmpdir(), 'shared-files-'));
  onTestFinished(() => rm(files, { recursive: true, force: true }));
  for (const folder of folders) await mkdir(join(files, folder), { recursive: true });
  const { url } = await newDatabase();
  const open = () => openMachine({ printer: 'none', database: url, files });
  const servers = [await open(), await open()];
  const get = (path: string) => Promise.all(servers.map((server) => answerOf(server, path)));
  return { files, servers, get };
}

async function answerOf({ program }: Machine, path: string) {
  const response = await fetch(`${program.address}${path}`);
  return { status: response.status, etag: response.headers.get('etag'), body: await response.text() };
}

const eventsOf = (server: Machine): readonly string[] =>
  server.log.events().filter((event) => event.startsWith('files.'));

it('serves a new or replaced file at both at once, with the same ETag', async () => {
  const { files, get } = await twoServers(['media', 'voice/en', 'sign/en']);
  await writeFile(join(files, 'media', 'logo.png'), 'a picture');
  const [first, second] = await get('/media/logo.png');
  expect(first).toEqual({ status: 200, etag: expect.stringMatching(/^".+"$/), body: 'a picture' });
  expect(second).toEqual(first);
  // As a careful program replaces it; it has the same size.
  await writeFile(join(files, 'media', '.new'), 'A PICTURE');
  await rename(join(files, 'media', '.new'), join(files, 'media', 'logo.png'));
  const [again, same] = await get('/media/logo.png');
  expect(again).toMatchObject({ status: 200, body: 'A PICTURE' });
  expect(again?.etag).not.toBe(first?.etag);
  expect(same).toEqual(again);
  await writeFile(join(files, 'voice', 'en', 'ticket.mp3'), 'a word');
  await writeFile(join(files, 'sign', 'en', 'ticket.mp4'), 'a film');
  for (const list of ['/voice/', '/sign/']) {
    const [here, there] = await get(list);
    expect(JSON.parse(here?.body ?? '')).toHaveProperty('en.words.ticket');
    expect(there).toEqual(here);
  }
});

it.skipIf(process.platform === 'win32')('follows no link out of it at either server', async () => {
  const { files, servers, get } = await twoServers(['media', 'voice/en']);
  await symlink(join(servers[0]?.dataDir ?? '', 'kiosk.token'), join(files, 'media', 'logo.png'));
  await symlink(servers[0]?.dataDir ?? '', join(files, 'voice', 'fr'));
  for (const path of ['/media/logo.png', '/voice/fr/kiosk.token.mp3'])
    expect((await get(path)).map(({ status }) => status)).toEqual([404, 404]);
  expect((await get('/voice/')).map(({ body }) => body)).toEqual(['{}', '{}']);
});

it('while it is unavailable both start, serve their pages and stay ready, and say so once', async () => {
  const { files, servers, get } = await twoServers([]);
  const logged = (...events: string[]) =>
    expect
      .poll(() => servers.map(eventsOf), { timeout: 20_000 })
      .toEqual([events, events].map((each) => each.map((event) => `files.${event}`)));
  const pagesCome = async () => {
    expect((await get('/media/logo.png')).map(({ status }) => status)).toEqual([404, 404]);
    for (const path of ['/kiosk', '/display', '/readyz', '/voice/', '/sign/'])
      expect((await get(path)).map(({ status }) => status)).toEqual([200, 200]);
  };
  await logged('unavailable');
  await pagesCome();
  await mkdir(join(files, 'media'));
  await writeFile(join(files, 'media', 'logo.png'), 'a picture');
  expect((await get('/media/logo.png')).map(({ body }) => body)).toEqual(['a picture', 'a picture']);
  await logged('unavailable', 'recovered');
  await rm(files, { recursive: true });
  await pagesCome();
  await logged('unavailable', 'recovered', 'unavailable');
});
