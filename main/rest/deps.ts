import type { Auth } from '../access/service/auth.ts';
import type { PhoneHandoff } from '../devices/service/connections/phone-handoff.ts';
import type { DeviceActions } from '../devices/service/device-actions.ts';
import type { DevicePresence } from '../devices/service/presence/device-presence.ts';
import type { Clock, Log, MetricsExport, Tracing } from '../lib/context.ts';
import type { MailService } from '../mail/service/mail.ts';
import type { DrawPaper } from '../printing/contract/paper-preview.ts';
import type { ReportTurns, WriteReport } from '../reports/service/report-file.ts';
import type { SiteHolder } from '../site/service/site-holder.ts';
import type { Store } from '../store/contract/store.ts';
import type { TicketSecrets } from '../visitor-phone/service/ticket-secrets.ts';
import type { Webhooks } from '../webhooks/service/webhooks.ts';
import type { CertificateText } from './certificate.ts';
import type { Drain } from './http/drain.ts';
import type { Metrics } from './metrics.ts';
import type { MostSockets } from './origin-check/socket-limits.ts';

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
  readonly takenAlong: PhoneHandoff;
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
