import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { journalFolder } from '../../main/printing/journal-folder.ts';

const dir = mkdtempSync(join(tmpdir(), 'journal-folder-'));
afterAll(() => rmSync(dir, { recursive: true }));

describe('the folder of a kiosk’s journal', () => {
  const IDS = [
    'kiosk-1',
    'KIOSK 1',
    '.',
    '..',
    '...',
    '../../etc',
    'a/b',
    'a\\b',
    'con',
    'NUL',
    'com1',
    'com1.x',
    'lpt9',
    'console',
    'ends.',
    'a*b',
    'a:b',
    'what?',
    'Kiosk am Eingang',
    '入口',
    'x'.repeat(200),
    `${'x'.repeat(199)}y`,
    '入'.repeat(200),
  ];

  it('has a name that Windows allows too', () => {
    for (const name of IDS.map(journalFolder)) {
      expect(name).toMatch(/^[^<>:"/\\|?*\p{Cc}]{1,100}$/u);
      expect(name).not.toMatch(/^\.|[. ]$/);
      expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
    }
  });

  it('is its own, and the one it always was', () => {
    expect(new Set(IDS.map(journalFolder)).size).toBe(IDS.length);
    expect(journalFolder('kiosk-1')).toBe('kiosk-1');
    expect(journalFolder('Kiosk am Eingang')).toBe('Kiosk%20am%20Eingang');
  });

  it('can be made', () => {
    for (const name of IDS.map(journalFolder)) mkdirSync(join(dir, name));
  });
});
