/**
 * Metrics and log of each response, and presence of devices.
 */

import { type Caller, callerId } from '../access/service/caller.ts';
import { noteReportKeys } from '../access/service/report-key-use.ts';
import { StoreBusy, StoreUnreachable } from '../database/store-errors.ts';
import type { Clock, Log } from '../lib/context.ts';
import { ERRNO, type Errno } from '../lib/result.ts';
import type { HttpApp } from '../rest/http/open-http.ts';
import { operationName } from '../rest/http/request-fields.ts';
import { createLogLimit } from '../rest/log-limit.ts';
import { refusalOf } from '../rest/map-errors.ts';
import type { Metrics } from '../rest/metrics.ts';
import { clientAddress } from '../rest/origin-check/forwarded.ts';
import type { RequestLog } from '../rest/request-log.ts';
import type { WhereOf } from '../rest/tracing-hooks.ts';
import type { ServerDeps } from './deps.ts';

interface RefusedAccess {
  readonly errno: Errno;
  readonly operation: string;
  /** Id of the user or device if known; never a typed name. */
  readonly caller: string;
  /** IP address. */
  readonly address: string;
}

/**
 * Logs refused keys, roles and passwords. Lines per minute are limited, so that no client can fill the disk; skipped
 * ones are counted and reported in the next minute.
 */
interface RefusalLog {
  /** Accepts every refusal, and logs those about access. */
  note(refused: RefusedAccess): void;
}

const LOGIN: ReadonlySet<Errno> = new Set([ERRNO.loginRefused, ERRNO.tooMany]);

const ACCESS: ReadonlySet<Errno> = new Set([
  ERRNO.keyMissing,
  ERRNO.keyInvalid,
  ERRNO.keyExpired,
  ERRNO.roleMissing,
  ERRNO.outsideLocations,
  ERRNO.deviceUnavailable,
]);

export function createRefusalLog({ clock, log }: { readonly clock: Clock; readonly log: Log }): RefusalLog {
  const mayLog = createLogLimit(clock, (count) => log.warn('auth.denials-suppressed', { count }));
  return {
    note(refused) {
      const event = LOGIN.has(refused.errno) ? 'auth.login-failed' : 'auth.denied';
      if (event === 'auth.denied' && !ACCESS.has(refused.errno)) return;
      if (mayLog()) log.warn(event, { ...refused });
    },
  };
}

export function noteAnswers(
  { app, connections, refuse }: HttpApp,
  deps: ServerDeps & { readonly metrics: Metrics; readonly requestLog: RequestLog; readonly whereOf: WhereOf },
): void {
  const { site, clock, log, metrics, requestLog, whereOf, presence } = deps;
  const refusals = createRefusalLog(deps);
  const mayLogFault = createLogLimit(clock, (count) => log.error('http.errors-suppressed', { count }));
  const noteReportKey = noteReportKeys(deps.store, site.credentials, () =>
    log.warn('auth.report-key-use-write-failed'),
  );

  app.addHook('onResponse', (request, reply, done) => {
    const operation = operationName(request);
    const { refusal, caller } = request;
    const ms = reply.elapsedTime;
    metrics.countRequest(operation, reply.statusCode, ms / 1000);
    requestLog.answered(() => ({ ...whereOf(request), operation, status: reply.statusCode, caller: idOf(caller) }), ms);
    if (refusal !== null) {
      const address = clientAddress(request.raw, site.current().settings.trusted_proxies);
      refusals.note({ errno: refusal.errno, operation, caller: refusal.by ?? idOf(caller), address });
    }
    // A kiosk in this process sends requests constantly, even when unused.
    if (caller?.kind === 'device' && !caller.inside) presence.seen(caller.device.id);
    if (caller?.kind === 'report_key') noteReportKey(caller.reportKey.id, clock.now());
    if (connections.isLetGo(request.raw)) request.raw.socket.destroySoon();
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, reply.raw.destroyed);
    const where = whereOf(request);
    if (refusal === null) {
      const detail = error instanceof Error ? error.stack : String(error);
      if (mayLogFault())
        log.error('http.unexpected-error', { ...where, route: request.routeOptions.url, error: detail });
    } else if (error instanceof StoreUnreachable) {
      if (error instanceof StoreBusy) log.warn('store.overloaded', where);
      else log.warn('store.request-rejected', where);
    }
    return refuse(request, reply, refusal ?? { errno: ERRNO.unknown });
  });
}

/** Empty for an unknown caller. */
function idOf(caller: Caller | null): string {
  return caller === null ? '' : callerId(caller);
}
