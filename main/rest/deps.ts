import type { Auth } from '../access/service/auth.ts';
import type { Clock, Log, MetricsExport, Tracing } from '../lib/context.ts';
import type { SiteHolder } from '../site/service/site-holder.ts';
import type { Store } from '../store/contract/store.ts';
import type { CertificateText } from './certificate.ts';
import type { Drain } from './http/drain.ts';
import type { Metrics } from './metrics.ts';
import type { MostSockets } from './origin-check/socket-limits.ts';

/** What requests need, whatever they ask for. */
export interface RestDeps {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly clock: Clock;
  readonly log: Log;
  readonly auth: Auth;
  /** Of this program, for figures. */
  readonly version?: string;
  /** Figures that others count in as well; without it, the server has its own. */
  readonly metrics?: Metrics;
  /** Whether the server is about to end; without it, it ends at once. */
  readonly drain?: Drain;
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
}
