/** Descriptions of the interface and the site file, for programs. They hold nothing of the site. */
import type { FastifyInstance } from 'fastify';
import { siteJsonSchema } from '../../core/site-json-schema.ts';
import { keptDocument } from '../answers/kept-document.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { Operation } from '../operation.ts';

export function addDescriptionRoutes(app: FastifyInstance, operations: readonly Operation[]): void {
  const add = (url: string, type: string, make: () => object): void => {
    const send = keptDocument(`${type}; charset=utf-8`, () => JSON.stringify(make()));
    app.get(url, { config: { operation: 'description' } }, send);
  };
  add('/restapi/openapi.json', 'application/json', () => openApiDocument(operations));
  add('/restapi/site.schema.json', 'application/schema+json', siteJsonSchema);
}
