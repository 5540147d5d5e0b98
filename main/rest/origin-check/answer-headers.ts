/** Security headers of every response. */

const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  // What is opened by itself shows nothing, and no page shows it in a frame.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** Two years would be asked for to be listed in browsers; a house that goes back to a proxy waits one. */
const HSTS = 'max-age=31536000';

export function answerHeaders(isTls: boolean): Readonly<Record<string, string>> {
  return isTls ? { ...HEADERS, 'strict-transport-security': HSTS } : HEADERS;
}
