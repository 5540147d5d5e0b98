import type { Auth } from '../access/service/auth.ts';
import type { ClockAndLog, MetricsExport, Tracing } from '../lib/context.ts';
import type { SiteHolder } from '../site/service/site-holder.ts';
import type { Store } from '../store/contract/store.ts';
import type { CertificateText } from './certificate.ts';
import type { Drain } from './http/drain.ts';
import type { Metrics } from './metrics.ts';
import type { MostSockets } from './origin-check/socket-limits.ts';

/** Dependencies of all requests. */
export interface RestDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly auth: Auth;
  /** Version of this program, for metrics. */
  readonly version?: string;
  /** Shared metrics; without it, the server creates its own. */
  readonly metrics?: Metrics;
  /** Shutdown state of the server; without it, the server ends at once. */
  readonly drain?: Drain;
  /** Listening address or name; without it, loopback only. */
  readonly listensAt?: string;
  /** TLS certificate; without it, plain HTTP. */
  readonly tls?: CertificateText;
  /** Maximum open WebSockets; default in `socket-limits.ts`. */
  readonly mostSockets?: MostSockets;
  /** Maximum open connections per address other than WebSockets; default `MAX_CONNECTIONS`. */
  readonly maxConnections?: number;
  /** Total store time per request in milliseconds; default 15 seconds. */
  readonly requestMs?: number;
  /** Logs every request, not only slow ones. */
  readonly logsRequests?: boolean;
  /** Without it, requests are not traced. */
  readonly tracing?: Tracing;
  /** Without it, metrics are not pushed to a collector. */
  readonly exportMetrics?: MetricsExport;
}
