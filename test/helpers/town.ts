/**
 * Test site with a real server and a real database, a test clock, and domain operations. Its configuration is in
 * `town-site.ts`.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Auth } from '../../main/access/service/auth.ts';
import type { PasswordHasher } from '../../main/access/service/password-hasher.ts';
import { startDeviceKeeper } from '../../main/devices/service/monitoring/device-monitor.ts';
import { createQueueClient } from '../../main/kiosk/client/client.ts';
import { embeddedFetch } from '../../main/kiosk/client/embedded.ts';
import type { QueueClient } from '../../main/kiosk/client/queue-client.ts';
import { type Clock, silentLog } from '../../main/lib/context.ts';
import type { MailQueue } from '../../main/mail/service/enqueue-mail.ts';
import { type MailServiceDeps, startMail } from '../../main/mail/service/mail.ts';
import type { DrawPaper } from '../../main/printing/contract/paper-preview.ts';
import type { CallResponse, CreateTicketAnswer } from '../../main/queue/contract/rest/queue-answers.ts';
import type { CreateTicketParameters } from '../../main/queue/contract/rest/queue-parameters.ts';
import { locationChanges } from '../../main/queue/service/subscribe-location.ts';
import type { WriteReport } from '../../main/reports/service/report-file.ts';
import type { QueueTicket } from '../../main/rest/contract/shapes.ts';
import type { Drain } from '../../main/rest/http/drain.ts';
import type { MostSockets } from '../../main/rest/origin-check/socket-limits.ts';
import { createServer, type ServerDeps } from '../../main/server/server.ts';
import { openSiteHolder, type SiteHolder } from '../../main/site/service/site-holder.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { startWebhooks } from '../../main/webhooks/service/webhooks.ts';
import { openDatabaseLine } from './database-line.ts';
import { serverParts } from './server-parts.ts';
import { behindOneAddress, type MortalServer, type SeveralServers } from './several-servers.ts';
import { townSite } from './town-site.ts';
import { openTownStore } from './town-store.ts';
import { type TurnedClock, turnedClock } from './turned-clock.ts';

/** Friday noon in Lisbon, winter time. */
const NOON = '2026-11-20T12:00:00Z';

export interface Town {
  readonly server: FastifyInstance;
  /** `http://127.0.0.1:port` */
  readonly address: string;
  readonly store: Store;
  readonly site: SiteHolder;
  readonly clock: TurnedClock;
  readonly client: QueueClient;
  readonly auth: Auth;
  /** Outgoing mail. */
  readonly mail: MailQueue | null;
  readonly logged: { readonly event: string; readonly data: unknown }[];
  /**
   * Services and desks are given by name: `Passports`, `Desk 1`. Each call returns the server's answer, and throws on a
   * failure.
   */
  createTicket(service: string, more?: Partial<CreateTicketParameters>): Promise<CreateTicketAnswer>;
  callNext(desk: string, services?: readonly string[]): Promise<CallResponse['answer']>;
  call(desk: string, ticketId: string): Promise<CallResponse['answer']>;
  /** `endcall`, `pausecall`, `cancelcall`, `recall`. */
  conclude(operation: string, answerId: string): Promise<void>;
  waiting(service: string): Promise<readonly QueueTicket[]>;
  /** Calls any operation of the queue area with JSON. */
  post(operation: string, parameters: object, headers?: Record<string, string>): Promise<Posted>;
  close(): Promise<void>;
}

export interface Posted {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any;
}

export interface TownOptions {
  /** Initial time as an ISO instant. */
  readonly at?: string;
  /** Clock of another town, which continues here. */
  readonly clock?: TurnedClock;
  /** `null` uses the site in the database. */
  readonly site?: unknown;
  /**
   * URL of a PostgreSQL database, or path of a database file that is created if missing and kept. By default a
   * temporary database.
   */
  readonly database?: string;
  /**
   * Whether three servers with one PostgreSQL serve it, one of which is killed; the default comes from `TEST_SERVERS`.
   */
  readonly several?: boolean;
  /** Replaces parts of the store to make it fail. */
  readonly wrapStore?: (store: Store) => Store;
  readonly hasher?: PasswordHasher;
  /** Authentication flag of the command line. */
  readonly authentication?: 'on' | 'off';
  /** The program's own devices. */
  readonly ownDevices?: readonly string[];
  /** Draws paper tickets. */
  readonly drawPaper?: DrawPaper;
  /** Writes reports as files. */
  readonly writeReport?: WriteReport;
  /** Signs user keys. */
  readonly secret?: Buffer;
  /** Extends the server before it listens. */
  readonly prepare?: (server: FastifyInstance) => Promise<void> | void;
  /** Port to listen on; any free one by default. */
  readonly port?: number;
  readonly mostSockets?: MostSockets;
  /** Drains the server as the program does on shutdown. */
  readonly drain?: Drain;
  /** Newer version in the update feed. */
  readonly newerVersion?: ServerDeps['newerVersion'];
  /** Whether webhooks are sent. */
  readonly webhooks?: boolean;
  /** Enables mail, with these dependencies. */
  readonly mail?: Pick<MailServiceDeps, 'random' | 'transport'>;
  /** Whether devices are monitored. */
  readonly watchesDevices?: boolean;
  /** Whether requests and store failures are logged. */
  readonly logsRequests?: boolean;
}

export async function openTown(options: TownOptions = {}): Promise<Town> {
  const folder = await mkdtemp(join(tmpdir(), 'town-'));
  const clock = options.clock ?? turnedClock(options.at ?? NOON);
  const logged: { event: string; data: unknown }[] = [];
  const note = (event: string, data?: unknown): number => logged.push({ event, data });
  const log = { info: note, warn: note, error: note };
  const opened = await openTownStore(options.database, folder, clock, options.logsRequests ? log : silentLog);
  const store = options.wrapStore?.(opened.store) ?? opened.store;
  const site = await openSiteHolder(store, options.hasher === undefined ? {} : { hasher: options.hasher });
  if (options.site !== null) {
    const loaded = await site.load(options.site ?? townSite());
    if (!loaded.ok) throw new Error(loaded.error.faults.join('\n'));
  }
  const keys = { wanted: options.authentication ?? null, secret: options.secret ?? randomBytes(32) };
  const parts = serverParts({ store, site, clock }, keys);
  const webhooks = options.webhooks ? await startWebhooks({ store, site, clock, log, random: () => 1 }) : undefined;
  const { mail_port: mailPort } = site.current().settings;
  const transport = { morePorts: [mailPort], ...options.mail?.transport };
  const mail =
    options.mail === undefined ? undefined : startMail({ store, site, clock, log, ...options.mail, transport });
  const keeper = options.watchesDevices
    ? startDeviceKeeper({ store, site, clock, log, presence: parts.presence })
    : null;
  await keeper?.started;
  const { drawPaper, writeReport, mostSockets, drain, ownDevices = [] } = options;
  const base = {
    store,
    site,
    ...parts,
    clock: clock as Clock,
    log,
    ownDevices,
    logsRequests: options.logsRequests === true,
  };
  const served = {
    ...(drawPaper === undefined ? {} : { drawPaper }),
    ...(writeReport === undefined ? {} : { writeReport }),
    ...(mostSockets === undefined ? {} : { mostSockets }),
    ...(drain === undefined ? {} : { drain }),
    ...(options.newerVersion === undefined ? {} : { newerVersion: options.newerVersion }),
    ...(webhooks === undefined ? {} : { webhooks }),
    ...(mail === undefined ? {} : { mail }),
  };
  const server = await createServer({ ...base, ...served });
  await options.prepare?.(server);
  const own = await server.listen({ host: '127.0.0.1', port: options.port ?? 0 });

  /** Starts another server with the same database. */
  async function another(url: string): Promise<MortalServer> {
    let isDead = false;
    const heard = (event: string, data?: unknown): number => (isDead ? 0 : note(event, data));
    const log = { info: heard, warn: heard, error: heard };
    const there = await openTownStore(url, folder, clock, options.logsRequests ? log : silentLog);
    const site = await openSiteHolder(there.store, options.hasher === undefined ? {} : { hasher: options.hasher });
    const own = { store: there.store, site };
    const { auth, presence, deviceActions, takenAlong } = serverParts({ ...own, clock }, keys);
    const server = await createServer({ ...base, ...served, ...own, log, auth, presence, deviceActions, takenAlong });
    const address = await server.listen({ host: '127.0.0.1', port: 0 });
    const close = async (): Promise<void> => {
      await server.close();
      deviceActions.close();
      site.close();
      await there.store.close();
    };
    async function kill(): Promise<void> {
      isDead = true;
      server.server.close();
      server.server.closeAllConnections();
    }
    return { server, site, address, kill, close };
  }
  async function threeServers(): Promise<SeveralServers> {
    const line = await openDatabaseLine(opened.url);
    const mortal = await another(line.url);
    const first = { server, site, address: own, close: async () => {} };
    // Subscribe on every server, since any of them may publish an event.
    for (const { id } of site.current().locations) store.follow?.(id, () => undefined);
    const kill = async (): Promise<void> => {
      await Promise.all([mortal.kill(), line.close()]);
    };
    return behindOneAddress(first, { ...mortal, kill }, await another(opened.url));
  }
  const isSeveral = options.several ?? process.env.TEST_SERVERS === 'several';
  const several = isSeveral ? await threeServers() : null;
  const address = several?.address ?? own;
  const client = createQueueClient({
    fetch: embeddedFetch(server),
    clock,
    feed: locationChanges({ onEvents: store.onEvents, follow: null }),
  });

  const idOf = (list: readonly { readonly id: string; readonly name: string }[], name: string): string => {
    const found = list.find((item) => item.name === name || item.id === name);
    if (found === undefined) throw new Error(`No ${name} in this town`);
    return found.id;
  };
  const serviceId = (name: string): string => idOf(site.current().services, name);
  const deskId = (name: string): string => idOf(site.current().desks, name);

  async function post(operation: string, parameters: object, headers: Record<string, string> = {}): Promise<Posted> {
    const response = await fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(parameters),
    });
    return { status: response.status, body: await response.json() };
  }

  async function done(operation: string, parameters: object): Promise<Posted['body']> {
    const { body } = await post(operation, parameters);
    if (body.success !== true) throw new Error(`${operation} was refused: ${JSON.stringify(body)}`);
    return body;
  }

  return {
    server,
    address,
    store,
    site,
    clock,
    client,
    auth: parts.auth,
    mail: mail?.post ?? null,
    logged,
    post,
    createTicket: (service, more = {}) => done('createticket', { service_id: serviceId(service), ...more }),
    callNext: async (desk, services = []) =>
      (
        await done('callnextticket', {
          desk_id: deskId(desk),
          user_id: userAt(desk),
          services: services.map(serviceId),
        })
      ).answer,
    call: async (desk, ticketId) =>
      (await done('callticket', { desk_id: deskId(desk), user_id: userAt(desk), ticket_id: ticketId })).answer,
    conclude: async (operation, answerId) => {
      await done(operation, { answer_id: answerId });
    },
    waiting: async (service) => (await done('waitingticketslist', { service_id: serviceId(service) })).tickets,
    async close() {
      await several?.close();
      await webhooks?.close();
      await mail?.close();
      await keeper?.close();
      await server.close();
      parts.deviceActions.close();
      site.close();
      await opened.store.close();
      opened.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The user of that desk in the test site. */
function userAt(desk: string): string {
  if (desk.endsWith('9')) return 'eva';
  return desk.endsWith('2') ? 'rui' : 'ana';
}
