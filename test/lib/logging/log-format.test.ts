/** The formats of the log: JSON for programs, sentences for people. */
import { describe, expect, it } from 'vitest';
import { type LogOptions, openLog } from '../../../main/lib/logging/log.ts';

/** What a log with these options writes of one warning and one information. */
function writtenWith(options: LogOptions): readonly string[] {
  let text = '';
  const log = openLog({
    ...options,
    put(bytes) {
      text += Buffer.from(bytes).toString();
      return bytes.length;
    },
  });
  log.warn('tls.expiring', { file: 'a\tb\0.pem', until: 'today' });
  log.info('kiosk.opened', { device: 'k1' });
  return text.split('\n').filter(Boolean);
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

describe('the log', () => {
  it('is JSON where no terminal is, with event, fields and sentence', () => {
    const [warning = '', information = ''] = writtenWith({ isTerminal: false });
    expect(JSON.parse(warning)).toEqual({
      level: 40,
      time: expect.stringMatching(TIME),
      event: 'tls.expiring',
      file: 'a\tb\0.pem',
      until: 'today',
      msg: String.raw`The TLS certificate "a\tb\u0000.pem" expires at today.`,
    });
    expect(JSON.parse(information)).toMatchObject({ level: 30, event: 'kiosk.opened', msg: 'The kiosk was opened.' });
  });

  it('is one sentence per line on a terminal, from warnings on', () => {
    const lines = writtenWith({ isTerminal: true });
    expect(lines).toEqual([
      expect.stringMatching(
        /^\d\d:\d\d:\d\d UTC Warning: The TLS certificate "a\\tb\\u0000\.pem" expires at today\. \[tls\.expiring\]$/,
      ),
    ]);
  });

  it('is text without a terminal where that is wanted', () => {
    expect(writtenWith({ isTerminal: false, format: 'text' })[1]).toMatch(
      /^\d\d:\d\d:\d\d UTC Info: The kiosk was opened\. \[kiosk\.opened, device: k1\]$/,
    );
  });

  it('is JSON on a terminal where that is wanted', () => {
    const [warning = ''] = writtenWith({ isTerminal: true, format: 'json' });
    expect(JSON.parse(warning)).toMatchObject({ event: 'tls.expiring' });
  });

  it.each(['json', 'text'] as const)('has %s lines of the wanted level only', (format) => {
    expect(writtenWith({ isTerminal: false, format, level: 'error' })).toEqual([]);
    expect(writtenWith({ isTerminal: true, format, level: 'info' })).toHaveLength(2);
  });
});
