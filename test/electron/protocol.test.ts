import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerPage } from '../../main/electron/protocol.ts';

let folder: string;
let root: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'));
  root = join(folder, 'renderer');
  mkdirSync(join(root, 'kiosk'), { recursive: true });
  mkdirSync(join(root, 'assets'));
  mkdirSync(join(folder, 'renderer-secret'));
  writeFileSync(join(root, 'kiosk', 'index.html'), '<!doctype html>page');
  writeFileSync(join(root, 'assets', 'kiosk.js'), 'script');
  writeFileSync(join(root, 'assets', 'ü x.css'), 'style');
  writeFileSync(join(root, 'assets', 'notes.txt'), 'notes');
  writeFileSync(join(folder, 'secret.html'), 'secret');
  writeFileSync(join(folder, 'renderer-secret', 'secret.html'), 'secret');
});

afterAll(() => rmSync(folder, { recursive: true }));

const get = (address: string, method = 'GET') => answerPage(root, new Request(address, { method }));

describe('app://kiosk', () => {
  it('gives the files of the pages with their types', async () => {
    const page = await get('app://kiosk/kiosk/index.html');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toBe('<!doctype html>page');
    expect((await get('app://kiosk/kiosk/')).status).toBe(200);
    expect((await get('app://kiosk/assets/kiosk.js?v=1#x')).headers.get('content-type')).toBe(
      'text/javascript; charset=utf-8',
    );
    expect((await get('app://kiosk/assets/%C3%BC%20x.css')).headers.get('content-type')).toBe(
      'text/css; charset=utf-8',
    );
  });

  it('locks every answer in', async () => {
    for (const answer of [await get('app://kiosk/kiosk/'), await get('app://kiosk/nothing.html')]) {
      const policy = answer.headers.get('content-security-policy');
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("connect-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it.each([
    'app://kiosk/../secret.html',
    'app://kiosk/%2e%2e/secret.html',
    'app://kiosk/kiosk/..%2f..%2fsecret.html',
    'app://kiosk/..%5csecret.html',
    'app://kiosk/%2fetc%2fpasswd',
    'app://kiosk//etc/passwd',
    'app://kiosk/../renderer-secret/secret.html',
    'app://kiosk/kiosk/index.html%00.js',
    'app://kiosk/%',
    'app://kiosk/kiosk',
    'app://kiosk/assets/notes.txt',
    'app://kiosk/nothing.html',
    'app://other/kiosk/index.html',
    'https://kiosk/kiosk/index.html',
  ])('gives nothing for %s', async (address) => {
    const answer = await get(address);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('');
  });

  it('only gives', async () => {
    expect((await get('app://kiosk/kiosk/', 'POST')).status).toBe(405);
    const head = await get('app://kiosk/kiosk/', 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});
