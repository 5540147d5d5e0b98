/** What a person at a terminal reads of the log. */
import { describe, expect, it } from 'vitest';
import { readableLine } from '../../../main/lib/logging/readable-line.ts';

const WARN = 40;
const ERROR = 50;
const line = (entry: object): string => readableLine(`${JSON.stringify(entry)}\n`);

describe('a line of the log on a terminal', () => {
  it.each([
    [
      'a warning',
      { level: WARN, time: '2026-11-21T08:05:09.123Z', event: 'tls.ends-soon', file: '/etc/cert.pem', days: 3 },
      '08:05:09 UTC Warning tls.ends-soon, file: /etc/cert.pem, days: 3\n',
    ],
    ['an error without more', { level: ERROR, event: 'program.fault' }, 'Error program.fault\n'],
    ['lists', { level: WARN, event: 'x', mended: ['a (644)', 'b'] }, 'Warning x, mended: ["a (644)","b"]\n'],
    ['what would steer the terminal', { level: WARN, event: 'x', a: '\u001b[2J\n' }, 'Warning x, a: "\\u001b[2J\\n"\n'],
    ['the same in one byte', { level: WARN, event: 'x', a: 'b\u009b2J\u202e' }, 'Warning x, a: "b\\u009b2J\\u202e"\n'],
    ['nothing', { level: WARN, event: 'x', a: '', b: null }, 'Warning x, a: "", b: null\n'],
  ])('tells %s', (_name, entry, said) => {
    expect(line(entry)).toBe(said);
  });

  it('is left as it is when it is none', () => {
    expect(readableLine('what is this\n')).toBe('what is this\n');
  });
});
