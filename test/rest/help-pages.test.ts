/** Documentation site at `/help/`: its files and nothing else, with the headers of pages. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerHelpPages } from '../../main/kiosk/shells/web/help-pages.ts';
import { PAGE_HEADERS } from '../../main/kiosk/shells/web/pages.ts';
import { openTown, type Town } from '../helpers/town.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** `fetch` would follow redirects and resolve `..`. */
function get(town: Town, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(`${town.address}`, { path, headers, method }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    })
      .on('error', reject)
      .end();
  });
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'help-'));
  await writeFile(join(folder, 'secret.html'), 'secret');
  await mkdir(join(folder, 'help/admin'), { recursive: true });
  await mkdir(join(folder, 'help/assets'));
  const files = {
    'index.html': '<h1>Documentation</h1>',
    '404.html': '<h1>Not found</h1>',
    'admin/install.html': '<h1>Install</h1>',
    'admin/.hidden': 'hidden',
    'assets/app.1a2b3c.js': 'run()',
    'assets/style.1a2b3c.css': 'p {}',
    'assets/kiosk.1a2b3c.png': 'picture',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, 'help', name), content);
  await symlink(join(folder, 'secret.html'), join(folder, 'help/linked.html'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a built site', () => {
  let town: Town;
  beforeAll(async () => {
    town = await openTown({ prepare: (server) => registerHelpPages(server, join(folder, 'help')) });
  });
  afterAll(() => town.close());

  it.each([
    ['/help/', 'text/html; charset=utf-8', '<h1>Documentation</h1>'],
    ['/help/admin/install.html', 'text/html; charset=utf-8', '<h1>Install</h1>'],
    ['/help/admin/install.html?from=menu', 'text/html; charset=utf-8', '<h1>Install</h1>'],
    ['/help/assets/app.1a2b3c.js', 'text/javascript; charset=utf-8', 'run()'],
    ['/help/assets/style.1a2b3c.css', 'text/css; charset=utf-8', 'p {}'],
    ['/help/assets/kiosk.1a2b3c.png', 'image/png', 'picture'],
  ])('answers %s without a key', async (path, type, content) => {
    const { status, headers, body } = await get(town, path);
    expect([status, headers['content-type'], body]).toEqual([200, type, content]);
    expect(headers).toMatchObject(PAGE_HEADERS);
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  it('redirects /help to /help/', async () => {
    const { status, headers } = await get(town, '/help');
    expect([status, headers.location]).toEqual([302, '/help/']);
  });

  it('answers HEAD without the content', async () => {
    const { status, headers, body } = await get(town, '/help/', {}, 'HEAD');
    expect([status, headers['content-length'], body]).toEqual([200, '22', '']);
  });

  it('lets caches keep the files with a hash, and has pages checked', async () => {
    const kept = await get(town, '/help/assets/app.1a2b3c.js');
    expect(kept.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const page = await get(town, '/help/admin/install.html');
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await get(town, '/help/admin/install.html', { 'if-none-match': String(page.headers.etag) });
    expect([again.status, again.body]).toEqual([304, '']);
    const other = await get(town, '/help/', { 'if-none-match': String(page.headers.etag) });
    expect(other.status).toBe(200);
  });

  it('can be opened by a link on a page of another origin', async () => {
    const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await get(town, '/help/admin/install.html', followed)).status).toBe(200);
  });

  it.each([
    '/help/admin',
    '/help/admin/',
    '/help/admin/unknown.html',
    '/help/admin/.hidden',
    '/help/linked.html',
    '/help/../secret.html',
    '/help/%2e%2e/secret.html',
    '/help/..%2fsecret.html',
    '/help/%2e%2e%2fsecret.html',
    '/help/..%5csecret.html',
    '/help/admin/../../secret.html',
    '/help/assets/..%2f..%2fsecret.html',
    '/help//secret.html',
    '/help/index.html%00.png',
    '/help/__proto__',
  ])('does not answer %s', async (path) => {
    const { status, body } = await get(town, path);
    expect([400, 404]).toContain(status);
    expect(body).not.toMatch(/secret<|^secret|hidden/);
  });

  it('shows its page for an unknown address, with the headers of pages', async () => {
    const { status, headers, body } = await get(town, '/help/unknown.html');
    expect([status, body]).toEqual([404, '<h1>Not found</h1>']);
    expect(headers).toMatchObject({ ...PAGE_HEADERS, 'cache-control': 'no-cache' });
  });
});

describe('a site that is built again while the program runs', () => {
  let town: Town;
  let site: string;
  beforeAll(async () => {
    site = await mkdtemp(join(folder, 'again-'));
    for (const name of ['index.html', '404.html', 'gone.html', 'link.html']) await writeFile(join(site, name), name);
    town = await openTown({ prepare: (server) => registerHelpPages(server, site) });
  });
  afterAll(() => town.close());

  it.each([
    ['longer', 'a longer page'],
    ['shorter', 'page'],
  ])('answers a %s page whole, with another ETag', async (_how, content) => {
    const { headers } = await get(town, '/help/');
    await writeFile(join(site, 'index.html'), content);
    const after = await get(town, '/help/', { 'if-none-match': String(headers.etag) });
    expect([after.status, after.body, after.headers['content-length']]).toEqual([200, content, `${content.length}`]);
  });

  it('does not find a page that was deleted, or became a link', async () => {
    await rm(join(site, 'gone.html'));
    await rm(join(site, 'link.html'));
    await symlink(join(folder, 'secret.html'), join(site, 'link.html'));
    for (const path of ['/help/gone.html', '/help/link.html']) {
      const { status, body } = await get(town, path);
      expect([status, body]).toEqual([404, '404.html']);
    }
  });
});

describe('a site that is not built', () => {
  let town: Town;
  beforeAll(async () => {
    town = await openTown({ prepare: (server) => registerHelpPages(server, join(folder, 'missing')) });
  });
  afterAll(() => town.close());

  it.each(['/help/', '/help/admin/install.html'])(
    'names the fix for a package and for the sources at %s',
    async (path) => {
      const { status, headers, body } = await get(town, path);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(body).toContain('<li>Installed package: install a package that contains them,');
      expect(body).toContain('<li>From the sources: run <code>npm run docs</code>,');
      expect(headers).toMatchObject(PAGE_HEADERS);
    },
  );
});
