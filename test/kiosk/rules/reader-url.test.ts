import { describe, expect, it } from 'vitest';
import { parseReaderUrl } from '../../../main/kiosk/rules/reader-url.ts';

function fault(text: string): string {
  const parsed = parseReaderUrl(text);
  if (parsed.ok) throw new Error(`${text} was taken`);
  return parsed.error;
}

describe('a reader URL', () => {
  it('names a serial device, with 9600 baud by default', () => {
    expect(parseReaderUrl('serial:///dev/ttyACM0')).toEqual({
      ok: true,
      value: {
        kind: 'serial',
        path: '/dev/ttyACM0',
        baudRate: 9600,
        pattern: null,
        number: null,
        own: [],
        device: '',
        rule: 'table',
      },
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

  it('uses the device id of the reader if it names one, and looks the card up otherwise', () => {
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
    ['usb://1:2', 'unknown kind of reader "usb:"; write serial:///dev/ttyACM0?baudRate=9600'],
    ['', 'write serial:///dev/ttyACM0?baudRate=9600'],
    ['/dev/ttyACM0', 'write serial:///dev/ttyACM0?baudRate=9600'],
    ['pcsc:/dev/x', 'needs a part of its name in the system'],
    ['pcsc:%', 'needs a part of its name'],
    ['pcsc:?baudRate=9600', 'unknown option "baudRate"'],
    ['evdev:', 'needs a device; write evdev:///dev/input/event3'],
    ['evdev://event3/..', 'needs a device'],
    ['evdev:..', 'needs a device'],
    ['evdev:08ff:0009?layout=xx', 'unknown layout "xx"; write layout=us, layout=de'],
    ['evdev:08ff:0009?baudRate=9600', 'unknown option "baudRate"'],
    ['wedge:?layout=xx', 'unknown layout "xx"'],
    ['wedge:?gap=80', 'from 10 to 60'],
    ['wedge:?length=2', 'from 3 to 40'],
    ['wedge:?number=octal', 'the option number must be hex or decimal'],
    ['wedge:?number=hex&from=octal', 'the option from must be hex or decimal'],
    ['wedge:?from=hex', 'the option from also needs number'],
    ['wedge:?digits=10', 'the option digits also needs number'],
    ['wedge:?number=hex&order=back', 'as-read or reversed'],
    ['wedge:?number=hex&bytes=0', 'a number from 1 to 32'],
    ['wedge:?number=decimal&digits=99', 'a number from 1 to 40'],
    ['wedge:?number=hex&digits=8', 'digits works with number=decimal only'],
    ['wedge:?number=hex&from=decimal', 'add bytes=4'],
    ['wedge:?number=decimal&order=reversed', 'add bytes=4'],
    ['wedge:?own=41111', 'at least six'],
    ['wedge:?own=603912,x', 'at least six'],
    ['serial:', 'needs a device'],
    ['serial://host/dev/ttyACM0', 'needs a device'],
    ['wedge:///dev/ttyACM0', 'wedge: has no device'],
    [
      'serial:///dev/ttyACM0?baudrate=9600',
      'unknown option "baudrate"; use one of baudRate, pattern, device, rule, number',
    ],
    ['wedge:?baudRate=9600', 'unknown option "baudRate"; use one of layout, gap, length, pattern'],
    ['serial:///dev/ttyACM0?baudRate=fast', 'must be a number such as 9600 or 115200, not "fast"'],
    ['serial:///dev/ttyACM0?baudRate=0', 'must be a number'],
    ['serial:///dev/ttyACM0?baudRate=9999999', 'must be a number'],
    ['wedge:?rule=card', 'unknown rule "card"; write rule=reader, rule=table, rule=raw'],
    ['wedge:?rule=reader', 'rule=reader also needs device'],
    ['wedge:?rule', 'has no value; write rule=…'],
    ['wedge:?rule=raw&rule=table', 'occurs twice'],
    ['wedge:?device=', 'must be a device id'],
    ['wedge:?device=my%20door', 'must be a device id'],
    ['wedge:?pattern=', 'is empty'],
    ['wedge:?pattern=(?<id>[0-9]{8}', 'is not a valid RE2 pattern'],
    ['wedge:?pattern=[0-9]{8}', 'has no group named id'],
    [String.raw`wedge:?pattern=\(?<id>x`, 'has no group named id'],
    ['wedge:?pattern=(?<card>[0-9]+)', 'has no group named id'],
    ['wedge:?pattern=%B(?<id>[0-9]+)', 'has an invalid percent sign; write %25'],
    ['wedge:?pattern=(?<id>[0-9]+)(?=x)', 'look-around and back-references are not supported'],
    [String.raw`wedge:?pattern=(?<id>[0-9])\1`, 'look-around and back-references are not supported'],
    ['wedge:?pattern=^(?<id>(a?){500}a{500})b$', 'repeats too much'],
    [`wedge:?pattern=(?<id>${'x'.repeat(500)})`, 'at most 500 characters'],
  ])('refuses %s and says what to write', (url, text) => {
    expect(fault(url)).toContain(text);
    expect(fault(url)).not.toContain('\n');
  });

  it.each([
    ['evdev:///dev/input/event3', { by: 'path', path: '/dev/input/event3' }, 'us'],
    [
      'evdev:///dev/input/by-id/usb-A_B:1.0-event-kbd',
      { by: 'path', path: '/dev/input/by-id/usb-A_B:1.0-event-kbd' },
      'us',
    ],
    ['evdev:usb-A_B-event-kbd?layout=de', { by: 'id', name: 'usb-A_B-event-kbd' }, 'de'],
    ['evdev:08FF:0009', { by: 'numbers', vendor: '08ff', product: '0009', serial: '' }, 'us'],
    ['evdev://08ff:0009:A-1', { by: 'numbers', vendor: '08ff', product: '0009', serial: 'A-1' }, 'us'],
  ])('names an input device as %s', (url, place, layout) => {
    expect(parseReaderUrl(url)).toMatchObject({ ok: true, value: { kind: 'evdev', place, layout } });
  });

  it.each([
    ['pcsc:', ''],
    ['pcsc:///', ''],
    ['pcsc:ACR122U%2001', 'ACR122U 01'],
    ['pcsc:HID Global OMNIKEY 5022 [Reader] (A) 00', 'HID Global OMNIKEY 5022 [Reader] (A) 00'],
  ])('names a reader of chip cards as %s', (url, name) => {
    expect(parseReaderUrl(url)).toMatchObject({ ok: true, value: { kind: 'pcsc', name } });
  });

  it('contains the number format of its cards, and the prefix of the organisation’s cards', () => {
    expect(parseReaderUrl('wedge:?number=decimal&from=hex&order=reversed&digits=10&own=603912,60391399')).toMatchObject(
      {
        value: {
          number: { from: 'hex', to: 'decimal', isReversed: true, bytes: null, digits: 10 },
          own: ['603912', '60391399'],
        },
      },
    );
    expect(parseReaderUrl('wedge:?number=hex')).toMatchObject({
      value: { number: { from: 'hex', to: 'hex', isReversed: false, bytes: null, digits: null } },
    });
  });

  it('accepts repetitions, also nested ones', () => {
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
