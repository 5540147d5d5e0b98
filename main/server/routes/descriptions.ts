/** What describes the interface and the site file, for programs. Holds nothing of the site itself. */
import type { FastifyInstance } from 'fastify';
import { siteJsonSchema } from '../../core/site-json-schema.ts';
import { openApiDocument } from '../openapi/document.ts';
import type { Operation } from '../operation.ts';

export function addDescriptionRoutes(app: FastifyInstance, operations: readonly Operation[]): void {
  const add = (url: string, type: string, make: () => object): void => {
    // Made when somebody first asks, and the same for as long as the program runs.
    let text: string | null = null;
    app.get(url, { config: { operation: 'description' } }, async (_request, reply) => {
      text ??= JSON.stringify(make());
      return reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text);
    });
  };
  add('/restapi/openapi.json', 'application/json', () => openApiDocument(operations));
  add('/restapi/site.schema.json', 'application/schema+json', siteJsonSchema);
}
