/**
 * Selects the tests that run on any machine with Node, without root: `npm run test:quick`. A test is quick if neither
 * it nor an imported helper uses processes, threads, sockets, a database, a terminal or the whole program.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SLOW_MODULES = new Set([
  'fastify',
  'node:child_process',
  'node:dgram',
  'node:http',
  'node:https',
  'node:net',
  'node:sqlite',
  'node:tls',
  'node:worker_threads',
  'pg',
  'playwright-core',
  'ws',
]);

/** Parts of the program that use them, and the helper that needs a built program. */
const SLOW_PARTS =
  /^test\/electron\/built\.ts$|^main\/(?:app|database|server|store(?!\/contract)|lib\/ports\/pty\.ts)(?:\/|$)/;

/** Tests in which the program starts processes or opens connections that imports do not show. */
const SLOW_WHEN_RUN: readonly string[] = [
  'test/kiosk/host/spoken-languages.test.ts',
  'test/kiosk/host/spoken-readings.test.ts',
  'test/kiosk/voice/espeak.test.ts',
  'test/printing/unproved-printer.test.ts',
  'test/virtual-printer/pty.test.ts',
];

/** `import type` is ignored, since it loads nothing. */
const IMPORT = /^(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?'([^']+)'|\bimport\(\s*'([^']+)'/gm;

const isFollowed = (path: string): boolean => /^(?:test|demo|bench|scripts)\//.test(path) && /\.(?:ts|mjs)$/.test(path);

/** Sorted paths of the quick tests below `test/` of a project folder. */
export function quickTests(root: string): readonly string[] {
  const imports = new Map<string, readonly string[]>();

  function importsOf(file: string): readonly string[] {
    let found = imports.get(file);
    if (found === undefined) {
      const path = join(root, file);
      const matches = existsSync(path) ? [...readFileSync(path, 'utf8').matchAll(IMPORT)] : [];
      found = matches.map(([, from, called]) => {
        const name = from ?? called ?? '';
        return name.startsWith('.') ? withSlashes(join(dirname(file), name)) : name;
      });
      imports.set(file, found);
    }
    return found;
  }

  function isQuick(test: string): boolean {
    const reached = new Set([test]);
    for (const file of reached)
      for (const target of importsOf(file)) {
        if (SLOW_MODULES.has(target) || SLOW_PARTS.test(target)) return false;
        if (isFollowed(target)) reached.add(target);
      }
    return true;
  }

  return globSync('test/**/*.test.ts', { cwd: root })
    .map(withSlashes)
    .filter((file) => !file.endsWith('.slow.test.ts') && !SLOW_WHEN_RUN.includes(file) && isQuick(file))
    .toSorted();
}

const withSlashes = (path: string): string => path.replaceAll('\\', '/');
