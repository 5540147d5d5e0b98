import { execFileSync, spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quickTests } from './helpers/quick-tests.ts';
import { refuseResources } from './helpers/refuse-resources.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** Every test that matches is quick, except for the named ones. */
const PATTERNS = [
  'test/**/rules/**/*.test.ts',
  'test/renderer/**/*.test.ts',
  'test/kiosk/machine/*.test.ts',
  'test/components/*.test.ts',
  'test/{locales,words,layers}.test.ts',
];
const EXCEPTIONS: readonly string[] = [
  'test/renderer/display/shipped-voice.test.ts',
  'test/renderer/live-feed.test.ts',
  'test/site/rules/opening-hours.test.ts',
];

function projectOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'quick-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe('quick tests', () => {
  it('leave out a test whose helper uses Chromium, PostgreSQL or a program', () => {
    const root = projectOf({
      'test/browser.test.ts': "import { open } from './helpers/page.ts';\n",
      'test/helpers/page.ts': "import { chromium } from 'playwright-core';\n",
      'test/database.test.ts': "import {\n  cluster,\n  close,\n} from './helpers/cluster.ts';\n",
      'test/helpers/cluster.ts': "export * from './programs.ts';\n",
      'test/helpers/programs.ts': "import { spawn } from 'node:child_process';\n",
      'test/store.test.ts': "import { openStore } from '../main/store/open.ts';\n",
      'test/terminal.test.ts': "import { openPty } from '../main/lib/ports/pty.ts';\n",
      'test/late.test.ts': "const pg = await import('pg');\n",
      'test/queue/rules/order.test.ts': "import { order } from '../../../main/queue/rules/order.ts';\n",
      'test/types.test.ts':
        "import type { Socket } from 'node:net';\nimport type { Store } from '../main/store/open.ts';\n",
    });
    expect(quickTests(root)).toEqual(['test/queue/rules/order.test.ts', 'test/types.test.ts']);
  });

  it('include every test of rules, pages and the kiosk machine', () => {
    const files = PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: ['**/*.slow.test.ts'] }));
    expect(files.length).toBeGreaterThan(70);
    const quick = new Set(quickTests(ROOT));
    const missing = files.map((file) => file.replaceAll('\\', '/')).filter((file) => !quick.has(file));
    expect(missing.toSorted()).toEqual(EXCEPTIONS);
  });

  it('cannot start programs, connect or listen', () => {
    const restore = refuseResources();
    try {
      expect(() => spawn(process.execPath)).toThrow('cannot start a program');
      expect(() => execFileSync(process.execPath)).toThrow('cannot start a program');
      expect(() => connect(9)).toThrow('cannot open a connection');
      expect(() => createServer().listen(0)).toThrow('cannot open a port');
    } finally {
      restore();
    }
    expect(execFileSync(process.execPath, ['-p', '6 * 7'], { encoding: 'utf8' }).trim()).toBe('42');
  });
});
