/** docs/reference/log-events.md explains each event that the program can log. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'));

/** Statements that log, also by a function that hands the name on; and names that are chosen before. */
const STATEMENTS = [
  /\b(?:log\??\.(?:info|warn|error)|tell)\((?:[^;{]|\{(?! *\n))*?[;{]/g,
  /\bconst event = [^;]*;/g,
  /\bevent: '[^']*'/g,
];
const NAME = /'([a-z][a-z-]*\.[a-z][a-z-]*)'/g;

function loggedEvents(): ReadonlySet<string> {
  const sources = filesBelow('main', '.ts');
  return new Set(
    sources
      .flatMap((text) => STATEMENTS.flatMap((statement) => text.match(statement) ?? []))
      .flatMap((statement) => [...statement.matchAll(NAME)].map(([, name = '']) => name)),
  );
}

it('finds the events of every way to log', () => {
  const events = loggedEvents();
  expect(events.size).toBeGreaterThan(190);
  for (const event of ['log.dropped', 'kiosk-line.open', 'kiosk-line.lost', 'panel.opened', 'store.unreadable']) {
    expect(events.has(event), event).toBe(true);
  }
});

it('explains each of them', () => {
  const documents = readFileSync(join(ROOT, 'docs/reference/log-events.md'), 'utf8');
  expect([...loggedEvents()].filter((event) => !documents.includes(`\`${event}\``)).sort()).toEqual([]);
});
