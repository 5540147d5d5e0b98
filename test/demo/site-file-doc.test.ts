/** The handbook of the site file names every field that there is, with the default that holds, and none that is not. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COLLECTIONS, SettingsSchema, SiteFileSchema, TicketPartSchema } from '../../main/site/contract/site.ts';

interface Fields {
  readonly properties: Record<string, { readonly default?: unknown }>;
}

const handbook = readFileSync(new URL('../../docs/reference/site-file.md', import.meta.url), 'utf8');

/** Text between the heading of that name and the next one. */
function section(name: string): string {
  return handbook.split(/^##+ /m).find((part) => part.startsWith(`${name}\n`)) ?? '';
}

/** Rows of the section's field tables: field name to what holds when it is left out. */
function documented(name: string): Map<string, string> {
  const rows = new Map<string, string>();
  for (const table of section(name).split('\n\n')) {
    if (!table.startsWith('| field | meaning |')) continue;
    for (const line of table.trimEnd().split('\n').slice(2)) {
      const [, fields = '', , leftOut = ''] = line.split('|').map((cell) => cell.trim());
      const values = leftOut.split(', ');
      [...fields.matchAll(/`(\w+)`/g)].forEach(([, field], at) => {
        rows.set(field!, values[at] ?? leftOut);
      });
    }
  }
  return rows;
}

/** Collections with fields of their own; the others are kept as they are given. */
const schemas: Record<string, Fields> = {
  settings: SettingsSchema as unknown as Fields,
  ticket_layout: TicketPartSchema as unknown as Fields,
};
for (const name of COLLECTIONS) {
  const { items } = SiteFileSchema.properties[name];
  if ('properties' in items) schemas[name] = items as unknown as Fields;
}

describe('docs/reference/site-file.md', () => {
  it('has a section for everything in a site file', () => {
    for (const name of ['settings', ...COLLECTIONS]) {
      expect(section(name), name).not.toBe('');
    }
  });

  it.each(Object.keys(schemas).filter((name) => name !== 'server_services'))('names every field of %s', (name) => {
    expect([...documented(name).keys()].sort()).toEqual(Object.keys(schemas[name]!.properties).sort());
  });

  it('names every field of server_services', () => {
    const named = [...section('server_services').matchAll(/`(\w+)`/g)].map(([, field]) => field);
    expect(named.sort()).toEqual(Object.keys(schemas.server_services!.properties).sort());
  });

  it.each(Object.keys(schemas))('tells the true defaults of %s', (name) => {
    for (const [field, leftOut] of documented(name)) {
      const told = /^`(-?[\w:."[\]]+)`$/.exec(leftOut)?.[1];
      if (told === undefined) continue;
      const { default: value } = schemas[name]!.properties[field]!;
      expect(typeof value === 'string' ? value : JSON.stringify(value), `${name}.${field}`).toBe(told);
    }
  });

  it('says a default or a need for each field', () => {
    for (const name of Object.keys(schemas)) {
      for (const [field, leftOut] of documented(name)) {
        expect(leftOut, `${name}.${field}`).not.toBe('');
      }
    }
  });
});
