/** The Grafana dashboard is one that Grafana takes, and asks for figures that there are, by labels that they have. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { openMachine } from '../helpers/machine.ts';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string }[];
}

const ROOT = new URL('../..', import.meta.url).pathname;
const STRICT = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];

/** What the compiler has against each of these as a dashboard, a line each; a type has its place in lines of code alone. */
async function faultsOf(files: Readonly<Record<string, object>>): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-dashboard-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const types = JSON.stringify(join(ROOT, 'test/docs/dashboard-types.ts'));
  const names = Object.keys(files).map((name) => `${name}.ts`);
  for (const [name, file] of Object.entries(files)) {
    const text = `import type { DashboardFile } from ${types};\nexport const file: DashboardFile = ${JSON.stringify(file)};\n`;
    await writeFile(join(folder, `${name}.ts`), text);
  }
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const args = [tsc, ...STRICT, '--allowImportingTsExtensions', '--types', '', ...names];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout.split('\n').filter((line) => line.includes('error TS'));
}

const dashboard = JSON.parse(
  readFileSync(new URL('../../packaging/grafana/take-a-number.json', import.meta.url), 'utf8'),
) as { readonly panels: readonly Panel[] };

it('is one that Grafana takes, by its own types', async () => {
  const [first = { options: {} }, ...others] = dashboard.panels;
  const faults = await faultsOf({
    ours: dashboard,
    'no-such-kind': { ...dashboard, panels: [{ ...first, type: 'timeserie' }, ...others] },
    'no-such-option': { ...dashboard, panels: [{ ...first, options: { legends: {} } }, ...others] },
    'no-such-place': { ...dashboard, panels: [{ ...first, gridPos: { x: 0, y: 0, w: 'all', h: 5 } }, ...others] },
    'no-such-theme': { ...dashboard, graphTooltip: 'shared' },
  });
  const faulty = [...new Set(faults.map((line) => line.replace(/\.ts\(.*$/, '')))].sort();
  expect(faulty, faults.join('\n')).toEqual(['no-such-kind', 'no-such-option', 'no-such-place', 'no-such-theme']);
});

it('each panel asks for figures that there are, by labels that they have', async () => {
  const machine = await openMachine({ printer: 'none' });
  await machine.post('createticket', { service_id: 'passports' });
  const read = async (): Promise<string> => (await fetch(`${machine.program.address}/metrics`)).text();
  await expect.poll(read).toContain('tan_printer_state{');
  const lines = (await read()).split('\n');
  for (const { title, targets } of dashboard.panels) {
    for (const { expr } of targets) {
      const asked = [...expr.matchAll(/((?:tan|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)];
      expect(asked, title).not.toEqual([]);
      for (const [, name = '', labels = ''] of asked) {
        const family = lines.filter((line) => line.includes(name.replace(/_bucket$/, '')));
        expect(family, name).not.toEqual([]);
        // Whoever collects adds the job and the instance.
        for (const [, label] of labels.matchAll(/(\w+)=~?"/g)) {
          if (label !== 'job') expect(family.join('\n'), `${name}{${label}}`).toContain(`${label}="`);
        }
      }
    }
  }
});

it('panels have numbers of their own and lie beside each other', () => {
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const overlapping = panels.flatMap((one, index) =>
    panels
      .slice(index + 1)
      .filter(
        ({ gridPos: b }) =>
          one.gridPos.x < b.x + b.w &&
          b.x < one.gridPos.x + one.gridPos.w &&
          one.gridPos.y < b.y + b.h &&
          b.y < one.gridPos.y + one.gridPos.h,
      )
      .map(({ title }) => [one.title, title]),
  );
  expect(overlapping).toEqual([]);
});
