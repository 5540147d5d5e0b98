/** Architecture rules that the compiler does not check: import directions and allowed places of certain calls. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

function sources(folder: string, ending = /\.tsx?$/): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .sort();
}

/**
 * Features, lowest first. A file imports its own feature and those of earlier rows; features of one row may import each other.
 * The rules below list exceptions.
 */
const FEATURES: readonly (readonly string[])[] = [
  ['lib'],
  ['database'],
  ['printing'],
  ['audit', 'site', 'access'],
  ['queue'],
  ['rest'],
  ['mail'],
  ['appointments', 'forms', 'wait-times', 'staff-calls', 'cards'],
  ['devices'],
  ['events'],
  ['retention', 'personal-data'],
  ['reports'],
  ['queue-alerts', 'webhooks', 'visitor-phone'],
  ['store'],
  ['server'],
  ['virtual-printer', 'conformance'],
  ['kiosk'],
];

/** Tiers of a feature, lowest first. A file imports its own tier and lower ones. */
const TIERS = ['contract', 'rules', 'operations', 'sql', 'service', 'routes'] as const;
type Tier = (typeof TIERS)[number];

/** Composition roots: they can import everything, and nothing imports them. */
const ROOTS = /^main\/(?:app\/|(?:main|serve|database-cli|reader-cli|run-headless|conformance-cli)\.ts$)/;

/** Types that an operation and its SQL share: like a contract, they may be imported from anywhere. */
const SHARED_TYPES =
  /-(?:records|rows)\.ts$|\/operations\/(?:rows\/|(?:site-changes|audit-entries|credentials|location-changes|report-queries)\.ts$)/;

interface Place {
  readonly feature: string;
  /** Position in `FEATURES`. */
  readonly rank: number;
  /** Null in features without tiers, such as `rest`, `printing` and `kiosk`. */
  readonly tier: Tier | null;
}

function placeOf(path: string): Place {
  const [, feature = '', folder, ...rest] = path.split('/');
  const tier = rest.length === 0 ? undefined : TIERS.find((name) => name === folder);
  return { feature, rank: FEATURES.findIndex((row) => row.includes(feature)), tier: tier ?? null };
}

const isAbove = (tier: Tier | null, other: Tier | null): boolean =>
  tier !== null && other !== null && TIERS.indexOf(tier) > TIERS.indexOf(other);

/** Reason why an import between two files of `main/` is forbidden; null if allowed. */
function importFault(file: string, target: string): string | null {
  if (ROOTS.test(file)) return null;
  if (ROOTS.test(target)) return 'the composition root';
  const [from, to] = [placeOf(file), placeOf(target)];
  if (from.rank < 0 || to.rank < 0) return 'a feature without a place in the order';
  // Types and constants are always allowed, and `store/contract` lists those of all operations.
  if (to.tier === 'contract' || to.feature === 'lib' || SHARED_TYPES.test(target)) return null;
  if (file.startsWith('main/store/contract/')) return null;
  if (from.tier === 'contract') return 'more than a contract';
  if (isAbove(to.tier, from.tier)) return 'a higher tier';
  // Rules are pure.
  if (to.tier === 'rules' || to.feature === from.feature) return null;
  if (from.feature === 'kiosk')
    return to.feature === 'printing' ? null : 'the server, which a kiosk knows by its interface';
  // Transactions and requests span features: a ticket needs forms, visits and wait times.
  if (from.tier === 'sql' && to.tier === 'sql') return null;
  if (from.tier === 'routes' && (to.tier !== null || to.feature === 'rest')) return null;
  return to.rank > from.rank ? 'a later feature' : null;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

function imports(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** A file referenced by a neighbour that starts it as a thread or program. */
const NAMED = /['"](?=[\w./-]+['"])((?:\.{1,2}\/)*[\w/-]+(?:\.\w+)*\.(?:tsx?|mjs))['"]/g;

function startsFrom(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (!text.includes('import.meta')) return [];
  return [...text.matchAll(NAMED)]
    .map(([, name = '']) => name)
    .filter((name) => existsSync(resolve(ROOT, dirname(path), name)));
}

/** Project files that a file imports or starts, by path from the root. */
function ownImports(file: string): string[] {
  const targets = [...imports(file).filter((target) => target.startsWith('.')), ...startsFrom(file)];
  const paths = targets.map((target) => relative(ROOT, resolve(ROOT, dirname(file), target)).replaceAll('\\', '/'));
  // A file can name itself.
  return [...new Set(paths)].filter((path) => path !== file);
}

const files = [...sources('main'), ...sources('renderer')];

/** Folders outside the program: they can import the program, but not vice versa. */
const AROUND: Readonly<Record<string, readonly string[]>> = {
  demo: ['main', 'assets'],
  bench: ['main', 'demo', 'test', 'assets', 'scripts'],
  test: ['main', 'renderer', 'demo', 'bench', 'scripts', 'assets', 'docs', 'dist', 'packaging', 'node_modules'],
  scripts: ['assets'],
  packaging: ['scripts'],
};
/** Tools that people run by hand, with the Node of the program. */
const BY_HAND = /^scripts\/(?:draw|write)-/;
const around = Object.keys(AROUND).flatMap((folder) => sources(folder, /\.(?:tsx?|mjs)$/));

/** All cycles of a graph. */
function circlesIn(next: ReadonlyMap<string, Iterable<string>>): readonly string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (at: string, way: readonly string[]): void => {
    if (way.includes(at)) circles.push([...way.slice(way.indexOf(at)), at].join(' → '));
    if (done.has(at) || way.includes(at)) return;
    for (const target of next.get(at) ?? []) visit(target, [...way, at]);
    done.add(at);
  };
  for (const at of next.keys()) visit(at, []);
  return circles;
}

/** The two sibling folders of these files. None if one contains the other, which is allowed. */
function besideEachOther(a: string, b: string): readonly [string, string] | readonly [null, null] {
  const [from, to] = [a.split('/'), b.split('/')];
  const shared = from.findIndex((name, depth) => name !== to[depth]);
  if (shared < 0 || to[shared] === undefined) return [null, null];
  return [from.slice(0, shared + 1).join('/'), to.slice(0, shared + 1).join('/')];
}

describe('imports', () => {
  it.each([
    ['main/store/sqlite/start-thread.ts', 'main/store/sqlite/worker.ts'],
    ['bench/locations.ts', 'bench/towns-load.ts'],
    ['test/cluster/killed.test.ts', 'test/cluster/server-child.ts'],
    ['packaging/copy-server.mjs', 'scripts/lib/shipped-packages.mjs'],
  ])('include files started by path, and packaging scripts: %s → %s', (from, to) => {
    expect([...files, ...around]).toContain(from);
    expect(ownImports(from)).toContain(to);
  });

  it('point to lower tiers and earlier features', () => {
    const wrong = files
      .filter((file) => file.startsWith('main/'))
      .flatMap((file) =>
        ownImports(file)
          .filter((target) => target.startsWith('main/'))
          .flatMap((target) => {
            const fault = importFault(file, target);
            return fault === null ? [] : [`${file} → ${target}: ${fault}`];
          }),
      );
    expect(wrong).toEqual([]);
  });

  it.each([
    ['main/queue/rules/lanes.ts', 'main/queue/service/day-clock.ts', 'a higher tier'],
    ['main/mail/service/mail.ts', 'main/webhooks/service/runner.ts', 'a later feature'],
    ['main/mail/contract/mail.ts', 'main/mail/rules/mail-address.ts', 'more than a contract'],
    [
      'main/kiosk/host/heartbeat.ts',
      'main/devices/service/device-actions.ts',
      'the server, which a kiosk knows by its interface',
    ],
    ['main/site/service/site-holder.ts', 'main/app/app.ts', 'the composition root'],
    ['main/elsewhere/thing.ts', 'main/site/rules/site.ts', 'a feature without a place in the order'],
    ['main/queue/routes/create-ticket.ts', 'main/forms/service/record-answers.ts', null],
    ['main/site/sql/site-items.ts', 'main/webhooks/sql/webhook-events.ts', null],
  ])('are judged: %s → %s is %s', (file, target, fault) => {
    expect(importFault(file, target)).toBe(fault);
  });

  it('of pages name contracts and `lib` only', () => {
    const wrong = files
      .filter((file) => file.startsWith('renderer/'))
      .flatMap((file) =>
        ownImports(file)
          .filter((target) => !/^(?:renderer|assets)\//.test(target))
          .filter((target) => placeOf(target).tier !== 'contract' && !/^main\/lib\/[\w-]+\.ts$/.test(target))
          .map((target) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('lead from outside the program into it, never back', () => {
    const wrong = [...around, ...files]
      .filter((file) => !BY_HAND.test(file))
      .flatMap((file) => {
        const folder = file.split('/')[0] ?? '';
        const allowed = AROUND[folder] ?? ['main', 'renderer', 'assets', 'docs'];
        return ownImports(file)
          .filter((target) => ![folder, ...allowed].includes(target.split('/')[0] ?? ''))
          .filter((target) => target.includes('/'))
          .map((target) => `${file} → ${target}`);
      });
    expect(wrong).toEqual([]);
  });

  it('have no cycles', () => {
    expect(circlesIn(new Map([...files, ...around].map((file) => [file, ownImports(file)])))).toEqual([]);
  });

  it('have no cycles between sibling folders', () => {
    const next = new Map<string, Set<string>>();
    for (const file of [
      ...files.filter((each) => !/^(?:main|test)\//.test(each)),
      ...around.filter((each) => !each.startsWith('test/')),
    ]) {
      for (const target of ownImports(file)) {
        const [from, to] = besideEachOther(dirname(file), dirname(target));
        // Dependencies between root folders are checked above; `bench` and `test` share helpers.
        if (from === null || !from.includes('/')) continue;
        next.set(from, (next.get(from) ?? new Set()).add(to));
      }
    }
    expect(circlesIn(next)).toEqual([]);
  });

  it('name electron in one folder', () => {
    const wrong = files
      .filter((file) => imports(file).includes('electron'))
      .filter((file) => !/^main\/(?:kiosk\/shells\/electron\/|main\.ts$)/.test(file));
    expect(wrong).toEqual([]);
  });
});

/** Calls that are allowed in one place only. */
const HOME_OF: readonly { word: RegExp; name: string; home: RegExp }[] = [
  { name: 'process.env', word: /\bprocess\.env\b/, home: /^main\/lib\/settings\// },
  {
    name: 'the wall clock',
    word: /\bDate\.now\(|\bnew Date\(\)/,
    home: /^main\/lib\/(?:context|logging\/log)\.ts$|^renderer\//,
  },
  {
    name: 'SQL',
    word: /\b(?:INSERT INTO|SELECT [a-z*].* FROM|UPDATE [a-z_]+ SET|DELETE FROM|CREATE TABLE)\b/,
    home: /^main\/(?:[\w-]+\/sql|database|store)\//,
  },
  // Under Electron it has produced empty pictures (Brooooooklyn/canvas#1073).
  { name: 'putImageData, which belongs nowhere', word: /\.putImageData\(/, home: /^$/ },
  // Each entry is put on the stack: a long list of a caller throws a RangeError. See main/lib/lists.ts.
  {
    name: 'a list spread into the arguments of a call, which belongs nowhere',
    word: /\.(?:push|unshift)\(\.\.\.|\bMath\.(?:min|max)\([^;{]*?\.\.\.|\.from(?:CharCode|CodePoint)\(\.\.\./,
    home: /^renderer\/|^main\/lib\/lists\.ts$/,
  },
  {
    name: 'escape bytes',
    word: /\\x1[bd]|0x1[bd]\b/i,
    home: /^main\/(?:printing\/(?:escpos|picture)|virtual-printer)\//,
  },
];

describe('each call in its place', () => {
  it.each(HOME_OF)('$name', ({ word, home }) => {
    const strangers = files.filter((file) => !home.test(file) && word.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(strangers).toEqual([]);
  });
});

/** Files that parse JSON other than stored rows and files, with the reason. All others call `parseJson` or `readKept` of the store. */
const JSON_READERS: Readonly<Record<string, string>> = {
  'main/lib/parse-json.ts': 'undefined for no JSON',
  // Messages of other programs: each is validated, and an invalid one refused.
  'main/kiosk/shells/web/kiosk-socket.ts': 'message',
  'main/kiosk/client/client.ts': 'message',
  'main/kiosk/client/pairing.ts': 'message',
  'main/conformance/check-conformance.ts': 'message',
  'main/lib/reconnecting-socket.ts': 'message',
  'main/devices/service/presence/device-report.ts': 'message',
  'main/devices/service/connections/kiosk-lines.ts': 'message',
  'main/rest/parameters/body.ts': 'message',
  'main/rest/parameters/json-parts.ts': 'message',
  'main/rest/parameters/read-parameters.ts': 'message',
  'main/appointments/routes/admin-appointments.ts': 'message',
  'main/site/routes/bulk-edit.ts': 'message',
  'main/queue/routes/previews.ts': 'message',
  // Written by the same program shortly before.
  'main/site/rules/site-json-schema.ts': 'own',
  'main/rest/responses/send.ts': 'own',
  'main/queue/sql/day-rules.ts': 'own: an item of the site that is being saved',
  'main/audit/sql/audit-draft.ts': 'own: an item of the site that is being saved',
  'main/webhooks/sql/webhook-events.ts': 'own: an item of the site that is being saved',
  'main/store/postgres/outcomes.ts': 'own: an answer that is being saved',
  'main/store/sqlite/protocol.ts': 'own: from thread to thread',
  // Shipped with the program.
  'main/lib/assets.ts': 'shipped',
  'main/rest/openapi/document.ts': 'shipped',
  'main/app/version.ts': 'shipped',
  // Stored, and checked in the same file.
  'main/audit/rules/audit.ts': 'checked: the text itself for no JSON',
  'main/forms/rules/question-config.ts': 'checked: a fault of the site',
  'main/kiosk/host/offline/lease-journal.ts': 'checked: a line with a checksum',
  'main/kiosk/host/intent-log/intent-file.ts': 'checked: a line with a checksum',
  'main/lib/logging/sentence.ts': 'checked: the line itself for no JSON',
  'main/printing/journal-files.ts': 'checked: no entry',
  'main/printing/json-file.ts': 'checked: a file with a checksum',
  'main/lib/files/line-mark.ts': 'checked: a line with a checksum, or no mark',
  'main/app/pairing-store.ts': 'checked: pairs again',
  'main/app/site-sources.ts': 'checked: a fault of the site',
  'main/site/service/stored-site.ts': 'checked: items that are no JSON are left out first',
  'main/store/postgres/peer-state.ts': 'checked: reported by topic',
  'main/database/sqlite/data-folder-lock.ts': 'checked: no address',
  'main/app/verify-audit.ts': 'checked: a fault of the file',
};

it('parses stored JSON by helpers that validate it', () => {
  const readers = files.filter(
    (file) => file.startsWith('main/') && /\bJSON\.parse\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(readers.toSorted()).toEqual(Object.keys(JSON_READERS).toSorted());
});

it('parses no stored JSON inside the database, where damage fails the whole statement', () => {
  const READS = /\bjson_extract\(|\bjson_set\(|\bjsonb_set\(|->>?\s*'|#>>\s*'|::jsonb?\b/;
  /** Values that the program sends along, and checks that come first. */
  const SAFE = /json(?:b)?_to_recordset|json_each\(\?\)|value ->> '|json_valid\(|\$\d::jsonb?|^\s*(?:\*|\/\/|\/\*)/;
  const wrong = files
    .filter((file) => file.startsWith('main/store/'))
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split('\n')
        .filter((line) => READS.test(line) && !SAFE.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(wrong).toEqual([]);
});

describe('pages use typed endpoints', () => {
  const pages = files.filter((file) => file.startsWith('renderer/') && file !== 'renderer/shared/api-client.ts');
  const wrongIn = (wrongOf: (text: string) => readonly string[]): readonly string[] =>
    pages.flatMap((file) => wrongOf(readFileSync(join(ROOT, file), 'utf8')).map((found) => `${file}: ${found}`));

  it('and name no path of the REST interface', () => {
    const PATH = /['"`][^'"`\n]*\bv\d\/.*|\brestapi\/.*|\bendpoint[<(].*/g;
    expect(wrongIn((text) => text.match(PATH) ?? [])).toEqual([]);
  });

  it('and use the response types of these', () => {
    const ASKED = /\b(?:(?:const|let) (\w+) = await [^;=]*?|)\.call\([^;]*?(?:\.then\(\(?(\w+)\)? =>|;)/g;
    const ASSERTED = /\.call<.*|\(await [^;]*?\.call\([^;]*?\) as .*|\bas (?:Promise|RestResult)<.*/g;
    expect(
      wrongIn((text) => {
        const answers = [...text.matchAll(ASKED)].flatMap(([, awaited, given]) => awaited ?? given ?? []);
        const assertions = [...new Set(answers)].map((name) => new RegExp(`\\b${name}\\b(?:\\.\\w+)*\\)* as .*`, 'g'));
        return [ASSERTED, ...assertions].flatMap((wrong) => text.match(wrong) ?? []);
      }),
    ).toEqual([]);
  });
});

it('has one meaning for each exported type name', () => {
  const places = new Map<string, string[]>();
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^export (?:abstract )?(?:interface|type|class|enum) (\w+)/gm)) {
      places.set(name, [...(places.get(name) ?? []), file]);
    }
  }
  expect(places.size).toBeGreaterThan(500);
  expect([...places].filter(([, where]) => where.length > 1)).toEqual([]);
});
