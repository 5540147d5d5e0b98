/** The demo site as benches use it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CROWD_SERVICES } from '../../bench/crowd.ts';
import { quietAt } from '../../bench/operations.ts';

const { desks } = JSON.parse(readFileSync('assets/demo/site.json', 'utf8')) as {
  readonly desks: readonly { readonly id: string; readonly services: readonly string[] }[];
};

it.each([1, 2, 3, 4])(
  'desk %i serves the service that is quiet there, and nobody of a crowd waits for that',
  (desk) => {
    expect(desks.find(({ id }) => id === `desk-${desk}`)?.services).toContain(quietAt(desk));
    expect(CROWD_SERVICES).not.toContain(quietAt(desk));
  },
);
