/** Pictures, recorded speech and videos served from folders of the site, without symbolic links to other folders. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { directAccess, type FileAccess, sharedAccess } from '../../main/kiosk/shells/web/file-access.ts';
import { registerSiteFiles, registerVoices } from '../../main/kiosk/shells/web/site-files.ts';
import { manualClock } from '../kiosk/readers/manual-clock.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

const SECRET = 'the key that signs';

async function served(access: FileAccess = directAccess) {
  const dataDir = await mkdtemp(join(tmpdir(), 'site-files-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  for (const folder of ['media', 'voice/en', 'sign/en', 'demo', 'shipped/en']) {
    await mkdir(join(dataDir, folder), { recursive: true });
  }
  await writeFile(join(dataDir, 'secret.key'), SECRET);
  const server = Fastify();
  onTestFinished(() => server.close());
  const files = { folder: dataDir, access };
  registerSiteFiles(server, { files, demoDir: join(dataDir, 'demo') });
  registerVoices(server, { files, shippedVoiceDir: join(dataDir, 'shipped') });
  const get = async (url: string, etag?: string) => {
    const known = etag === undefined ? {} : { 'if-none-match': etag };
    const { statusCode, body, headers } = await server.inject({ method: 'GET', url, headers: known });
    return { status: statusCode, body, type: headers['content-type'], length: headers['content-length'] };
  };
  return { dataDir, get, server, link: (to: string, at: string) => symlink(to, join(dataDir, at)) };
}

const NOT_THERE = { status: 404 };

describe('files of the site', () => {
  it('are available as soon as they are in their folder', async () => {
    const { dataDir, get } = await served();
    expect(await get('/media/logo.png')).toMatchObject(NOT_THERE);
    await writeFile(join(dataDir, 'media', 'logo.png'), 'a picture');
    expect(await get('/media/logo.png')).toEqual({ status: 200, body: 'a picture', type: 'image/png', length: '9' });
    await writeFile(join(dataDir, 'demo', 'town.svg'), '<svg/>');
    expect(await get('/media/town.svg')).toMatchObject({ status: 200, body: '<svg/>' });
    await writeFile(join(dataDir, 'voice', 'en', 'Ticket.mp3'), 'a word');
    await writeFile(join(dataDir, 'voice', 'en', 'phrase.txt'), 'ticket {number}\n');
    const { body } = await get('/voice/');
    const { en } = JSON.parse(body);
    expect(en).toEqual({ words: { ticket: expect.stringMatching(/^Ticket\.mp3\?v=/) }, phrase: 'ticket {number}' });
    expect(await get(`/voice/en/${en.words.ticket}`)).toMatchObject({ status: 200, body: 'a word' });
    await writeFile(join(dataDir, 'shipped', 'en', 'one.mp3'), 'one');
    expect(await get('/voice/shipped/en/one.mp3')).toMatchObject({ status: 200, body: 'one' });
  });

  describe.skipIf(process.platform === 'win32')('cannot be read through a symbolic link', () => {
    it('to a file in another folder, whatever its name', async () => {
      const { get, link } = await served();
      await link('../secret.key', 'media/logo.png');
      await link('../../secret.key', 'voice/en/word.mp3');
      await link('../../secret.key', 'voice/en/phrase.txt');
      await link('../../secret.key', 'sign/en/word.mp4');
      for (const path of ['/media/logo.png', '/voice/en/word.mp3', '/sign/en/word.mp4']) {
        const answer = await get(path);
        expect(answer).toMatchObject(NOT_THERE);
        expect(answer.body).not.toContain(SECRET);
      }
      for (const list of ['/voice/', '/sign/']) expect(await get(list)).toMatchObject({ status: 200, body: '{}' });
    });

    it('to a phrase file in a folder with recorded words', async () => {
      const { dataDir, get, link } = await served();
      await writeFile(join(dataDir, 'voice', 'en', 'one.mp3'), 'one');
      await link('../../secret.key', 'voice/en/phrase.txt');
      expect(JSON.parse((await get('/voice/')).body)).toMatchObject({ en: { phrase: '' } });
    });

    it('to another folder with regular files', async () => {
      const { dataDir, get, link } = await served();
      await mkdir(join(dataDir, 'elsewhere'));
      await writeFile(join(dataDir, 'elsewhere', 'private.mp3'), SECRET);
      await writeFile(join(dataDir, 'elsewhere', 'phrase.txt'), SECRET);
      await link('../elsewhere', 'voice/fr');
      expect(await get('/voice/fr/private.mp3')).toMatchObject(NOT_THERE);
      expect(await get('/voice/')).toMatchObject({ status: 200, body: '{}' });
    });

    it('inside a media folder that is a symbolic link itself', async () => {
      const { dataDir, get, link } = await served();
      await rm(join(dataDir, 'media'), { recursive: true });
      await mkdir(join(dataDir, 'disk'));
      await writeFile(join(dataDir, 'disk', 'logo.png'), 'a picture');
      await link('../secret.key', 'disk/key.png');
      await link('disk', 'media');
      expect(await get('/media/logo.png')).toMatchObject({ status: 200, body: 'a picture' });
      expect(await get('/media/key.png')).toMatchObject(NOT_THERE);
    });

    it('nor from a named pipe, which would block the request', async () => {
      const { dataDir, get } = await served();
      execFileSync('mkfifo', [join(dataDir, 'media', 'logo.png')]);
      expect(await get('/media/logo.png')).toMatchObject(NOT_THERE);
    });
  });

  it('have status 304 for browsers that know the current version', async () => {
    const { dataDir, get, server } = await served();
    const file = join(dataDir, 'media', 'logo.png');
    await writeFile(file, 'a picture');
    const etag = String((await server.inject('/media/logo.png')).headers.etag);
    expect(await get('/media/logo.png', etag)).toMatchObject({ status: 304, body: '' });
    await writeFile(file, 'another one');
    expect(await get('/media/logo.png', etag)).toMatchObject({ status: 200, body: 'another one' });
  });

  it('are complete if they are larger than one read', async () => {
    const { dataDir, server } = await served();
    const film = Buffer.alloc(300_001, 'film');
    await writeFile(join(dataDir, 'sign', 'en', 'word.mp4'), film);
    const { rawPayload } = await server.inject('/sign/en/word.mp4');
    expect(rawPayload.equals(film)).toBe(true);
  });
});

describe.skipIf(process.platform === 'win32')('a shared folder that hangs', () => {
  async function hanging() {
    const clock = manualClock();
    const log = recordingLog();
    const share = await mkdtemp(join(tmpdir(), 'share-'));
    onTestFinished(() => rm(share, { recursive: true, force: true }));
    await mkdir(join(share, 'media'));
    const access = sharedAccess({ folder: share, clock, log });
    onTestFinished(() => access.close());
    const pipe = join(share, 'pipe');
    execFileSync('mkfifo', [pipe]);
    let writer: number | null = null;
    const recover = () => {
      writer ??= openSync(pipe, constants.O_RDWR);
    };
    onTestFinished(() => {
      recover();
      if (writer !== null) closeSync(writer);
    });
    // Opening a pipe without a writer holds a thread, as a dead mount does.
    const hang = () =>
      access.run(
        () => open(pipe, 'r'),
        (late) => void late.close(),
      );
    const { dataDir, get } = await served(access);
    await writeFile(join(dataDir, 'media', 'logo.png'), 'a picture');
    await expect.poll(async () => (await get('/media/logo.png')).status).toBe(200);
    return { clock, log, hang, recover, get, elsewhere: join(dataDir, 'secret.key') };
  }

  it('leaves threads for other files of the program', async () => {
    const { hang, elsewhere, clock } = await hanging();
    const asked = Array.from({ length: 8 }, hang);
    expect(await readFile(elsewhere, 'utf8')).toBe(SECRET);
    clock.advance(2_000);
    expect(await Promise.all(asked)).toEqual(Array(8).fill(null));
  });

  it('returns 404 immediately, is logged once, and serves files again after recovery', async () => {
    const { clock, log, hang, recover, get } = await hanging();
    const asked = [hang(), hang()];
    // The deadlines of both, and the next check.
    await expect.poll(() => clock.pending()).toBe(3);
    clock.advance(2_000);
    await Promise.all(asked);
    expect(await get('/media/logo.png')).toMatchObject(NOT_THERE);
    expect(await get('/voice/')).toMatchObject({ status: 200, body: '{}' });
    for (let checks = 1; checks <= 3; checks += 1) {
      clock.advance(5_000);
      await expect.poll(() => clock.pending()).toBe(1);
    }
    expect(log.lines).toEqual([expect.stringMatching(/files\.unavailable.*does not respond/)]);
    recover();
    await expect.poll(async () => (await get('/media/logo.png')).status).toBe(200);
    clock.advance(5_000);
    await expect.poll(() => log.events()).toEqual(['files.unavailable', 'files.recovered']);
  });
});
