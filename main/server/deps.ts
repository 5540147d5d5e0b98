import type { Clock, Log, MetricsExport, Tracing } from '../context.ts';
import type { DrawPaper } from '../contract/paper-preview.ts';
import type { Site } from '../core/site-model.ts';
import type { Idempotency } from '../queue/request.ts';
import type { Store } from '../store/store.ts';
import type { Audience } from './auth/audience.ts';
import type { Auth } from './auth/auth.ts';
import type { Caller } from './auth/caller.ts';
import type { GuessLimits } from './auth/guess-limits.ts';
import type { CertificateText } from './certificate.ts';
import type { DeviceActions } from './devices/device-actions.ts';
import type { DevicePresence } from './events/device-presence.ts';
import type { MostSockets } from './guard/socket-limits.ts';
import type { Drain } from './http/drain.ts';
import type { MailService } from './mail/mail.ts';
import type { Metrics } from './metrics.ts';
import type { Pairings } from './pairing/pairings.ts';
import type { RawParameters } from './parameters/query.ts';
import type { PhoneTickets } from './phone/phone-tickets.ts';
import type { TakenAlong } from './phone/taken-along.ts';
import type { TicketSecrets } from './phone/ticket-secrets.ts';
import type { BranchBoard } from './reports/branch-board.ts';
import type { ReportTurns, WriteReport } from './reports/report-file.ts';
import type { SiteHolder } from './site/site-holder.ts';
import type { Waits } from './waits/waits.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

/** What the server is given by whoever puts it together. It closes none of these. */
export interface ServerDeps {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly clock: Clock;
  readonly log: Log;
  readonly auth: Auth;
  /** Of this program, for figures. */
  readonly version?: string;
  /** Figures that others count in as well; without it, the server has its own. */
  readonly metrics?: Metrics;
  /** Which devices are in touch. */
  readonly presence: DevicePresence;
  /** What devices are asked to do. */
  readonly deviceActions: DeviceActions;
  /** Which numbers on screens of kiosks are on phones. */
  readonly takenAlong: TakenAlong;
  /** Secrets of tickets, for the phones of their visitors. */
  readonly ticketSecrets: TicketSecrets;
  /** Draws tickets for the back office; without it there are no pictures. */
  readonly drawPaper?: DrawPaper;
  /** Writes reports as files; without it they can be had as spreadsheets only. */
  readonly writeReport?: WriteReport;
  /** Turns at making them, shared with reports by mail. */
  readonly reportTurns: ReportTurns;
  /** Whether the server is about to end; without it, it ends at once. */
  readonly drain?: Drain;
  /** Without it no webhooks are sent. */
  readonly webhooks?: Webhooks;
  /** Without it no mail is sent. */
  readonly mail?: MailService;
  /** Address or name at which the server listens; without it, on loopback alone. */
  readonly listensAt?: string;
  /** Its certificate; without it, the server speaks without TLS. */
  readonly tls?: CertificateText;
  /** How many WebSockets may be open at once; without it, as many as `socket-limits.ts` says. */
  readonly mostSockets?: MostSockets;
  /** How many connections one address may have open that are no WebSocket; without it, `MAX_CONNECTIONS`. */
  readonly maxConnections?: number;
  /** How long a request may wait for the store in all, in milliseconds; without it 15 seconds. */
  readonly requestMs?: number;
  /** Every request stands in the log, not only those that were slow. */
  readonly logsRequests?: boolean;
  /** Without it nobody follows requests. */
  readonly tracing?: Tracing;
  /** Without it no collector gets metrics. */
  readonly exportMetrics?: MetricsExport;
  /** Ids of the devices that the program was started as; they cannot be deleted. */
  readonly ownDevices?: readonly string[];
}

export interface RequestAsking {
  /** Id of the request. */
  readonly request: string;
  /** Whose turns the work takes. */
  readonly caller: string;
  /** Aborted with `Abandoned` when the connection ends before the answer does. */
  readonly signal: AbortSignal;
}

export interface Replay {
  readonly happened: boolean;
  readonly note: () => void;
}

/** What an operation gets with its parameters. */
export interface RequestContext {
  /** The site as it is for the whole of this request, as far as the caller may see it. */
  readonly site: Site;
  /** All of it. */
  readonly whole: Site;
  /** For requests that change the site. */
  readonly sites: SiteHolder;
  readonly store: Store;
  readonly auth: Auth;
  readonly caller: Caller;
  /** What the caller may see of tickets. */
  readonly sees: Audience;
  /** Where the request comes from: an IP address. */
  readonly address: string;
  /** Whether the caller needs a key. */
  readonly keysAsked: boolean;
  /** Whether it comes from one of the trusted networks. */
  readonly isTrusted: () => boolean;
  /** As they came; for operations whose parameters have names of their own. */
  readonly query: RawParameters;
  readonly body: RawParameters;
  /** When the request came: epoch milliseconds. */
  readonly now: number;
  /** Whether `Accept-Profile` asks for labels of tickets. */
  readonly labels: boolean;
  /** The caller's languages, best first. */
  readonly languages: readonly string[];
  /** For whom long work is done, and until when. */
  readonly asking: () => RequestAsking;
  /** The caller has gone away meanwhile. */
  readonly isGone: () => boolean;
  readonly metrics: Metrics;
  readonly phones: PhoneTickets;
  /** How long people will wait. */
  readonly waits: Waits;
  /** How all branches go just now. */
  readonly branchBoard: BranchBoard;
  readonly presence: DevicePresence;
  readonly deviceActions: DeviceActions;
  /** Screens that wait for their key. */
  readonly pairings: Pairings;
  /** Limits of what can be guessed: codes, cards, usernames, secrets. */
  readonly guesses: GuessLimits;
  /** Null where nothing can be drawn. */
  readonly drawPaper: DrawPaper | null;
  /** Null where nothing can be drawn. */
  readonly writeReport: WriteReport | null;
  readonly reportTurns: ReportTurns;
  /** Null where none are sent. */
  readonly webhooks: Webhooks | null;
  /** Null where none is sent. */
  readonly mail: MailService | null;
  readonly ownDevices: readonly string[];
  readonly log: Log;
  /** Whether the answer is one that was given before. */
  readonly replay: Replay;
  /** Of a request that may come twice. */
  readonly idempotency?: Idempotency;
}
