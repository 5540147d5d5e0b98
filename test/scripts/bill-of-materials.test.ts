/** The documentation site in the bill of materials: the packages inside its pages, each once. */
import { expect, it } from 'vitest';
import { refOf, withHelpSite } from '../../scripts/lib/bill-of-materials.mjs';

const component = (name: string, version: string) => ({ 'bom-ref': `${name}@${version}`, name, version, licenses: [] });

const PROGRAM = {
  metadata: { component: component('take-a-number', '1.0.0') },
  components: [component('fastify', '5.0.0'), component('shared', '2.0.0')],
  dependencies: [
    { ref: 'take-a-number@1.0.0', dependsOn: ['fastify@5.0.0'] },
    { ref: 'fastify@5.0.0', dependsOn: ['shared@2.0.0'] },
    { ref: 'shared@2.0.0', dependsOn: [] },
  ],
};
const SITE = {
  components: [
    component('vitepress', '1.6.4'),
    component('vue', '3.5.0'),
    component('shared', '2.0.0'),
    component('compiler', '3.5.0'),
  ],
  dependencies: [
    { ref: 'vitepress@1.6.4', dependsOn: ['vue@3.5.0', 'compiler@3.5.0'] },
    { ref: 'vue@3.5.0', dependsOn: ['compiler@3.5.0', 'shared@2.0.0'] },
    { ref: 'shared@2.0.0', dependsOn: [] },
    { ref: 'compiler@3.5.0', dependsOn: [] },
  ],
};
const BUNDLED = ['vitepress@1.6.4', 'vue@3.5.0', 'shared@2.0.0'];

it('lists the site and the packages inside its pages, without what only builds them', () => {
  const list = withHelpSite(PROGRAM, SITE, BUNDLED);
  expect(list.components.map((each: { readonly 'bom-ref': string }) => each['bom-ref'])).toEqual([
    'fastify@5.0.0',
    'shared@2.0.0',
    'take-a-number-help@1.0.0',
    'vitepress@1.6.4',
    'vue@3.5.0',
  ]);
});

it('states what depends on what, each once', () => {
  const { dependencies } = withHelpSite(PROGRAM, SITE, BUNDLED);
  expect(dependencies).toEqual([
    { ref: 'take-a-number@1.0.0', dependsOn: ['fastify@5.0.0', 'take-a-number-help@1.0.0'] },
    { ref: 'fastify@5.0.0', dependsOn: ['shared@2.0.0'] },
    { ref: 'shared@2.0.0', dependsOn: [] },
    { ref: 'take-a-number-help@1.0.0', dependsOn: BUNDLED },
    { ref: 'vitepress@1.6.4', dependsOn: ['vue@3.5.0'] },
    { ref: 'vue@3.5.0', dependsOn: ['shared@2.0.0'] },
  ]);
});

it.each([
  ['another lockfile', ['vue@3.4.0'], 'dist/help was built with another lockfile (vue@3.4.0); run: npm run docs'],
  ['no list of its packages', [], 'dist/help has no list of its packages; run: npm run docs'],
])('refuses a site with %s', (_, bundled, message) => {
  expect(() => withHelpSite(PROGRAM, SITE, bundled)).toThrow(message);
});

it.each([
  ['node_modules/vue', { version: '3.5.0' }, 'vue@3.5.0'],
  ['node_modules/@vueuse/integrations/node_modules/@vueuse/core', { version: '12.8.2' }, '@vueuse/core@12.8.2'],
  ['node_modules/typescript-5', { name: 'typescript', version: '5.9.3' }, 'typescript@5.9.3'],
])('refers to the package at %s as npm does', (path, entry, ref) => {
  expect(refOf(path, entry)).toBe(ref);
});
