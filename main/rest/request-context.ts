/** Context of a request for its operation. */

import type { Audience } from '../access/service/audience.ts';
import type { Caller } from '../access/service/caller.ts';
import type { Idempotency } from '../queue/contract/request.ts';
import type { Site } from '../site/rules/site-model.ts';
import type { Store } from '../store/contract/store.ts';
import type { RawParameters } from './parameters/query.ts';

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
  readonly store: Store;
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
  /** Whether the answer is one that was given before. */
  readonly replay: Replay;
  /** Of a request that may come twice. */
  readonly idempotency?: Idempotency;
}
