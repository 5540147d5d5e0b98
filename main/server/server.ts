/**
 * REST server over a store and a site.
 *
 * Does not listen: `inject` serves the kiosk in the same process, `listen` all other clients.
 */
import type { FastifyInstance } from 'fastify';
import { addKioskLineRoute, createKioskLines } from '../devices/service/connections/kiosk-lines.ts';
import { createPairings } from '../devices/service/pairings.ts';
import { acceptWebSockets, addEventsRoute, createEvents } from '../events/service/events.ts';
import { REQUEST_MS } from '../lib/request-deadline.ts';
import { inOpenDays } from '../queue/service/business-days.ts';
import { locationChanges } from '../queue/service/subscribe-location.ts';
import { createBranchBoard } from '../reports/service/branch-board.ts';
import { createWorkTurns } from '../rest/heavy-task-queue.ts';
import { createHeavyWork } from '../rest/heavy-work.ts';
import { boundRequests } from '../rest/http/bound-requests.ts';
import { createDrain } from '../rest/http/drain.ts';
import { openHttp } from '../rest/http/open-http.ts';
import { boundUnreadAnswers } from '../rest/http/unread-answers.ts';
import { createMetrics } from '../rest/metrics.ts';
import { addOperation } from '../rest/operation/add-operation.ts';
import { createReadLog } from '../rest/operation/read-log.ts';
import { createSocketLimits } from '../rest/origin-check/socket-limits.ts';
import { addBodyParsers } from '../rest/parameters/body.ts';
import { createRequestLog } from '../rest/request-log.ts';
import { followedStore, followRequests } from '../rest/tracing-hooks.ts';
import { addPhoneRoute } from '../visitor-phone/service/phone-route.ts';
import { createPhoneTickets } from '../visitor-phone/service/phone-tickets.ts';
import { createWaits } from '../wait-times/service/waits.ts';
import { admitRequests } from './admit-requests.ts';
import type { ServerDeps } from './deps.ts';
import { addDescriptionRoutes } from './descriptions.ts';
import { addHealthRoutes } from './health.ts';
import { addMetricsRoute } from './metrics-route.ts';
import { operationsOf } from './operations.ts';
import { noteAnswers } from './record-responses.ts';

export type { ServerDeps } from './deps.ts';

export async function createServer(given: ServerDeps): Promise<FastifyInstance> {
  const { tracing } = given;
  const { metrics = createMetrics(given.version ?? 'unknown'), drain = createDrain(given.clock) } = given;
  const requestLog = createRequestLog(given.log, given.logsRequests === true);
  // Store wrappers, innermost first: tracing, timing, business days.
  const followed = tracing === undefined ? given.store : followedStore(given.store, tracing);
  const store = inOpenDays({ ...given, store: metrics.timed(followed, requestLog.noteWork) });
  const deps = { ...given, store, drain };
  const { guesses } = given.auth;
  const waits = createWaits({ ...deps, site: () => deps.site.current() });
  const phones = createPhoneTickets({ ...deps, guesses, waits, secrets: deps.ticketSecrets });
  const events = createEvents({ ...deps, waits });
  const kioskLines = createKioskLines({ ...deps, changes: locationChanges(store) });
  const pairings = createPairings(deps.clock, store.peers.bulletin);
  const limits = createSocketLimits();
  const turns = createWorkTurns();
  const heavy = createHeavyWork();
  const readLog = createReadLog(deps);

  const http = openHttp(deps);
  const { app } = http;
  // Before all other hooks, so that their work is traced.
  const whereOf = followRequests(app, tracing);
  // Only stores with connections need a deadline.
  boundRequests(app, store.connections === null ? null : (given.requestMs ?? REQUEST_MS));
  boundUnreadAnswers(app);
  admitRequests(http, { ...deps, events, limits });
  noteAnswers(http, { ...given, metrics, requestLog, whereOf });
  app.addHook('preClose', (done) => {
    events.close();
    kioskLines.close();
    phones.close();
    pairings.close();
    guesses.close();
    waits.close();
    done();
  });

  app.addHook('onClose', () => readLog.close());

  await acceptWebSockets(app);
  drain.closes(app.websocketServer.clients);
  addBodyParsers(app, turns, heavy);
  const operations = operationsOf({
    ...deps,
    sites: deps.site,
    phones,
    branchBoard: createBranchBoard(deps),
    pairings,
    guesses,
    waits,
    metrics,
    drawPaper: deps.drawPaper ?? null,
    writeReport: deps.writeReport ?? null,
    webhooks: deps.webhooks ?? null,
    mail: deps.mail ?? null,
    ownDevices: deps.ownDevices ?? [],
    newerVersion: deps.newerVersion ?? (() => null),
  });
  for (const operation of operations) addOperation(app, { ...deps, turns, heavy, readLog }, operation);
  addDescriptionRoutes(app, operations, deps);
  addHealthRoutes(app, deps);
  const { readAll } = addMetricsRoute(app, deps, metrics, http.isByOtherName);
  const exported = given.exportMetrics?.(readAll);
  app.addHook('preClose', async () => exported?.close());
  addEventsRoute(app, events);
  addKioskLineRoute(app, kioskLines);
  addPhoneRoute(app, phones, limits, () => deps.site.current().settings.trusted_proxies);
  return app;
}
