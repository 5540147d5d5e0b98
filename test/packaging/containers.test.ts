/** The Compose files of one server and the Kubernetes manifest fit the image and the settings of this version. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../main/lib/settings/settings.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { readonly version: string };

describe.each([
  'packaging/one-server/compose.yaml',
  'packaging/one-server/compose-postgresql.yaml',
  'packaging/kubernetes/take-a-number.yaml',
])('%s', (path) => {
  const text = read(path);

  it('runs the image of this version, unprivileged and with a read-only root', () => {
    expect([...text.matchAll(/image: (take-a-number-server:\S+)/g)].map(([, image]) => image)).toEqual([
      `take-a-number-server:${version}`,
    ]);
    expect(text).toMatch(/read_only: true|readOnlyRootFilesystem: true/);
    expect(text).toMatch(/cap_drop: \[ALL\]|capabilities: \{ drop: \[ALL\] \}/);
    expect(text).toContain('/data');
    expect(text).toContain('/tmp');
  });

  it('sets only variables that the server knows', () => {
    const names = [...text.matchAll(/\b(TAN_\w+?)(?:_FILE)?\b/g)].map(([, name = '']) => name);
    for (const name of names) {
      const faulty = readSettings([], { [name]: '\u0000' }, 'linux');
      expect(faulty, name).not.toEqual(readSettings([], {}, 'linux'));
    }
  });
});

const PINNED = /@sha256:[0-9a-f]{64}$/;
it('fixes each image of another project by its digest', () => {
  const files = globSync('packaging/**/{Containerfile,*.yaml}', { cwd: ROOT });
  const images = files.flatMap((path) =>
    [...read(path).matchAll(/^(?:FROM|\s*image:)\s+(docker\.io\/\S+)/gm)].map(([, image]) => image),
  );
  expect(images.length).toBeGreaterThanOrEqual(5);
  expect(images.filter((image) => !PINNED.test(image ?? ''))).toEqual([]);
});

it('gives a pod more time to end than the server drains', () => {
  const text = read('packaging/kubernetes/take-a-number.yaml');
  const seconds = (pattern: RegExp): number => Number(pattern.exec(text)?.[1]);
  const drain = seconds(/TAN_DRAIN_SECONDS, value: '(\d+)'/);
  const interval = seconds(/readinessProbe:.*periodSeconds: (\d+)/);
  const failures = seconds(/readinessProbe:.*failureThreshold: (\d+)/);
  expect(drain).toBeGreaterThanOrEqual(interval * failures + 5);
  expect(seconds(/terminationGracePeriodSeconds: (\d+)/)).toBeGreaterThan(drain);
});
