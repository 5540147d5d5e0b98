/** Conversion of uncaught errors to the API's error codes. */

import type { FastifyError } from 'fastify';
import { Abandoned, StoreBusy, StoreUnreachable } from '../database/store-errors.ts';
import { codedRefusal, type Refusal } from '../lib/refusal.ts';
import { ERRNO } from '../lib/result.ts';
import { TooMuchAtOnce } from './heavy-work.ts';
import { BodyFault, UNKNOWN_TYPE } from './parameters/body.ts';
import { BROKEN_ENCODING } from './parameters/query.ts';

const RETRY_AFTER_SECONDS = 2;

/**
 * The refusal for an error; null for a bug, which is errno 9.
 * @param isGone whether the client has disconnected
 */
export function refusalOf(error: unknown, isGone = false): Refusal | null {
  if (error instanceof BodyFault) return { errno: ERRNO.invalidParameters, error: error.message, parameter: 'body' };
  if (error instanceof TooMuchAtOnce) return codedRefusal('too_many_requests', { retryAfterSeconds: 1 });
  if (error instanceof StoreUnreachable) {
    const busy = error instanceof StoreBusy ? ({ code: 'server_busy', error: error.message } as const) : {};
    return { errno: ERRNO.storeUnreachable, retryAfterSeconds: RETRY_AFTER_SECONDS, ...busy };
  }
  // The client has disconnected during the operation,
  if (error instanceof Abandoned) return { errno: ERRNO.storeUnreachable };
  const { statusCode, code } = error as Partial<FastifyError>;
  // before a long response began,
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' && isGone) return { errno: ERRNO.storeUnreachable };
  // or while sending its body.
  if (code === 'ECONNRESET') return { errno: ERRNO.invalidParameters, parameter: 'body' };
  if (statusCode === 413) return { errno: ERRNO.tooLarge };
  if (code === 'FST_ERR_BAD_URL') {
    return { errno: ERRNO.invalidParameters, error: BROKEN_ENCODING, parameter: 'address' };
  }
  if (typeof code === 'string' && code.startsWith('FST_') && statusCode !== undefined && statusCode < 500) {
    const known = code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? { error: UNKNOWN_TYPE } : {};
    return { errno: ERRNO.invalidParameters, ...known, parameter: 'body' };
  }
  return statusRefusal(statusCode);
}

/** Maps the HTTP status of a library, such as the static file plugin for a folder. */
function statusRefusal(status: number | undefined): Refusal | null {
  if (status === undefined || status < 400 || status >= 500) return null;
  const isMissing = status === 403 || status === 404;
  return isMissing ? { errno: ERRNO.invalidOperation } : { errno: ERRNO.invalidParameters, parameter: 'address' };
}
