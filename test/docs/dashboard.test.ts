/** The Grafana dashboard asks for figures that there are, by labels that they have. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openMachine } from '../helpers/machine.ts';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(
  readFileSync(new URL('../../packaging/grafana/take-a-number.json', import.meta.url), 'utf8'),
) as { readonly panels: readonly Panel[] };

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
