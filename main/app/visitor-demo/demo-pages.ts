/** Pages of the demo server: the welcome page, and the reason for a wait. */
import type { Refused } from './demo-halls.ts';

const STYLE =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}' +
  'a{color:#0b5394}li{margin:.5rem 0}';

export const DEMO_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

function page(title: string, body: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>\n`
  );
}

export const WELCOME_PAGE = page(
  'Take a Number: demo',
  '<p>Open a page below. You get a separate town hall in memory, which no other visitor sees.</p><ul>' +
    '<li><a href="/kiosk/">Kiosk</a>: take a ticket</li>' +
    '<li><a href="/counter/">Counter</a>: call visitors as a clerk</li>' +
    '<li><a href="/display/?device=display-1">Display</a>: see who is called</li>' +
    '<li><a href="/admin/">Back office</a>: change services, desks and texts</li></ul>' +
    '<p>The town hall is deleted ten minutes after your last action, and after thirty minutes at most. ' +
    'Do not enter personal data. The demo sends no mail and no webhooks, and has no printer.</p>' +
    '<p>One cookie names your town hall. It holds nothing else, and your browser deletes it when you close it.</p>',
);

const REASONS: Readonly<Record<Refused['reason'], string>> = {
  full: 'All demos are in use.',
  address: 'Too many demos run from your network.',
  rate: 'Too many requests.',
  'used-up': 'Your demo has received too much data.',
};

export function waitPage({ reason, retrySeconds }: Refused): string {
  const minutes = Math.ceil(retrySeconds / 60);
  const when = retrySeconds < 60 ? 'in a minute' : `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return page('Please wait', `<p>${REASONS[reason]} Try again ${when}.</p><p><a href="/">Start page</a></p>`);
}

export const ENDED_PAGE = page('No demo', '<p>This demo has ended. <a href="/">Start a new one</a>.</p>');

export const FAILED_PAGE = page('Please wait', '<p>The demo could not start. Try again in a minute.</p>');
