import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The long proofs, by themselves: what they show takes too long for every `npm test`. */
const { projects: _short, ...test } = base.test ?? {};

export default mergeConfig(
  { resolve: base.resolve ?? {}, test },
  defineConfig({
    test: { name: 'prove', include: ['test/**/*.proof.ts'], testTimeout: 900_000, hookTimeout: 900_000 },
  }),
);
