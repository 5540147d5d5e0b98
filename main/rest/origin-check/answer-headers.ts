/** Security headers of every response. */

const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  // A response opened directly shows nothing, and cannot be framed.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/**
 * One year. Browser preload lists need two, but an organisation that returns to a proxy would have to wait for them to
 * expire.
 */
const HSTS = 'max-age=31536000';

export function answerHeaders(isTls: boolean): Readonly<Record<string, string>> {
  return isTls ? { ...HEADERS, 'strict-transport-security': HSTS } : HEADERS;
}
