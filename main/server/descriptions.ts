/** Descriptions of the interface and the site file, for programs. They hold nothing of the site. */
import type { FastifyInstance } from 'fastify';
import { asyncApiDocument } from '../events/asyncapi/document.ts';
import { ERRNO } from '../lib/errno.ts';
import { openApiDocument } from '../rest/openapi/document.ts';
import { PROFILES } from '../rest/openapi/profiles.ts';
import type { Operation } from '../rest/operation.ts';
import type { RawParameters } from '../rest/parameters/query.ts';
import { keptDocument } from '../rest/responses/kept-document.ts';
import { sendFailure } from '../rest/responses/send.ts';
import { siteJsonSchema } from '../site/rules/site-json-schema.ts';
import type { ServerDeps } from './deps.ts';

const UNKNOWN_PROFILE = {
  errno: ERRNO.invalidParameters,
  parameter: 'profile',
  error: `It must be one of: ${PROFILES.join(', ')}.`,
} as const;

export function addDescriptionRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  { site }: Pick<ServerDeps, 'site'>,
): void {
  const keep = (type: string, make: () => object) =>
    keptDocument(`${type}; charset=utf-8`, () => JSON.stringify(make()));
  const config = { operation: 'description' };
  const profiles = new Map<unknown, ReturnType<typeof keep>>(
    PROFILES.map((profile) => [profile, keep('application/json', () => openApiDocument(operations, profile))]),
  );
  app.get('/restapi/openapi.json', { config }, (request, reply) => {
    const send = profiles.get((request.query as RawParameters).profile || 'whole');
    if (send !== undefined) return send(request, reply);
    const alwaysOk = site.current().settings.failure_status === 'ok';
    return sendFailure(request, reply, UNKNOWN_PROFILE, 'json', alwaysOk);
  });
  app.get('/asyncapi.json', { config }, keep('application/json', asyncApiDocument));
  app.get('/restapi/site.schema.json', { config }, keep('application/schema+json', siteJsonSchema));
}
