/** The house rules that a compiler does not check: which way imports point, and where certain words may stand. */
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

/** Folder of `main/` (or `renderer`) → the folders that it may import, itself aside. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'main/contract': [],
  'main/lib/settings': ['main/contract'],
  'main/lib/logging': ['main/contract', 'main/lib/context.ts'],
  'main/lib/context.ts': ['main/contract'],
  'main/lib/assets.ts': ['main/contract'],
  'main/lib/memory/idle-gc.ts': [],
  'main/lib/memory/trim-heap.ts': ['main/lib/libc.ts'],
  'main/core': ['main/contract', 'main/lib/context.ts', 'main/lib/assets.ts'],
  'main/queue': ['main/contract', 'main/core'],
  'main/store': [
    'main/contract',
    'main/core',
    'main/lib/context.ts',
    'main/lib/memory/idle-gc.ts',
    'main/lib/open-below.ts',
    'main/lib/site-folders.ts',
    'main/queue',
    'main/lib/request-deadline.ts',
  ],
  'main/server': [
    'main/contract',
    'main/core',
    'main/lib/context.ts',
    'main/lib/assets.ts',
    'main/queue',
    'main/lib/request-deadline.ts',
    'main/store',
  ],
  'main/conformance': ['main/contract'],
  'main/kiosk/client': ['main/contract', 'main/core', 'main/lib/context.ts'],
  'main/devices': ['main/contract', 'main/core', 'main/lib/context.ts', 'main/lib/assets.ts', 'main/lib/libc.ts'],
  'main/printing': [
    'main/contract',
    'main/core',
    'main/lib/context.ts',
    'main/lib/assets.ts',
    'main/devices',
    'main/lib/logging',
    'main/lib/settings',
  ],
  'main/host': [
    'main/contract',
    'main/core',
    'main/lib/context.ts',
    'main/lib/assets.ts',
    'main/kiosk/client',
    'main/printing',
    'main/devices',
  ],
  'main/kiosk/shells/web': [
    'main/contract',
    'main/core',
    'main/lib/context.ts',
    'main/host',
    'main/lib/open-below.ts',
    'main/lib/site-folders.ts',
  ],
  'main/kiosk/shells/electron': [
    'main/contract',
    'main/core',
    'main/lib/context.ts',
    'main/host',
    'main/lib/restart-exit-code.ts',
  ],
  'main/lib/data-folder.ts': ['main/lib/site-folders.ts'],
  'main/lib/site-folders.ts': [],
  'main/lib/open-below.ts': [],
  'main/lib/request-deadline.ts': [],
  'main/lib/libc.ts': [],
  'main/app/service-manager': ['main/lib/context.ts', 'main/lib/libc.ts'],
  'main/lib/restart-exit-code.ts': [],
  'main/lib/start-error.ts': [],
  'main/app/notify-parent.ts': ['main/lib/start-error.ts'],
  'main/app/tracing.ts': ['main/lib/context.ts'],
  'main/app/otel-metrics.ts': ['main/lib/context.ts'],
  'main/app/version.ts': ['main/lib/assets.ts'],
  'main/lib/files/write-private-file.ts': [],
  // The published description of the site file drives the editors of the back office.
  renderer: ['main/contract', 'docs/site.schema.json'],
};

/** Where the program is put together and started: these may import everything, and nobody imports them. */
const ROOTS = [
  'main/main.ts',
  'main/database-cli.ts',
  'main/reader-cli.ts',
  'main/conformance-cli.ts',
  'main/app',
  'main/app/app.ts',
  'main/run-headless.ts',
  'main/serve.ts',
  'main/app/check-database.ts',
  'main/app/verify-audit.ts',
];

function area(path: string): string {
  const [first, second] = path.split('/');
  return first === 'main' || first === 'docs' ? `${first}/${second}` : (first ?? '');
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

function imports(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** A file that is named beside the one that names it: a thread or a program is started from it, by its address. */
const NAMED = /['"](?=[\w./-]+['"])((?:\.{1,2}\/)*[\w/-]+(?:\.\w+)*\.(?:tsx?|mjs))['"]/g;

function startsFrom(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (!text.includes('import.meta')) return [];
  return [...text.matchAll(NAMED)]
    .map(([, name = '']) => name)
    .filter((name) => existsSync(resolve(ROOT, dirname(path), name)));
}

/** What of ours a file imports, or starts by its address, by its path from the root. */
function ownImports(file: string): string[] {
  const targets = [...imports(file).filter((target) => target.startsWith('.')), ...startsFrom(file)];
  const paths = targets.map((target) => relative(ROOT, resolve(ROOT, dirname(file), target)).replaceAll('\\', '/'));
  // A file may name itself.
  return [...new Set(paths)].filter((path) => path !== file);
}

const files = [...sources('main'), ...sources('renderer')];

/** What is not the program: it may import the program, and never the other way round. */
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

/** Every way round that is found, from a thing over what it leads to and back. */
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

/** The two folders within one in which these are. None where one is within the other: a folder may lean on what it holds. */
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
    ['packaging/make-server-package.mjs', 'scripts/lib/shipped-packages.mjs'],
  ])('are seen where a file is started by its address, and in what makes packages: %s → %s', (from, to) => {
    expect([...files, ...around]).toContain(from);
    expect(ownImports(from)).toContain(to);
  });

  it('point one way', () => {
    const wrong = files.flatMap((file) => {
      const allowed = MAY_IMPORT[area(file)];
      if (ROOTS.includes(area(file))) return [];
      if (allowed === undefined) return [`${area(file)} has no line here`];
      return ownImports(file)
        .filter((target) => !target.startsWith('assets/'))
        .filter((target) => area(target) !== area(file) && !allowed.includes(area(target)))
        .map((target) => `${file} → ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it('lead from what is around the program into it, never back', () => {
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

  it('never go round in a circle', () => {
    expect(circlesIn(new Map([...files, ...around].map((file) => [file, ownImports(file)])))).toEqual([]);
  });

  it('never lead from a folder to the one beside it and back', () => {
    const next = new Map<string, Set<string>>();
    for (const file of [...files, ...around]) {
      for (const target of ownImports(file)) {
        const [from, to] = besideEachOther(dirname(file), dirname(target));
        // How the folders of the root lean on each other is said above; `bench` and `test` lend each other helpers.
        if (from === null || !from.includes('/')) continue;
        next.set(from, (next.get(from) ?? new Set()).add(to));
      }
    }
    expect(circlesIn(next)).toEqual([]);
  });

  it('reach the store of the server through its interface only', () => {
    const wrong = files
      .filter((file) => file.startsWith('main/server/'))
      .flatMap((file) =>
        imports(file)
          .filter((target) =>
            /\/store\/(?!(?:store|store-errors|audit-entries|credentials|location-changes|report-queries|site-changes)\.ts$)/.test(
              target,
            ),
          )
          .map((target) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('name electron in one folder', () => {
    const wrong = files
      .filter((file) => imports(file).includes('electron'))
      .filter((file) => !/^main\/(electron\/|main\.ts)/.test(file));
    expect(wrong).toEqual([]);
  });
});

/** Words that may stand in one place only. */
const HOME_OF: readonly { word: RegExp; name: string; home: RegExp }[] = [
  { name: 'process.env', word: /\bprocess\.env\b/, home: /^main\/settings\// },
  {
    name: 'the wall clock',
    word: /\bDate\.now\(|\bnew Date\(\)/,
    home: /^main\/(context|logging\/log)\.ts$|^renderer\//,
  },
  {
    name: 'SQL',
    word: /\b(?:INSERT INTO|SELECT [a-z*].* FROM|UPDATE [a-z_]+ SET|DELETE FROM|CREATE TABLE)\b/,
    home: /^main\/store\//,
  },
  // Under Electron it has left pictures empty (Brooooooklyn/canvas#1073).
  { name: 'putImageData, which belongs nowhere', word: /\.putImageData\(/, home: /^$/ },
  // Each entry comes on the stack: a list of a caller's length throws a RangeError. See main/lib/lists.ts.
  {
    name: 'a list spread into the arguments of a call, which belongs nowhere',
    word: /\.(?:push|unshift)\(\.\.\.|\bMath\.(?:min|max)\([^;{]*?\.\.\.|\.from(?:CharCode|CodePoint)\(\.\.\./,
    home: /^renderer\/|^main\/core\/lists\.ts$/,
  },
  { name: 'escape bytes', word: /\\x1[bd]|0x1[bd]\b/i, home: /^main\/printing\/(escpos|virtual)\// },
];

describe('each word at home', () => {
  it.each(HOME_OF)('$name', ({ word, home }) => {
    const strangers = files.filter((file) => !home.test(file) && word.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(strangers).toEqual([]);
  });
});

/** Files that read JSON, and why what they read cannot be a damaged row or file. All others call `parseJson` or `readKept` of the store. */
const JSON_READERS: Readonly<Record<string, string>> = {
  'main/lib/parse-json.ts': 'undefined for no JSON',
  // What another program sends: each message is checked, and a wrong one refused.
  'main/kiosk/shells/web/kiosk-socket.ts': 'message',
  'main/kiosk/client/client.ts': 'message',
  'main/kiosk/client/pairing.ts': 'message',
  'main/conformance/ask-server.ts': 'message',
  'main/lib/reconnecting-socket.ts': 'message',
  'main/devices/service/presence/device-report.ts': 'message',
  'main/devices/service/connections/kiosk-lines.ts': 'message',
  'main/rest/parameters/body.ts': 'message',
  'main/rest/parameters/json-parts.ts': 'message',
  'main/rest/parameters/read-parameters.ts': 'message',
  'main/appointments/routes/admin-appointments.ts': 'message',
  'main/site/routes/preview-bulk.ts': 'message',
  'main/queue/routes/previews.ts': 'message',
  // Written by the same program a moment before.
  'main/site/rules/site-json-schema.ts': 'own',
  'main/rest/responses/send.ts': 'own',
  'main/reports/sql/next-day-rule.ts': 'own: an item of the site that is being saved',
  'main/audit/sql/audit-draft.ts': 'own: an item of the site that is being saved',
  'main/webhooks/sql/postgres/webhook-events.ts': 'own: an item of the site that is being saved',
  'main/webhooks/sql/sqlite/webhook-events.ts': 'own: an item of the site that is being saved',
  'main/store/postgres/outcomes.ts': 'own: an answer that is being saved',
  'main/store/sqlite/protocol.ts': 'own: from thread to thread',
  // Shipped with the program.
  'main/lib/assets.ts': 'shipped',
  'main/rest/openapi/examples.ts': 'shipped',
  'main/app/version.ts': 'shipped',
  // Stored, and checked in the same file.
  'main/audit/rules/audit.ts': 'checked: the text itself for no JSON',
  'main/forms/rules/question-config.ts': 'checked: a fault of the site',
  'main/kiosk/host/offline/parse-lease-record.ts': 'checked: a line with a checksum',
  'main/kiosk/host/intent-log/intent-file.ts': 'checked: a line with a checksum',
  'main/lib/logging/readable-line.ts': 'checked: the line itself for no JSON',
  'main/printing/journal-files.ts': 'checked: no entry',
  'main/printing/json-file.ts': 'checked: a file with a checksum',
  'main/lib/files/line-mark.ts': 'checked: a line with a checksum, or no mark',
  'main/app/pairing-store.ts': 'checked: pairs again',
  'main/app/site-sources.ts': 'checked: a fault of the site',
  'main/site/service/site-holder.ts': 'checked: items that are no JSON are left out first',
  'main/store/postgres/peer-state.ts': 'checked: reported by topic',
  'main/database/sqlite/data-folder-lock.ts': 'checked: no address',
  'main/app/verify-audit.ts': 'checked: a fault of the file',
};

it('stored JSON is read by helpers that check it', () => {
  const readers = files.filter(
    (file) => file.startsWith('main/') && /\bJSON\.parse\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(readers.toSorted()).toEqual(Object.keys(JSON_READERS).toSorted());
});

it('no statement reads stored JSON inside the database, where damage fails the whole statement', () => {
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

describe('pages ask through typed endpoints', () => {
  const pages = files.filter((file) => file.startsWith('renderer/') && file !== 'renderer/shared/api-client.ts');
  const wrongIn = (wrongOf: (text: string) => readonly string[]): readonly string[] =>
    pages.flatMap((file) => wrongOf(readFileSync(join(ROOT, file), 'utf8')).map((found) => `${file}: ${found}`));

  it('and name no path of the REST interface', () => {
    const PATH = /['"`][^'"`\n]*\bv\d\/.*|\brestapi\/.*|\bendpoint[<(].*/g;
    expect(wrongIn((text) => text.match(PATH) ?? [])).toEqual([]);
  });

  it('and believe answers as these say they are', () => {
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
