/**
 * OpenAPI profiles: standard API, or with this server's extensions.
 */
import { isObject } from '../../lib/parse-json.ts';
import type { JsonSchema } from '../../site/rules/site-json-schema.ts';

/** `interface`: only standard operations, for clients of any server with that API. */
export const PROFILES = ['whole', 'interface'] as const;
export type Profile = (typeof PROFILES)[number];

/** Removes components that nothing references. */
export function withUsedComponents(document: JsonSchema): JsonSchema {
  const { components, ...rest } = document;
  if (!isObject(components)) return document;
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key !== '$ref' || typeof inner !== 'string') visit(inner);
      else if (!used.has(inner)) {
        used.add(inner);
        const [, , kind = '', name = ''] = inner.split('/');
        visit((components[kind] as JsonSchema | undefined)?.[name]);
      }
    }
  };
  visit(rest);
  const isUsed = (kind: string, name: string): boolean =>
    kind === 'securitySchemes' || used.has(`#/components/${kind}/${name}`);
  const kept = Object.entries(components).map(([kind, all]) => [
    kind,
    Object.fromEntries(Object.entries(isObject(all) ? all : {}).filter(([name]) => isUsed(kind, name))),
  ]);
  return { ...rest, components: Object.fromEntries(kept) };
}
