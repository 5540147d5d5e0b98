/** Pictures, recorded words and films of the site are served from their folders, and no link is followed out of them. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { registerSiteFiles, registerVoices } from '../../main/browser/site-files.ts';

const SECRET = 'the key that signs';

async function served() {
  const dataDir = await mkdtemp(join(tmpdir(), 'site-files-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  for (const folder of ['media', 'voice/en', 'sign/en', 'demo', 'shipped/en']) {
    await mkdir(join(dataDir, folder), { recursive: true });
  }
  await writeFile(join(dataDir, 'secret.key'), SECRET);
  const server = Fastify();
  onTestFinished(() => server.close());
  registerSiteFiles(server, { dataDir, demoDir: join(dataDir, 'demo') });
  registerVoices(server, { dataDir, shippedVoiceDir: join(dataDir, 'shipped') });
  const get = async (url: string) => {
    const { statusCode, body, headers } = await server.inject({ method: 'GET', url });
    return { status: statusCode, body, type: headers['content-type'], length: headers['content-length'] };
  };
  return { dataDir, get, link: (to: string, at: string) => symlink(to, join(dataDir, at)) };
}

const NOT_THERE = { status: 404 };

describe('files of the site', () => {
  it('are there as soon as they are put into their folder', async () => {
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

  describe.skipIf(process.platform === 'win32')('follow no link', () => {
    it('to a file elsewhere, whatever its name', async () => {
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

    it('to a phrase beside words that are there', async () => {
      const { dataDir, get, link } = await served();
      await writeFile(join(dataDir, 'voice', 'en', 'one.mp3'), 'one');
      await link('../../secret.key', 'voice/en/phrase.txt');
      expect(JSON.parse((await get('/voice/')).body)).toMatchObject({ en: { phrase: '' } });
    });

    it('to a folder elsewhere, in which everything is a regular file', async () => {
      const { dataDir, get, link } = await served();
      await mkdir(join(dataDir, 'elsewhere'));
      await writeFile(join(dataDir, 'elsewhere', 'private.mp3'), SECRET);
      await writeFile(join(dataDir, 'elsewhere', 'phrase.txt'), SECRET);
      await link('../elsewhere', 'voice/fr');
      expect(await get('/voice/fr/private.mp3')).toMatchObject(NOT_THERE);
      expect(await get('/voice/')).toMatchObject({ status: 200, body: '{}' });
    });

    it('though the folder itself may be one, on a larger disk', async () => {
      const { dataDir, get, link } = await served();
      await rm(join(dataDir, 'media'), { recursive: true });
      await mkdir(join(dataDir, 'disk'));
      await writeFile(join(dataDir, 'disk', 'logo.png'), 'a picture');
      await link('../secret.key', 'disk/key.png');
      await link('disk', 'media');
      expect(await get('/media/logo.png')).toMatchObject({ status: 200, body: 'a picture' });
      expect(await get('/media/key.png')).toMatchObject(NOT_THERE);
    });

    it('and a pipe of that name keeps nobody waiting', async () => {
      const { dataDir, get } = await served();
      execFileSync('mkfifo', [join(dataDir, 'media', 'logo.png')]);
      expect(await get('/media/logo.png')).toMatchObject(NOT_THERE);
    });
  });
});
