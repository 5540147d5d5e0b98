/** Static responses: created once, compressed, with an ETag, and bounded if clients do not read them. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerPages } from '../../main/kiosk/shells/web/pages.ts';
import { createUnreadAnswers } from '../../main/rest/http/unread-answers.ts';
import { createLogLimit } from '../../main/rest/log-limit.ts';
import { openTown, type Town } from '../helpers/town.ts';

let town: Town;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  await mkdir(join(folder, 'assets', 'deep'), { recursive: true });
  await writeFile(join(folder, 'assets', 'page.js'), 'page');
  await writeFile(join(folder, 'assets', 'page.js.gz'), gzipSync('page'));
  await writeFile(join(folder, 'secret'), 'secret');
  town = await openTown({
    prepare: (server) => registerPages(server, { pagesDir: folder, pages: [{ name: 'kiosk' }] }),
  });
});
afterAll(async () => {
  await town.close();
  await rm(folder, { recursive: true, force: true });
});

/** Raw bytes, which `fetch` would decompress. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(`${town.address}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('an API description', () => {
  it.each(['/restapi/openapi.json', '/restapi/site.schema.json'])(
    '%s is compressed for clients that accept it',
    async (path) => {
      const plain = await get(path);
      const packed = await get(path, { 'accept-encoding': 'gzip, deflate' });
      const best = await get(path, { 'accept-encoding': 'gzip, br;q=0.9' });
      expect([plain, packed, best].map(({ headers }) => headers['content-encoding'])).toEqual([
        undefined,
        'gzip',
        'br',
      ]);
      expect(gunzipSync(packed.body)).toEqual(plain.body);
      expect(brotliDecompressSync(best.body)).toEqual(plain.body);
      expect(packed.body.length).toBeLessThan(plain.body.length / 4);
      const refused = await get(path, { 'accept-encoding': 'br;q=0, gzip;q=0' });
      expect(refused.headers['content-encoding']).toBeUndefined();
    },
  );

  it('is not sent again to clients that have it', async () => {
    const { headers } = await get('/restapi/openapi.json', { 'accept-encoding': 'br' });
    const again = await get('/restapi/openapi.json', {
      'accept-encoding': 'br',
      'if-none-match': String(headers.etag),
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const other = await get('/restapi/openapi.json', { 'if-none-match': String(headers.etag) });
    expect(other.status).toBe(200);
  });
});

describe('a file of a page', () => {
  it('is compressed for clients that accept it, and cached by browsers', async () => {
    const plain = await get('/assets/page.js');
    const packed = await get('/assets/page.js', { 'accept-encoding': 'gzip, deflate' });
    expect([plain.status, String(plain.body)]).toEqual([200, 'page']);
    expect(gunzipSync(packed.body)).toEqual(plain.body);
    for (const { headers } of [plain, packed])
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringMatching(/javascript/),
        'x-content-type-options': 'nosniff',
      });
  });
});

describe('an address of the folder of files itself', () => {
  it.each([
    ...['/assets/', '/assets/deep', '/assets/deep/', '/assets/.', '/assets/%2e%2e/secret', '/assets/.hidden'],
    ...['/assets/..%2fsecret', '/assets/deep/..%2f..%2fsecret', '/assets/deep%2f..%2f..%2fsecret', '/assets/page.js/'],
  ])('%s is refused without an error', async (path) => {
    const { status, body } = await get(path);
    expect([status, JSON.parse(String(body)).success]).toEqual([expect.toBeOneOf([400, 404]), false]);
    expect(town.logged.filter(({ event }) => event === 'http.unexpected-error')).toEqual([]);
  });

  it('is refused also for an invalid range', async () => {
    const { status } = await get('/assets/page.js', { range: 'bytes=900-' });
    expect([400, 416]).toContain(status);
    expect(town.logged.filter(({ event }) => event === 'http.unexpected-error')).toEqual([]);
  });
});

describe('log lines of one kind', () => {
  it('are written sixty times a minute, and then counted', () => {
    let now = 0;
    const skipped: number[] = [];
    const mayLog = createLogLimit({ now: () => now, after: () => () => {} }, (count) => skipped.push(count));
    const written = Array.from({ length: 1_900 }, mayLog).filter(Boolean).length;
    now = 60_000;
    expect([written, mayLog(), skipped]).toEqual([60, true, [1_840]]);
  });
});

describe('unread responses', () => {
  it('end the oldest connections beyond a common limit', async () => {
    const unread = createUnreadAnswers(100);
    const answers = [new PassThrough(), new PassThrough(), new PassThrough()];
    for (const answer of answers) unread.hold(40, answer);
    expect(answers.map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
    expect(unread.held()).toBe(80);
    for (const answer of answers) answer.destroy();
    await expect.poll(unread.held).toBe(0);
    // A response above the limit is sent nevertheless.
    const alone = new PassThrough();
    unread.hold(500, alone);
    expect(alone.destroyed).toBe(false);
  });
});
