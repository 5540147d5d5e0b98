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
  /** The caller, for fair scheduling of long work. */
  readonly caller: string;
  /** Aborted with `Abandoned` when the connection closes before the response is sent. */
  readonly signal: AbortSignal;
}

/** Change of the site that the request has made. */
export interface NotedChange {
  /** Its id, if it can be undone; else empty. */
  readonly changeId: string;
  note(changeId: string): void;
}

export interface Replay {
  readonly happened: boolean;
  readonly note: () => void;
}

/** What an operation receives beside its parameters. */
export interface RequestContext {
  /** The site for the whole request, limited to what the caller can see. */
  readonly site: Site;
  /** The whole site. */
  readonly whole: Site;
  readonly store: Store;
  readonly caller: Caller;
  /** What the caller can see of tickets. */
  readonly sees: Audience;
  /** IP address of the client. */
  readonly address: string;
  /** Whether the request requires a key. */
  readonly keysAsked: boolean;
  /** Whether it comes from a trusted network. */
  readonly isTrusted: () => boolean;
  /** Raw parameters, for operations with arbitrary names. */
  readonly query: RawParameters;
  readonly body: RawParameters;
  /** Arrival time of the request: epoch milliseconds. */
  readonly now: number;
  /** Whether `Accept-Profile` asks for labels of tickets. */
  readonly labels: boolean;
  /** The caller's languages, best first. */
  readonly languages: readonly string[];
  /** Caller and deadline of long work. */
  readonly asking: () => RequestAsking;
  /** Whether the client has disconnected. */
  readonly isGone: () => boolean;
  /** Whether the response is a repeated one. */
  readonly replay: Replay;
  readonly undoable: NotedChange;
  /** Idempotency of a request, if it has a key. */
  readonly idempotency?: Idempotency;
}
