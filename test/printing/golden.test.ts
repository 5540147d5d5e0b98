import { describe, expect, it } from 'vitest';
import type { PaperTicket } from '../../main/printing/contract/printing.ts';
import { encoded, laidOut } from './print-ticket.ts';
import { ENGLISH, long, profile } from './sample-tickets.ts';

const ESC = 0x1b;
const GS = 0x1d;
const FS = 0x1c;
const LF = 0x0a;

/** Numbers are bytes, texts are text. */
function bytes(...parts: readonly (number | string)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part, 'latin1'))));
}

const small = {
  ...ENGLISH,
  siteName: 'Hall',
  serviceName: 'Tax',
  priorityText: 'VIP',
  peopleText: '3 before',
  waitText: '',
  dateText: '20 Nov',
  extraText: 'é €',
  footerText: '',
  qr: { content: 'é', caption: '' },
};

function bytesOf(ticket: PaperTicket): string {
  const narrow = profile({ profile: '58mm' });
  const chunks = encoded(laidOut(ticket, narrow, { measure: null, logo: null }), narrow, {
    draw: null,
    automaticStatus: true,
  });
  return Buffer.concat(chunks).toString('latin1');
}

const START = [
  bytes(ESC, '@'),
  bytes(GS, 'a', 0xff), // automatic status
  bytes(FS, '.'), // no double bytes
  bytes(ESC, 't', 19), // PC858
  bytes(GS, 'P', 203, 203), // one unit is one dot
  bytes(ESC, 'a', 1), // centred
];

describe('the bytes of a small ticket', () => {
  it('are these', () => {
    const expected = [
      ...START,
      bytes(ESC, '3', 28, 'Hall ', 0xfa, ' 20 Nov', LF), // location and time beside each other
      bytes(ESC, 'J', 6),
      bytes(ESC, '3', 52, GS, '!', 0x01, ESC, 'E', 1, 'Tax', LF),
      bytes(ESC, 'J', 2),
      bytes(ESC, '3', 172, GS, '!', 0x66, ESC, 'E', 0, 'A043', LF),
      bytes(ESC, '3', 28, GS, '!', 0x00, ESC, 'E', 1, GS, 'B', 1, ' VIP ', LF),
      bytes(ESC, 'J', 6),
      bytes(GS, 'B', 0, '3 before', LF),
      bytes(ESC, 'J', 8),
      bytes(ESC, 'E', 0, 0x82, ' ', 0xd5, LF),
      bytes(ESC, 'J', 8, ESC, 'J', 16), // gap, quiet zone
      bytes(GS, '(k', 4, 0, '1A2', 0), // QR model 2
      bytes(GS, '(k', 3, 0, '1C', 4), // 4 dots a module
      bytes(GS, '(k', 3, 0, '1E1'), // level M
      bytes(GS, '(k', 5, 0, '1P0', 0xc3, 0xa9), // two bytes of UTF-8, counted as two
      bytes(GS, '(k', 3, 0, '1Q0'),
      bytes(ESC, 'J', 96, GS, 'V', 1),
    ];
    expect(bytesOf(small)).toBe(Buffer.concat(expected).toString('latin1'));
  });

  it('are those of before for the long ticket', () => {
    const rule = bytes(ESC, 'J', 12, GS, 'v0', 0, 36, 0, 2, 0, ...Array<number>(72).fill(0xff), ESC, 'J', 24);
    const expected = [
      ...START,
      bytes(ESC, '3', 32, ESC, 'E', 1, 'Hall', LF),
      rule,
      bytes(ESC, '3', 56, GS, '!', 0x11, 'Tax', LF),
      bytes(ESC, 'J', 24),
      bytes(ESC, '3', 200, GS, '!', 0x77, ESC, 'E', 0, 'A043', LF),
      bytes(ESC, 'J', 24),
      bytes(ESC, '3', 56, GS, '!', 0x11, ESC, 'E', 1, GS, 'B', 1, ' VIP ', LF),
      bytes(ESC, 'J', 24),
      bytes(GS, '!', 0x01, GS, 'B', 0, '3 before', LF),
      rule,
      bytes(ESC, '3', 32, GS, '!', 0x00, ESC, 'E', 0, '20 Nov', LF),
      bytes(ESC, 'J', 24),
      bytes(0x82, ' ', 0xd5, LF),
      bytes(ESC, 'J', 24, ESC, 'J', 32), // gap, quiet zone
      bytes(GS, '(k', 4, 0, '1A2', 0), // QR model 2
      bytes(GS, '(k', 3, 0, '1C', 8), // 8 dots a module
      bytes(GS, '(k', 3, 0, '1E1'), // level M
      bytes(GS, '(k', 5, 0, '1P0', 0xc3, 0xa9), // two bytes of UTF-8, counted as two
      bytes(GS, '(k', 3, 0, '1Q0'),
      bytes(ESC, 'J', 32),
      bytes(ESC, 'J', 96, GS, 'V', 1),
    ];
    expect(bytesOf(long(small))).toBe(Buffer.concat(expected).toString('latin1'));
  });
});
