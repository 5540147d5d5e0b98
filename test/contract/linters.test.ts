/** The description of the interface, judged by the recommended rules of two linters that others use. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { expect, it } from 'vitest';
import { openApiDocument } from '../../main/rest/openapi/document.ts';
import { OPERATIONS } from '../helpers/operations.ts';
import { itInProofs } from '../helpers/whole.ts';

const source = JSON.stringify(openApiDocument(OPERATIONS));

/** A WebSocket opens with 101, which OpenAPI can tell and the rules do not know. */
const SOCKETS = ['/restapi/v2/events', '/restapi/v2/events/kiosk', '/restapi/v2/tickets/live'];

const LONG_MS = 120_000;

it("Redocly's find nothing but how WebSockets answer", { timeout: LONG_MS }, async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  const told = found.map(({ severity, ruleId, location: [place] }) => [severity, ruleId, place?.pointer]);
  expect(told).toEqual(
    SOCKETS.map((path) => ['warn', 'operation-2xx-response', `#/paths/${path.replaceAll('/', '~1')}/get/responses`]),
  );
});

itInProofs("Spectral's find nothing but how WebSockets answer", { timeout: LONG_MS }, async () => {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']] } as never);
  const found = await spectral.run(JSON.parse(source) as Record<string, unknown>);
  const told = found.map(({ code, path }) => [code, path.join(' ')]);
  expect(told).toEqual(SOCKETS.map((path) => ['operation-success-response', `paths ${path} get responses`]));
});

it('every operation has an id, a summary, a description and its failures', () => {
  const { paths } = JSON.parse(source) as { paths: Record<string, Record<string, Record<string, unknown>>> };
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const { operationId, summary, description, responses } = operation;
      for (const words of [operationId, summary, description]) expect(words, `${method} ${path}`).toMatch(/\w/);
      expect(
        Object.keys(responses as object).some((status) => status.startsWith('4')),
        `${method} ${path}`,
      ).toBe(true);
    }
  }
});

it('no input has a default, which would make its field needed in generated clients', () => {
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    // `default` is also what OpenAPI calls the answer with any other status.
    if (!path.endsWith('/responses')) expect(Object.hasOwn(value, 'default'), path).toBe(false);
    for (const [name, inner] of Object.entries(value)) walk(inner, `${path}/${name}`);
  };
  walk(JSON.parse(source), '');
});
