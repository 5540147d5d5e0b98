/** Detection of printer responses: no echoes of our queries, and no greetings of other servers. */
import { describe, expect, it } from 'vitest';
import { createLineEar, ECHO_MS } from '../../main/printing/escpos/line-ear.ts';

const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const text = (said: string): Uint8Array => Buffer.from(said, 'latin1');
const GREETING = bytes(0x1d, 0x61, 0xff, 0x10, 0x04, 0x01);
const ASKS_PAPER = bytes(0x10, 0x04, 0x04);
const FINE = bytes(0x12);

describe('echoed queries', () => {
  it.each([1, 2, 3, 6])('are an echo, in pieces of %i bytes, and no status', (size) => {
    const ear = createLineEar();
    ear.sent(GREETING);
    let isEcho = false;
    const heard: number[] = [];
    for (let at = 0; at < GREETING.length; at += size) {
      const piece = ear.take(GREETING.slice(at, at + size), 0);
      isEcho ||= piece.isEcho;
      heard.push(...piece.heard);
    }
    expect([isEcho, heard]).toEqual([true, []]);
  });

  it('make all other bytes doubtful for a while', () => {
    const ear = createLineEar();
    ear.sent(ASKS_PAPER);
    ear.take(ASKS_PAPER, 0);
    expect(ear.take(FINE, ECHO_MS - 1).heard).toEqual(bytes());
    expect(ear.take(FINE, ECHO_MS).heard).toEqual(FINE);
  });

  it('of another connection are none', () => {
    const ear = createLineEar();
    ear.sent(GREETING);
    ear.reset();
    expect(ear.take(GREETING, 0).isEcho).toBe(false);
  });
});

describe('printer responses', () => {
  it.each([
    ['an answer to a status question', FINE],
    ['automatic status of a printer that is well', bytes(0x10, 0x00, 0x00, 0x00)],
    ['automatic status without paper', bytes(0x18, 0x00, 0x0c, 0x00)],
    ['a process id', bytes(0x37, 0x22, 0x51, 0x51, 0x31, 0x31, 0x00)],
    ['its name', text('_EPSON\0')],
    ['an answer to GS r', bytes(0x00)],
  ])('%s passes, also byte by byte', (_what, said) => {
    const ear = createLineEar();
    ear.sent(GREETING);
    ear.sent(ASKS_PAPER);
    const heard = [...said].flatMap((byte) => [...ear.take(bytes(byte), 0).heard]);
    expect(heard).toEqual([...said]);
  });

  it('detects no echo of automatic status because of an image with the same bytes', () => {
    const ear = createLineEar();
    const picture = new Uint8Array(200);
    picture.set([0x10, 0x00, 0x00, 0x00], 60);
    ear.sent(picture);
    const said = bytes(0x10, 0x00, 0x00, 0x00);
    expect(ear.take(said, 0)).toMatchObject({ heard: said, isEcho: false });
  });
});

describe('another server at the address', () => {
  it.each([
    ['a web server', 'HTTP/1.1 400 Bad Request\r\n'],
    ['an SSH server', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ])('%s is recognised by its greeting, also in pieces', (what, greeting) => {
    const ear = createLineEar();
    const [one, other] = [ear.take(text(greeting.slice(0, 2)), 0), ear.take(text(greeting.slice(2)), 0)];
    expect([one.heard.length, one.stranger]).toEqual([0, null]);
    expect(other.stranger).toContain(what);
  });
});
