/**
 * The REST server over a store and a site, put together. It does not listen by itself: `inject` serves the kiosk in the same
 * process, `listen` everyone else.
 */
import type { FastifyInstance } from 'fastify';
import { REQUEST_MS } from '../request-deadline.ts';
import { inOpenDays } from './business-days.ts';
import type { ServerDeps } from './deps.ts';
import { createEvents } from './events/events.ts';
import { acceptWebSockets, addEventsRoute } from './events/events-route.ts';
import { createSocketLimits } from './guard/socket-limits.ts';
import { createHeavyWork } from './heavy-work.ts';
import { admitRequests } from './http/admit-requests.ts';
import { boundRequests } from './http/bound-requests.ts';
import { createDrain } from './http/drain.ts';
import { noteAnswers } from './http/note-answers.ts';
import { openHttp } from './http/open-http.ts';
import { boundUnreadAnswers } from './http/unread-answers.ts';
import { addKioskLineRoute } from './kiosk-lines/kiosk-line-route.ts';
import { createKioskLines } from './kiosk-lines/kiosk-lines.ts';
import { locationChanges } from './location-changes.ts';
import { createMetrics } from './metrics.ts';
import { addOperation } from './operation/add-operation.ts';
import { createPairings } from './pairing/pairings.ts';
import { addBodyParsers } from './parameters/body.ts';
import { createReadLog } from './personal-data/read-log.ts';
import { addPhoneRoute } from './phone/phone-route.ts';
import { createPhoneTickets } from './phone/phone-tickets.ts';
import { createBranchBoard } from './reports/branch-board.ts';
import { createRequestLog } from './request-log.ts';
import { addDescriptionRoutes } from './routes/descriptions.ts';
import { addHealthRoutes } from './routes/health.ts';
import { addMetricsRoute } from './routes/metrics.ts';
import { operationsOf } from './routes/operations.ts';
import { followedStore, followRequests } from './traced.ts';
import { createWaits } from './waits/waits.ts';
import { createWorkTurns } from './work-turns.ts';

export type { ServerDeps } from './deps.ts';

export async function createServer(given: ServerDeps): Promise<FastifyInstance> {
  const { tracing } = given;
  const { metrics = createMetrics(given.version ?? 'unknown'), drain = createDrain(given.clock) } = given;
  const requestLog = createRequestLog(given.log, given.logsRequests === true);
  // From the inside out: a trace of what is asked, how long it took, and the day that it is asked on.
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
  // Before all other hooks: what they do belongs to the request.
  const whereOf = followRequests(app, tracing);
  // Only calls over connections ask how much of it is left.
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
