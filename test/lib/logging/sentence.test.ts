import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../../../main/lib/logging/sentence.ts';

describe('the sentence of a log event', () => {
  it('contains the values', () => {
    expect(sentenceOf('tls.expiring', { file: '/etc/cert.pem', until: '2026-12-01T00:00:00.000Z' })).toBe(
      'The TLS certificate /etc/cert.pem expires at 2026-12-01T00:00:00.000Z.',
    );
  });

  it.each([undefined, null, ''])('omits an optional part whose value is %j', (error) => {
    expect(sentenceOf('app.unexpected-error', { error })).toBe('An unexpected error ended the program.');
  });

  it('has an optional part whose value is known', () => {
    expect(sentenceOf('app.unexpected-error', { error: 'out of memory' })).toBe(
      'An unexpected error ended the program: out of memory.',
    );
  });

  it.each([
    [0, 'The kiosk synced 0 offline tickets with the server.'],
    [1, 'The kiosk synced 1 offline ticket with the server.'],
    [2, 'The kiosk synced 2 offline tickets with the server.'],
  ])('has the noun in the number of %i', (count, sentence) => {
    expect(sentenceOf('offline.tickets-synced', { count })).toBe(sentence);
  });

  it('contains the first line of a stack, and one full stop', () => {
    const error = 'Error: It failed.\n    at file.ts:1:2';
    expect(sentenceOf('backup.failed', { error })).toBe(
      'The backup failed and is retried in an hour: Error: It failed.',
    );
  });

  it.each([
    ['control sequences', '\u001b[2J', String.raw`"\u001b[2J"`],
    ['carriage returns', 'one\rtwo', String.raw`"one\rtwo"`],
    ['zero bytes', 'a\0b', String.raw`"a\u0000b"`],
    ['other directions of text', 'b\u009b2J\u202e', String.raw`"b\u009b2J\u202e"`],
    ['templates', '{file} [x]', '"{file} [x]"'],
  ])('quotes values with %s', (_name, error, shown) => {
    expect(sentenceOf('backup.failed', { error })).toBe(`The backup failed and is retried in an hour: ${shown}.`);
  });
});
