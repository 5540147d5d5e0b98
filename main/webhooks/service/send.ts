/**
 * One delivery attempt: POST with a deadline, to a checked address.
 */
import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { AddressRefused, checkedLookup } from '../../lib/checked-lookup.ts';
import type { Clock } from '../../lib/context.ts';
import type { DeliveryFault } from '../contract/webhooks.ts';

/** Time from the first byte of the request to the last of the response. */
const DEADLINE_MS = 10_000;
/** Maximum bytes of a response body, which is ignored. */
const MAX_ANSWER_BYTES = 64 * 1024;

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether a connection to this address is allowed. */
  readonly mayReach: (address: string) => boolean;
  readonly signal: AbortSignal;
}

export interface Sent {
  /** 0 without a response. */
  readonly statusCode: number;
  readonly fault: DeliveryFault;
  readonly durationMs: number;
  /** Value of `Retry-After`; 0 without one. */
  readonly retryAfterMs: number;
}

class DeadlinePassed extends Error {}

export async function send(post: WebhookRequest, clock: Clock): Promise<Sent> {
  const started = performance.now();
  const sent = (fault: DeliveryFault, statusCode = 0, retryAfterMs = 0): Sent => ({
    statusCode,
    fault,
    durationMs: Math.round(performance.now() - started),
    retryAfterMs,
  });
  const url = new URL(post.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // The lookup function only sees names: check a literal address here.
  if (isIP(host) !== 0 && !post.mayReach(host)) return sent('address');
  return new Promise((settle) => {
    const open = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request: ClientRequest = open(url, {
      method: 'POST',
      agent: false,
      headers: { ...post.headers, 'content-length': Buffer.byteLength(post.body) },
      lookup: checkedLookup(post.mayReach),
      signal: post.signal,
    });
    let statusCode = 0;
    let retryAfterMs = 0;
    const cancel = clock.after(DEADLINE_MS, () => request.destroy(new DeadlinePassed()));
    const finish = (error?: Error): void => {
      cancel();
      // Once received, the status decides, whatever happens afterwards.
      if (statusCode > 0) settle(sent(faultOf(statusCode), statusCode, retryAfterMs));
      else settle(sent(error === undefined ? 'connection' : reasonOf(error)));
    };
    request.on('error', finish);
    request.once('close', () => finish());
    request.once('response', (response) => {
      statusCode = response.statusCode ?? 0;
      retryAfterMs = secondsOf(response.headers['retry-after']) * 1000;
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > MAX_ANSWER_BYTES) request.destroy();
      });
      response.on('error', finish);
      response.once('end', () => finish());
    });
    request.end(post.body);
  });
}

function faultOf(statusCode: number): DeliveryFault {
  if (statusCode >= 200 && statusCode < 300) return '';
  return statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status';
}

function reasonOf(error: Error): DeliveryFault {
  if (error instanceof AddressRefused) return 'address';
  if (error instanceof DeadlinePassed) return 'timeout';
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'name';
  if (code === 'ETIMEDOUT') return 'timeout';
  return /CERT|SSL|TLS|SELF_SIGNED|VERIFY/.test(code) ? 'tls' : 'connection';
}

/** Dates are ignored, because the receiver's clock may differ. */
function secondsOf(header: string | undefined): number {
  return header !== undefined && /^\d{1,9}$/.test(header) ? Number(header) : 0;
}
