/**
 * Logos of locations at addresses of their content.
 *
 * Anyone can read them, as on the paper of every ticket, so an address contains no id of a location. A changed logo has
 * another address.
 */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Location } from '../../site/contract/site.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';

const PNG = 'data:image/png;base64,';

const HEADERS = {
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'public, max-age=31536000, immutable',
} as const;

/** By location: an edit replaces the object. */
const files = new WeakMap<Location, string>();

/** Path of the logo on the server, `logo/….png`; empty without one. */
export function logoPath(location: Location): string {
  const file = logoFile(location);
  return file === '' ? '' : `logo/${file}`;
}

function logoFile(location: Location): string {
  const known = files.get(location);
  if (known !== undefined) return known;
  const { logo } = location;
  const name = logo.startsWith(PNG) ? createHash('sha256').update(logo).digest('base64url').slice(0, 22) : '';
  const file = name === '' ? '' : `${name}.png`;
  files.set(location, file);
  return file;
}

/** `/logo/<file>`. */
export function addLogoRoute(app: FastifyInstance, site: Pick<SiteHolder, 'current'>): void {
  app.get<{ Params: { readonly file: string } }>(
    '/logo/:file',
    { config: { operation: 'location_logo' } },
    async ({ params }, reply) => {
      for (const location of site.current().file.locations) {
        // Hundreds of logos that are not known yet must not stop other requests.
        if (!files.has(location)) await nextTurn();
        if (params.file === '' || logoFile(location) !== params.file) continue;
        return reply
          .headers(HEADERS)
          .type('image/png')
          .send(Buffer.from(location.logo.slice(PNG.length), 'base64'));
      }
      return reply.code(404).send({ success: false });
    },
  );
}
