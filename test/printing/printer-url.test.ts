import { describe, expect, it } from 'vitest';
import { parsePrinterUrl } from '../../main/printing/printer-url.ts';

function read(text: string) {
  const parsed = parsePrinterUrl(text);
  if (!parsed.ok) throw new Error(parsed.error);
  const { options, ...address } = parsed.value;
  return { address, options };
}

describe('a printer address', () => {
  it.each([
    ['tcp://192.168.1.50:9100', { kind: 'tcp', host: '192.168.1.50', port: 9100 }],
    ['tcp://printer.local', { kind: 'tcp', host: 'printer.local', port: 9100 }],
    ['tcp://[fe80::1]:9101/', { kind: 'tcp', host: 'fe80::1', port: 9101 }],
    [
      'serial:///dev/ttyUSB0?baudRate=19200',
      { kind: 'serial', path: '/dev/ttyUSB0', baudRate: 19_200, obeysXoff: false },
    ],
    [
      'serial:///dev/serial/by-id/a%20b',
      { kind: 'serial', path: '/dev/serial/by-id/a b', baudRate: 19_200, obeysXoff: false },
    ],
    ['serial://COM3?baudRate=115200', { kind: 'serial', path: 'COM3', baudRate: 115_200, obeysXoff: false }],
    [
      'serial:///dev/ttyUSB0?flowControl=xonxoff',
      { kind: 'serial', path: '/dev/ttyUSB0', baudRate: 19_200, obeysXoff: true },
    ],
    ['serial:///com4', { kind: 'serial', path: 'COM4', baudRate: 19_200, obeysXoff: false }],
    ['lp:///dev/usb/lp0', { kind: 'lp', path: '/dev/usb/lp0' }],
    ['usb://04B8:0e15', { kind: 'usb', place: { vendor: '04b8', product: '0e15', serial: '' } }],
    ['usb:04b8:0202:A%201?columns=42', { kind: 'usb', place: { vendor: '04b8', product: '0202', serial: 'A 1' } }],
    ['cups:tickets', { kind: 'cups', queue: 'tickets' }],
    ['cups://Front_Desk-2?dots=832', { kind: 'cups', queue: 'Front_Desk-2' }],
    ['spool:EPSON TM-T20III Receipt', { kind: 'spool', queue: 'EPSON TM-T20III Receipt' }],
    ['spool:Kiosk%20%231?cut=full', { kind: 'spool', queue: 'Kiosk #1' }],
    ['file:///tmp/tickets.bin', { kind: 'file', path: '/tmp/tickets.bin' }],
    ['none:', { kind: 'none' }],
  ])('%s', (text, address) => {
    expect(read(text).address).toEqual(address);
  });

  it('names a file in the way of its system', () => {
    const onWindows = parsePrinterUrl('file:///C:/Users/Ana%20Silva/tickets.bin?dots=384', 'win32');
    expect(onWindows).toMatchObject({ ok: true, value: { path: 'C:\\Users\\Ana Silva\\tickets.bin' } });
    for (const text of ['file:///tmp/tickets.bin', 'file:///C:', 'file://server/share/x']) {
      expect(parsePrinterUrl(text, 'win32')).toMatchObject({
        ok: false,
        error: expect.stringContaining('file:///C:/'),
      });
    }
    const onMac = parsePrinterUrl('file:///dev/cu.usbserial-10', 'darwin');
    expect(onMac).toMatchObject({ ok: false, error: expect.stringContaining('serial:///dev/cu.usbserial-10') });
  });

  it('carries options', () => {
    const text =
      'tcp://host?columns=32&dots=384&dpi=203&codePage=wpc1252&profile=58mm&confirm=status&cut=full&mark=epson&presenter=custom&retract=30';
    expect(read(text).options).toEqual({
      columns: 32,
      dots: 384,
      dpi: 203,
      codePage: 'wpc1252',
      profile: '58mm',
      confirm: 'status',
      cut: 'full',
      mark: 'epson',
      presenter: 'custom',
      retractS: 30,
    });
  });

  it.each([420, 432, 512, 576, 640, 832, 1248])('takes a print line of %i dots', (dots) => {
    expect(read(`tcp://host?dots=${dots}`).options.dots).toBe(dots);
  });

  it.each([
    ['printer', 'is not a printer address: write tcp://'],
    ['', 'is not a printer address'],
    ['http://host', 'cannot begin with "http:"'],
    ['usb:', 'write usb://04b8:0e15'],
    ['usb://04b8', 'write usb://04b8:0e15'],
    ['usb://04b8:0202?baudRate=9600', 'Unknown printer option'],
    ['tcp://', 'needs a host'],
    ['tcp://host:0', 'Port 0'],
    ['tcp://host:99999', 'is not a printer address'],
    ['tcp://host/queue', 'has no path'],
    ['tcp://someone:secret@host', 'no user'],
    ['serial:', 'three slashes'],
    ['serial://ttyUSB0', 'three slashes'],
    ['serial:///dev/ttyUSB0?baudRate=fast', 'baudRate=fast'],
    ['serial:///dev/ttyUSB0?baudRate=1', 'the baud rate of the printer'],
    ['serial:///dev/ttyUSB0?flowControl=rtscts', 'flowControl=xonxoff'],
    ['tcp://host?flowControl=xonxoff', 'Unknown printer option "flowControl"'],
    ['tcp://host?baudRate=9600', 'Unknown printer option "baudRate"'],
    ['lp://dev/usb/lp0', 'three slashes'],
    ['file://tmp/x', 'three slashes'],
    ['file:///dev/usb/lp0', 'write lp:///dev/usb/lp0'],
    ['file:///dev/ttyS0', 'write serial:///dev/ttyS0'],
    ['tcp://host?colums=42', 'Unknown printer option "colums": use one of columns,'],
    ['tcp://host?columns=48&columns=42', 'occurs twice'],
    ['tcp://host?columns=', 'is empty'],
    ['tcp://host?columns=500', 'from 16 to 64'],
    ['tcp://host?columns=64', 'do not fit on 576 dots: write columns=48'],
    ['tcp://host?dots=199', 'from 200 to 1300'],
    ['tcp://host?dots=1301', 'from 200 to 1300'],
    ['tcp://host?dots=576.5', 'from 200 to 1300'],
    ['tcp://host?presenter=zebra', 'use one of none, custom'],
    ['tcp://host?presenter=custom&retract=1', 'from 5 to 600'],
    ['tcp://host?retract=30', 'needs presenter=custom'],
    ['tcp://host?dpi=600', 'use one of 180, 203, 300'],
    ['tcp://host?cut=half', 'use one of partial, full, none'],
    ['tcp://host?mark=black', 'use one of none, before-cut, after-cut, epson, custom'],
    ['tcp://host?confirm=maybe', 'use one of auto, process-id, status, none'],
    ['tcp://host?profile=star', 'Unknown printer profile "star"'],
    ['tcp://host?codePage=UTF8', 'no code page "UTF8"'],
    ['lp:///dev/%zz', 'percent sign'],
    ['cups:', 'needs the name of its queue'],
    ['cups:-o', 'needs the name of its queue'],
    ['cups:a/b', 'needs the name of its queue'],
    ['cups:..', 'needs the name of its queue'],
    ['cups:.', 'needs the name of its queue'],
    ['cups:tickets%0Aadmin', 'needs the name of its queue'],
    ['cups:tickets;reboot', 'needs the name of its queue'],
    ['cups:%24(reboot)', 'needs the name of its queue'],
    ['spool:', 'needs its name in Windows'],
    ['spool:\\\\server\\printer', 'needs its name in Windows'],
    ['spool:%5C%5Cserver%5Cprinter', 'needs its name in Windows'],
    ['spool:Tickets%00', 'needs its name in Windows'],
    ['spool:Tickets%0D%0Aready', 'needs its name in Windows'],
    ['spool:Tickets%E2%80%AEydaer', 'needs its name in Windows'],
    ['spool:Tickets%E2%80%A8ready', 'needs its name in Windows'],
    ['spool:Tickets, Job 1', 'needs its name in Windows'],
    ['spool:Tickets?baudRate=9600', 'Unknown printer option'],
  ])('is refused in one line: %s', (text, reason) => {
    const parsed = parsePrinterUrl(text);
    expect(parsed.ok).toBe(false);
    if (parsed.ok) return;
    expect(parsed.error).toContain(reason);
    expect(parsed.error).not.toContain('\n');
  });

  it('never repeats a password', () => {
    const parsed = parsePrinterUrl('tcp://someone:secret@host');
    expect(JSON.stringify(parsed)).not.toContain('secret');
  });
});
