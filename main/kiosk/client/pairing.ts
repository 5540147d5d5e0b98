/**
 * Pairing of a kiosk without a key: request a code, show it and poll.
 *
 * It continues until the kiosk has its key or is closed.
 */
import { randomBytes } from 'node:crypto';
import type { Static, TObject } from 'typebox';
import { BEGIN_PAIRING, COLLECT_PAIRING, PAIRING_POLL_MS } from '../../devices/contract/pairing-endpoints.ts';
import { CollectAnswer, PairingAnswer } from '../../devices/contract/rest/pairing.ts';
import type { ClockAndLog } from '../../lib/context.ts';
import { fail, ok } from '../../lib/result.ts';
import { type CallerParameters, type Endpoint, requestOf } from '../../rest/contract/endpoint.ts';
import type { PairingStep } from '../contract/kiosk.ts';
import type { Fetch } from './client.ts';
import { type ClientFault, type ClientResult, isUnknownThere } from './queue-client.ts';
import { completeAnswer, readFailure } from './read-answer.ts';

const RETRY_MS = 5_000;
/** Retry interval for older or third-party servers without pairing; the server can be upgraded. */
const ASK_AGAIN_MS = 60_000;
/** 256 bits, encoded in the length that the server expects. */
const SECRET_BYTES = 32;

export interface PairedKiosk {
  readonly device: string;
  readonly key: string;
}

export interface PairingClient {
  /** Requests a code, unless there is one. */
  start(): void;
  /** Null without a request, and with a server that does not support pairing. */
  step(): PairingStep | null;
  close(): void;
}

export interface PairingOptions extends ClockAndLog {
  readonly fetch: Fetch;
  /** Address of the server, for the QR code. */
  readonly baseUrl: string;
  /** The only device that this kiosk can become; null for any. */
  readonly device: string | null;
  readonly onPaired: (paired: PairedKiosk) => void;
  readonly onChange: () => void;
}

export function createPairing({
  fetch,
  baseUrl,
  device,
  onPaired,
  onChange,
  clock,
  log,
}: PairingOptions): PairingClient {
  let step: PairingStep | null = null;
  let secret = '';
  let runs = false;
  let closed = false;
  let cancel = (): void => {};

  function show(next: PairingStep | null): void {
    step = next;
    if (!closed) onChange();
  }

  async function post<Taken extends TObject, Answer extends TObject>(
    endpoint: Endpoint<Taken, Answer>,
    schema: Answer,
    given: CallerParameters<Taken>,
  ): ClientResult<Static<Answer>> {
    try {
      const [, path, body] = requestOf(endpoint, given);
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const answer = await fetch(`/restapi/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const value: unknown = JSON.parse(answer.body);
      const failure = readFailure(value);
      if (failure !== null) return fail({ kind: 'refused', ...failure });
      const whole = completeAnswer(schema, value);
      return whole === null
        ? fail({ kind: 'unreachable', detail: `status ${answer.status}` })
        : ok(whole as Static<Answer>);
    } catch (error) {
      return fail({ kind: 'unreachable', detail: String(error) });
    }
  }

  function later(ms: number, what: () => Promise<void>): void {
    if (!closed) cancel = clock.after(ms, () => void what());
  }

  function notBegun(fault: ClientFault): void {
    if (isUnknownThere(fault)) {
      log.warn('pairing.unsupported', { server: new URL(baseUrl).origin });
      show(null);
      later(ASK_AGAIN_MS, begin);
    } else {
      show({ step: 'away' });
      later(RETRY_MS, begin);
    }
  }

  async function begin(): Promise<void> {
    const given = { secret, page: 'kiosk', ...(device === null ? {} : { device_id: device }) } as const;
    const answer = await post(BEGIN_PAIRING, PairingAnswer, given);
    if (closed) return;
    if (!answer.ok) return notBegun(answer.error);
    const { code } = answer.value;
    const address = `${baseUrl.replace(/\/+$/, '')}/admin/#/pair?code=${encodeURIComponent(code)}`;
    show({ step: 'showing', code, address });
    later(PAIRING_POLL_MS, ask);
  }

  async function ask(): Promise<void> {
    const answer = await post(COLLECT_PAIRING, CollectAnswer, { secret });
    if (closed) return;
    // The code has expired or is invalid: request another one.
    if (!answer.ok) return answer.error.kind === 'refused' ? begin() : later(RETRY_MS, ask);
    const { paired, device_id, key } = answer.value;
    if (!paired) return later(PAIRING_POLL_MS, ask);
    runs = false;
    step = null;
    log.info('kiosk.paired', { device: device_id });
    onPaired({ device: device_id, key });
    onChange();
  }

  return {
    start() {
      if (runs || closed) return;
      runs = true;
      secret = randomBytes(SECRET_BYTES).toString('base64url');
      show({ step: 'starting' });
      void begin();
    },
    step: () => step,
    close() {
      closed = true;
      cancel();
    },
  };
}
