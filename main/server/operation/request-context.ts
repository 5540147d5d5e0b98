/** What an operation gets with its parameters. */
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguages } from '../../core/language.ts';
import type { Site } from '../../core/site-model.ts';
import { Abandoned } from '../../store/store-errors.ts';
import { audienceOf } from '../auth/audience.ts';
import { type Caller, callerName } from '../auth/caller.ts';
import { siteFor } from '../auth/cut-site.ts';
import type { GuessLimits } from '../auth/guess-limits.ts';
import type { RequestAsking, RequestContext, ServerDeps } from '../deps.ts';
import { clientAddress, isTrusted } from '../guard/forwarded.ts';
import type { Metrics } from '../metrics.ts';
import type { Operation } from '../operation.ts';
import type { Pairings } from '../pairing/pairings.ts';
import type { PhoneTickets } from '../phone/phone-tickets.ts';
import type { BranchBoard } from '../reports/branch-board.ts';
import { storeOfRequest } from '../request-store.ts';
import type { Waits } from '../waits/waits.ts';
import { fingerprint } from './idempotency-key.ts';
import type { Asked } from './read-request.ts';

export interface ContextDeps extends ServerDeps {
  readonly phones: PhoneTickets;
  readonly branchBoard: BranchBoard;
  readonly pairings: Pairings;
  readonly guesses: GuessLimits;
  readonly waits: Waits;
  readonly metrics: Metrics;
}

/** Who calls, and how far that reaches. */
export type Bounds = Pick<RequestContext, 'caller' | 'site' | 'whole' | 'store' | 'asking'>;

/** @param whole the site as it is for the whole of this request */
export function boundsOf(
  request: FastifyRequest,
  reply: FastifyReply,
  whole: Site,
  { store }: Pick<ServerDeps, 'store'>,
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
  { parameters, query, body, key }: Asked,
  { caller, site, whole, store, asking }: Bounds,
  deps: ContextDeps,
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
    sites: deps.site,
    store,
    auth: deps.auth,
    caller,
    sees: audienceOf(caller, { publicOnly: false, authOn: keysAsked }),
    address: clientAddress(request.raw, whole.settings.trusted_proxies),
    keysAsked,
    isTrusted: () => isTrusted(request.raw, whole.settings),
    query,
    body,
    now: deps.clock.now(),
    labels: asksForLabels(request.headers['accept-profile']),
    languages: acceptedLanguages(request.headers['accept-language'] ?? ''),
    isGone: () => request.raw.socket?.destroyed === true,
    metrics: deps.metrics,
    replay,
    phones: deps.phones,
    waits: deps.waits,
    branchBoard: deps.branchBoard,
    presence: deps.presence,
    deviceActions: deps.deviceActions,
    pairings: deps.pairings,
    guesses: deps.guesses,
    drawPaper: deps.drawPaper ?? null,
    writeReport: deps.writeReport ?? null,
    reportTurns: deps.reportTurns,
    asking,
    webhooks: deps.webhooks ?? null,
    mail: deps.mail ?? null,
    ownDevices: deps.ownDevices ?? [],
    log: deps.log,
    ...(key === '' ? {} : { idempotency: fingerprint(op, key, caller, parameters) }),
  };
}
