/** Context of an operation, made from its request. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { audienceOf } from '../../access/service/audience.ts';
import { type Caller, callerName } from '../../access/service/caller.ts';
import { siteFor } from '../../access/service/scoped-site.ts';
import { Abandoned } from '../../database/store-errors.ts';
import { acceptedLanguages } from '../../lib/language.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { RestDeps } from '../deps.ts';
import type { Operation } from '../operation.ts';
import { clientAddress, isTrusted } from '../origin-check/forwarded.ts';
import type { RequestAsking, RequestContext } from '../request-context.ts';
import { storeOfRequest } from '../request-store.ts';
import { fingerprint } from './idempotency-key.ts';
import type { ParsedRequest } from './read-request.ts';

/** Who calls, and how far that reaches. */
export type Bounds = Pick<RequestContext, 'caller' | 'site' | 'whole' | 'store' | 'asking'>;

/** @param whole the site as it is for the whole of this request */
export function boundsOf(
  request: FastifyRequest,
  reply: FastifyReply,
  whole: Site,
  { store }: Pick<RestDeps, 'store'>,
): Bounds {
  const caller: Caller = request.caller ?? { kind: 'anyone' };
  const { id } = request;
  let known: RequestAsking | undefined;
  const asking = (): RequestAsking => {
    if (known === undefined) {
      const from = caller.kind === 'anyone' ? clientAddress(request.raw, whole.settings.trusted_proxies) : '';
      known = { request: id, caller: `${callerName(caller)}${from}`, signal: untilClosed(reply.raw) };
    }
    return known;
  };
  return {
    caller,
    site: request.keysAsked ? siteFor(caller, whole) : whole,
    whole,
    asking,
    store: storeOfRequest(store, id, asking),
  };
}

/** A list of profiles, as `Accept` is one of types. */
function asksForLabels(header: string | readonly string[] | undefined): boolean {
  if (header === undefined) return false;
  const profiles = [header].flat().join().split(',');
  return profiles.some((profile) => profile.split(';', 1)[0]?.trim().toLowerCase() === 'label');
}

/** Aborted when the connection ends before the answer does. */
function untilClosed(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const end = (): void => {
    if (!response.writableFinished) gone.abort(new Abandoned());
  };
  if (response.closed) end();
  else response.once('close', end);
  return gone.signal;
}

export function contextOf(
  op: Operation,
  request: FastifyRequest,
  { parameters, query, body, key }: ParsedRequest,
  { caller, site, whole, store, asking }: Bounds,
  { clock }: Pick<RestDeps, 'clock'>,
): RequestContext {
  const { keysAsked } = request;
  const replay = {
    happened: false,
    note() {
      replay.happened = true;
    },
  };
  return {
    site,
    whole,
    store,
    caller,
    sees: audienceOf(caller, { publicOnly: false, authOn: keysAsked }),
    address: clientAddress(request.raw, whole.settings.trusted_proxies),
    keysAsked,
    isTrusted: () => isTrusted(request.raw, whole.settings),
    query,
    body,
    now: clock.now(),
    labels: asksForLabels(request.headers['accept-profile']),
    languages: acceptedLanguages(request.headers['accept-language'] ?? ''),
    isGone: () => request.raw.socket?.destroyed === true,
    replay,
    asking,
    ...(key === '' ? {} : { idempotency: fingerprint(op, key, caller, parameters) }),
  };
}
