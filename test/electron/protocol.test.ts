import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerPage, type Recorded } from '../../main/kiosk/shells/electron/protocol.ts';

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

/** Paths requested from the program. */
const asked: string[] = [];
const recorded = async (path: string): Promise<Recorded> => {
  asked.push(path);
  if (path.includes('away')) throw new Error('The program ends.');
  const status = path.includes('unknown') ? 404 : 200;
  return { status, type: 'audio/wav', body: new TextEncoder().encode('sound') };
};

const get = (address: string, method = 'GET') => answerPage(root, new Request(address, { method }), recorded);

describe('app://kiosk', () => {
  it('serves the files of the pages with their content types', async () => {
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

  it('sets the security headers of every response', async () => {
    for (const answer of [await get('app://kiosk/kiosk/'), await get('app://kiosk/nothing.html')]) {
      const policy = answer.headers.get('content-security-policy');
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("connect-src 'self'");
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
  ])('returns nothing for %s', async (address) => {
    const answer = await get(address);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('');
  });

  it('allows only GET and HEAD', async () => {
    expect((await get('app://kiosk/kiosk/', 'POST')).status).toBe(405);
    const head = await get('app://kiosk/kiosk/', 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('serves recorded speech of the program, with the same security headers', async () => {
    const answer = await get('app://kiosk/voice/he/%D7%94%20x.wav?v=1');
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'audio/wav',
      'sound',
    ]);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(asked).toEqual(['/voice/he/%D7%94%20x.wav?v=1']);
    expect((await get('app://kiosk/voice/unknown.wav')).status).toBe(404);
    expect((await get('app://kiosk/voice/away.wav')).status).toBe(404);
  });

  it.each([
    'app://other/voice/',
    'https://kiosk/voice/',
    'app://kiosk/kiosk/../voice-secret/',
    'app://kiosk/restapi/v2/',
  ])('requests no other paths from the program: %s', async (address) => {
    const { length } = asked;
    expect((await get(address)).status).toBe(404);
    expect(asked).toHaveLength(length);
  });
});
