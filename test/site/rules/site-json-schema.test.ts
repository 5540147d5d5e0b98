/** The published JSON Schema says of a site file what the program says of it. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { COLLECTIONS, SiteFileSchema } from '../../../main/site/contract/site.ts';
import { parseSite } from '../../../main/site/rules/site.ts';
import { siteItemInputSchema, siteItemViewSchema, siteJsonSchema } from '../../../main/site/rules/site-json-schema.ts';
import { townSite } from '../../helpers/town-site.ts';

const validate = new Ajv2020({ allErrors: true }).compile(siteJsonSchema());
const demo: unknown = JSON.parse(readFileSync(new URL('../../../assets/demo/site.json', import.meta.url), 'utf8'));

describe('the JSON Schema of the site file', () => {
  it('is up to date in docs; scripts/write-site-schema.mjs writes it', () => {
    const written = readFileSync(new URL('../../../assets/schemas/site.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(written)).toEqual(siteJsonSchema());
  });

  it.each([
    ['an empty site', {}],
    ['the demo site', demo],
    ['a town', townSite()],
    [
      'nothing but names',
      { locations: [{ name: 'Library' }], services: [{ name: 'Lending' }], desks: [{ name: 'D' }] },
    ],
    ['a schema for the editor', { $schema: '../../core/site.schema.json', settings: {} }],
  ])('accepts %s', (_name, site) => {
    validate(site);
    expect(validate.errors).toBeNull();
    expect(parseSite(site).ok).toBe(true);
  });

  it.each([
    ['a service without a name', { services: [{ tag: 'A' }] }],
    ['a field that there is not', { desks: [{ name: 'D', colour: 'red' }] }],
    ['a wrong type', { locations: [{ name: 'L', number_width: '3' }] }],
    ['a time that there is not', { locations: [{ name: 'L', reset_time: '25:00' }] }],
    ['a user without a username', { users: [{ name: 'Ana' }] }],
    ['a question without its type', { forms: [{ name: 'F', questions: { before: [{ question: 'Q?' }] } }] }],
    ['a choice that there is not', { settings: { call_policy: 'never' } }],
  ])('refuses %s', (_name, site) => {
    expect(validate(site)).toBe(false);
    expect(parseSite(site).ok).toBe(false);
  });

  it.each(['settings', ...COLLECTIONS])('describes every field of %s', (part) => {
    const { properties = {} } = siteItemInputSchema(part) as { properties?: Record<string, { description?: string }> };
    for (const [name, field] of Object.entries(properties)) expect(field.description, name).toMatch(/^.{4,}\.$/);
  });

  it('shows no password, and leaves the contract as it was', () => {
    expect(siteItemViewSchema('users').properties).not.toHaveProperty('password');
    expect(siteItemInputSchema('users').properties).toHaveProperty('password.writeOnly', true);
    expect(SiteFileSchema.properties.users.items.properties.password).not.toHaveProperty('writeOnly');
  });
});
