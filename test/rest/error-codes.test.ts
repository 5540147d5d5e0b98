/** Codes of failures: the catalogue, its use in the program, and what responses have of it. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE, type ErrorCode, errorCode, errorEntry } from '../../main/lib/error-catalogue.ts';
import { codedRefusal } from '../../main/lib/refusal.ts';
import { ERRNO } from '../../main/lib/result.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CODES = Object.keys(ERROR_CATALOGUE) as readonly ErrorCode[];

describe('the error catalogue', () => {
  it.each(CODES)('explains %s by a sentence, a cause and a cure', (code) => {
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
    const { sentence, cause, cure } = errorEntry(code);
    for (const text of [sentence, cause, cure]) {
      expect(text).toMatch(/^[A-Z`].*\.$/);
      for (const one of text.split(/[.;:] /)) expect(one.split(' ').length).toBeLessThanOrEqual(25);
    }
  });

  it('has a sentence for each code that no other code has', () => {
    expect(new Set(CODES.map((code) => errorEntry(code).sentence)).size).toBe(CODES.length);
  });

  it('has a general code for each errno, which unknown parameters lead to', () => {
    for (const errno of Object.values(ERRNO)) {
      expect(errorEntry(errorCode({ errno })).errno).toBe(errno);
      expect(errorCode({ errno, parameter: 'something' })).toBe(errorCode({ errno }));
    }
  });

  it('has no code that the program does not use', () => {
    const sources = globSync('main/**/*.ts', { cwd: ROOT })
      .filter((file) => !file.endsWith('error-catalogue.ts'))
      .map((file) => readFileSync(join(ROOT, file), 'utf8'));
    const byParameter = [
      ...readFileSync(join(ROOT, 'main/lib/error-catalogue.ts'), 'utf8').matchAll(/\['\w+', '(\w+)'\]/g),
    ];
    const used = new Set([
      ...Object.values(ERRNO).map((errno) => errorCode({ errno })),
      ...byParameter.map(([, code]) => code),
      ...sources.flatMap((text) => [...text.matchAll(/'([a-z_]+)'/g)].map(([, code]) => code)),
    ]);
    expect(CODES.filter((code) => !used.has(code))).toEqual([]);
  });

  it('is not part of any page', () => {
    const seen = new Set<string>();
    const waiting = globSync('renderer/**/*.{ts,tsx}', { cwd: ROOT }).map((file) => join(ROOT, file));
    for (const file of waiting) {
      if (seen.has(file)) continue;
      seen.add(file);
      const text = readFileSync(file, 'utf8');
      for (const [, target = ''] of text.matchAll(/(?:^|\n)(?:import|export) (?!type )[^'";]*'(\.[^']+\.tsx?)'/g)) {
        waiting.push(resolve(dirname(file), target));
      }
    }
    expect(seen).toContain(join(ROOT, 'main/lib/result.ts'));
    expect([...seen].filter((file) => file.endsWith('error-catalogue.ts'))).toEqual([]);
  });
});

describe('a coded refusal', () => {
  it('has the errno of its code, and values in its sentence', () => {
    expect(codedRefusal('queue_full')).toEqual({ errno: 112, code: 'queue_full' });
    expect(codedRefusal('role_missing', { values: { role: 'admin_site' } })).toEqual({
      errno: 104,
      code: 'role_missing',
      error: 'The role admin_site is missing.',
    });
  });

  it('takes the code of an unknown id from its parameter', () => {
    expect(errorCode({ errno: ERRNO.notFound, parameter: 'ticket_id' })).toBe('ticket_not_found');
    expect(errorCode({ errno: ERRNO.invalidParameters, parameter: 'ticket_id' })).toBe('invalid_parameter');
  });
});

describe('a failed request', () => {
  let town: Town;
  beforeAll(async () => {
    const site = townSite();
    const services = (site.services as { id: string }[]).map((service) =>
      service.id === 'taxes' ? { ...service, max_waiting: 1 } : service,
    );
    town = await openTown({ site: { ...site, services } });
    await town.createTicket('Taxes');
  });
  afterAll(() => town.close());

  const failure = (errno: number, code: ErrorCode, more: object = {}): object => ({
    success: false,
    errno,
    code,
    error: errorEntry(code).sentence,
    ...more,
  });

  it('has code and sentence of its errno', async () => {
    const full = await town.post('createticket', { service_id: 'taxes' });
    expect([full.status, full.body]).toEqual([409, failure(112, 'queue_full')]);
  });

  it('has a code for the item that is unknown', async () => {
    const { body } = await town.post('callticket', { desk_id: 'desk-1', user_id: 'ana', ticket_id: 'nothing' });
    expect(body).toEqual(failure(6, 'ticket_not_found', { parameter: 'ticket_id' }));
    const unknown = await town.post('createticket', { service_id: 'nothing' });
    expect(unknown.body).toEqual(failure(6, 'service_not_found', { parameter: 'service_id' }));
  });

  it('has its code in XML too', async () => {
    const response = await fetch(`${town.address}/restapi/nothing?format=xml`);
    expect(await response.text()).toContain('<errno>3</errno><code>operation_not_found</code>');
  });

  it('has the HTTP status of its code where the errno has two', async () => {
    const { errno, status } = errorEntry('host_not_allowed');
    expect([errno, status]).toEqual([108, 421]);
    const origin = await fetch(`${town.address}/restapi/locations`, { headers: { origin: 'https://evil.example' } });
    expect([origin.status, await origin.json()]).toEqual([
      403,
      failure(108, 'origin_not_allowed', { parameter: 'origin' }),
    ]);
  });
});
