/** Errors for clients when the database is unavailable or overloaded. */
import { expect, it } from 'vitest';
import { StoreBusy, StoreUnreachable } from '../../main/database/store-errors.ts';
import { refusalOf } from '../../main/rest/map-errors.ts';

it('has its own message for overload, without the reason of a database failure', () => {
  expect(refusalOf(new StoreBusy('Too much.'))).toEqual({
    errno: 131,
    code: 'server_busy',
    retryAfterSeconds: 2,
    error: 'Too much.',
  });
  expect(refusalOf(new StoreUnreachable('ECONNREFUSED 10.0.0.7'))).toEqual({ errno: 131, retryAfterSeconds: 2 });
});

it.each([
  ['FST_ERR_BAD_URL', 400, { error: 'The percent-encoding is invalid.', parameter: 'address' }],
  [
    'FST_ERR_CTP_INVALID_MEDIA_TYPE',
    415,
    { error: 'The body must be a form, multipart fields or JSON.', parameter: 'body' },
  ],
])('explains the refusal of fastify with %s', (code, statusCode, refusal) => {
  expect(refusalOf(Object.assign(new Error('Refused'), { code, statusCode }))).toEqual({ errno: 5, ...refusal });
});
