import { describe, expect, it } from 'vitest';
import { parseReaderUrl } from '../../main/devices/reader-url.ts';

function fault(text: string): string {
  const parsed = parseReaderUrl(text);
  if (parsed.ok) throw new Error(`${text} was taken`);
  return parsed.error;
}

describe('a reader URL', () => {
  it('names a serial device, with 9600 baud unless told otherwise', () => {
    expect(parseReaderUrl('serial:///dev/ttyACM0')).toEqual({
      ok: true,
      value: { kind: 'serial', path: '/dev/ttyACM0', baudRate: 9600, pattern: null, device: '', rule: 'table' },
    });
    expect(parseReaderUrl('serial:COM3?baudRate=115200')).toMatchObject({
      value: { path: 'COM3', baudRate: 115_200 },
    });
    expect(parseReaderUrl('serial://COM12')).toMatchObject({ value: { path: 'COM12' } });
  });

  it.each(['serial:COM3', 'serial://COM3', 'serial:///COM3', 'serial://com3/', 'serial:///Com3?baudRate=9600'])(
    'names a port of Windows as %s',
    (text) => expect(parseReaderUrl(text)).toMatchObject({ ok: true, value: { kind: 'serial', path: 'COM3' } }),
  );

  it('feeds the reader’s own device id when it names one, and looks the card up when not', () => {
    expect(parseReaderUrl('wedge:?device=door')).toMatchObject({ value: { device: 'door', rule: 'reader' } });
    expect(parseReaderUrl('wedge:')).toMatchObject({ value: { device: '', rule: 'table' } });
    expect(parseReaderUrl('wedge:?device=door&rule=raw')).toMatchObject({ value: { device: 'door', rule: 'raw' } });
  });

  it.each([
    ['as people write it', String.raw`wedge:?pattern=^;?(?<id>\d+)=+$`],
    ['as programs write it', `wedge:?pattern=${encodeURIComponent(String.raw`^;?(?<id>\d+)=+$`)}`],
  ])('takes a pattern %s', (_, url) => {
    expect(parseReaderUrl(url)).toMatchObject({ value: { pattern: { source: String.raw`^;?(?<id>\d+)=+$` } } });
  });

  it.each([
    ['evdev:///dev/input/event3', 'evdev: readers are not in this version'],
    ['pcsc:', 'pcsc: readers are not in this version'],
    ['usb://1:2', 'there is no kind of reader "usb:"; write serial:… or wedge:'],
    ['', 'write serial:///dev/ttyACM0?baudRate=9600 or wedge:'],
    ['/dev/ttyACM0', 'write serial:///dev/ttyACM0?baudRate=9600 or wedge:'],
    ['serial:', 'needs its device'],
    ['serial://host/dev/ttyACM0', 'needs its device'],
    ['wedge:///dev/ttyACM0', 'names no device'],
    ['serial:///dev/ttyACM0?baudrate=9600', 'no option "baudrate"; write one of baudRate, pattern, device, rule'],
    ['wedge:?baudRate=9600', 'no option "baudRate"; write one of pattern, device, rule'],
    ['serial:///dev/ttyACM0?baudRate=fast', 'must be a number such as 9600 or 115200, not "fast"'],
    ['serial:///dev/ttyACM0?baudRate=0', 'must be a number'],
    ['serial:///dev/ttyACM0?baudRate=9999999', 'must be a number'],
    ['wedge:?rule=card', 'no rule "card"; write rule=reader, rule=table, rule=raw'],
    ['wedge:?rule=reader', 'rule=reader needs the device too'],
    ['wedge:?rule', 'has no value; write rule=…'],
    ['wedge:?rule=raw&rule=table', 'stands there twice'],
    ['wedge:?device=', 'needs a device id'],
    ['wedge:?device=my%20door', 'needs a device id'],
    ['wedge:?pattern=', 'is empty'],
    ['wedge:?pattern=(?<id>[0-9]{8}', 'is not a pattern of RE2'],
    ['wedge:?pattern=[0-9]{8}', 'has no group named id'],
    [String.raw`wedge:?pattern=\(?<id>x`, 'has no group named id'],
    ['wedge:?pattern=(?<card>[0-9]+)', 'has no group named id'],
    ['wedge:?pattern=%B(?<id>[0-9]+)', 'a per cent sign stands alone; write %25'],
    ['wedge:?pattern=(?<id>[0-9]+)(?=x)', 'no look-around, no references back'],
    [String.raw`wedge:?pattern=(?<id>[0-9])\1`, 'no look-around, no references back'],
    ['wedge:?pattern=^(?<id>(a?){500}a{500})b$', 'repeats too much'],
    [`wedge:?pattern=(?<id>${'x'.repeat(500)})`, 'at most 500 characters'],
  ])('refuses %s and says what to write', (url, text) => {
    expect(fault(url)).toContain(text);
    expect(fault(url)).not.toContain('\n');
  });

  it('lets repetitions pass, within each other too', () => {
    for (const pattern of [
      '(?<id>([0-9]+)*)',
      '^(?<id>([a-z0-9]{2,}-?)+)$',
      '(?<id>(?:[0-9A-F]{2} ?){4,7})',
      String.raw`(?<id>[(+)*]+)\)+`,
      '(?<id>a+)b(c+)',
    ]) {
      expect(parseReaderUrl(`wedge:?pattern=${encodeURIComponent(pattern)}`)).toMatchObject({ ok: true });
    }
  });

  it('does not repeat the options in an error', () => {
    expect(fault('serial:///dev/ttyS0?pattern=SECRET')).toMatch(/^reader "serial:\/\/\/dev\/ttyS0": /);
    expect(fault('serial:///dev/ttyS0?pattern=SECRET')).not.toContain('SECRET');
  });
});
