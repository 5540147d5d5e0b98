/** Log lines as text for terminals. */
import { describe, expect, it } from 'vitest';
import { readableLine } from '../../../main/lib/logging/sentence.ts';

const INFO = 30;
const WARN = 40;
const ERROR = 50;
const line = (entry: object): string => readableLine(`${JSON.stringify(entry)}\n`);

describe('a line of the log as text', () => {
  it.each([
    [
      'a warning',
      {
        level: WARN,
        time: '2026-11-21T08:05:09.123Z',
        event: 'tls.expiring',
        file: '/etc/cert.pem',
        until: 'today',
        msg: 'The TLS certificate /etc/cert.pem expires at today.',
      },
      '08:05:09 UTC Warning: The TLS certificate /etc/cert.pem expires at today. [tls.expiring]\n',
    ],
    [
      'an error without more',
      { level: ERROR, event: 'page.hang-detected', msg: 'It hangs.' },
      'Error: It hangs. [page.hang-detected]\n',
    ],
    [
      'information, with the fields that its sentence lacks',
      { level: INFO, event: 'kiosk.closed', device: 'k1', languages: ['de', 'en'], msg: 'The kiosk was closed.' },
      'Info: The kiosk was closed. [kiosk.closed, device: k1, languages: ["de","en"]]\n',
    ],
    [
      'all lines of a stack',
      { level: ERROR, event: 'app.unexpected-error', error: 'E\n at x', msg: 'It ended: E.' },
      'Error: It ended: E. [app.unexpected-error, error: "E\\n at x"]\n',
    ],
    [
      'an unknown event',
      { level: WARN, event: 'x', fixed: ['a (644)', 'b'] },
      'Warning: [x, fixed: ["a (644)","b"]]\n',
    ],
    [
      'what would steer the terminal',
      { level: WARN, event: 'x', a: '\u001b[2J\n' },
      'Warning: [x, a: "\\u001b[2J\\n"]\n',
    ],
    [
      'the same in one byte',
      { level: WARN, event: 'x', a: 'b\u009b2J\u202e' },
      'Warning: [x, a: "b\\u009b2J\\u202e"]\n',
    ],
    ['nothing', { level: WARN, event: 'x', a: '', b: null }, 'Warning: [x, a: "", b: null]\n'],
  ])('formats %s', (_name, entry, said) => {
    expect(line(entry)).toBe(said);
  });

  it('is unchanged if it is no log entry', () => {
    expect(readableLine('what is this\n')).toBe('what is this\n');
  });
});
