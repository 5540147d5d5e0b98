/** WebSockets by chance: handshakes that are nearly good, and frames that break every rule of RFC 6455 in turn. */

import type { Dice } from '../../demo/random.ts';
import { PHONE_LINE_PATH, PHONE_SECRET_PREFIX } from '../../main/visitor-phone/contract/phone-protocol.ts';
import { oddJson, oddText } from './odd-values.ts';

const PATHS = [
  '/kiosk/shell',
  '/restapi/v2/events',
  '/restapi/v2/events/kiosk',
  PHONE_LINE_PATH,
  '/restapi/locations',
  '/nothing',
  '/kiosk/',
  '*',
];
const CLOSE_CODES = [0, 999, 1000, 1001, 1005, 1006, 1015, 2999, 3000, 4999, 65_535];

/** What a page of ours would say over its WebSocket, and what it never would. */
const MESSAGES: readonly ((die: Dice) => string)[] = [
  (die) => JSON.stringify({ id: die.below(9), call: 'touchService', input: { serviceId: 'passports' } }),
  (die) => JSON.stringify({ id: 1, call: 'typeWedge', input: { keys: oddText(die).slice(0, 200) } }),
  (die) => `{"id":1,"call":${oddJson(die)},"input":${oddJson(die)}}`,
  (die) => JSON.stringify({ id: 1, call: die.pick(['__proto__', 'constructor', 'then', '']), input: {} }),
  (die) => oddJson(die),
  (die) => oddText(die),
  (die) => '['.repeat(die.pick([10, 1000, 15_000])),
];

/** @param secrets those of tickets that exist, as phones bring them */
export function webSocketCase(die: Dice, secrets: readonly string[]): Buffer {
  const path = die.chance(0.8) ? die.pick(PATHS.slice(0, 3)) : die.pick(PATHS);
  const query =
    `?device=${die.pick(['kiosk-1', 'kiosk-1', 'none', '%00', ''])}` +
    `&location=${die.pick(['town-hall', 'town-hall', 'clinic', 'none', ''])}` +
    `&since=${die.pick(['', '0', '1e9', '-1', '99999999999999999'])}`;
  const odd = (good: string, others: readonly string[]): string => (die.chance(0.9) ? good : die.pick(others));
  const headers = [
    `host: ${odd('localhost', ['rebind.example', '', '127.0.0.1:1', '[::1]'])}`,
    `connection: ${odd('upgrade', ['Upgrade, HTTP2-Settings', 'close, upgrade', 'keep-alive'])}`,
    `upgrade: ${odd('websocket', ['WebSocket', 'h2c', 'websocket, h2c', 'TLS/1.0', ''])}`,
    `sec-websocket-version: ${odd('13', ['12', 'x', ''])}`,
    `sec-websocket-key: ${odd('dGhlIHNhbXBsZSBub25jZQ==', ['x', '', '===='])}`,
    `sec-websocket-protocol: ${odd(PHONE_SECRET_PREFIX + (secrets.length === 0 ? 'none-yet' : die.pick(secrets)), ['', ',,,', PHONE_SECRET_PREFIX + oddText(die), 'x'.repeat(900)])}`,
    ...(die.chance(0.3) ? ['sec-websocket-extensions: permessage-deflate; client_max_window_bits'] : []),
    ...(die.chance(0.1) ? [`origin: ${die.pick(['null', 'http://evil.example', 'http://localhost', ''])}`] : []),
  ].filter(() => die.chance(0.97));
  const line = `${odd('GET', ['POST', 'UPDATE', 'PUT'])} ${path}${query} HTTP/1.1`;
  const head = [line, ...headers.map((header) => header.replace(/[^\x20-\x7e]/g, ''))].join('\r\n');
  const frames = Array.from({ length: 1 + die.below(12) }, () => frame(die));
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), ...frames]);
}

function frame(die: Dice): Buffer {
  if (die.chance(0.1)) return Buffer.from(Array.from({ length: 1 + die.below(80) }, () => die.below(256)));
  const opcode = die.chance(0.7) ? 1 : die.pick([0, 2, 3, 7, 8, 9, 10, 11, 15]);
  const payload = payloadFor(die, opcode);
  // Mostly whole, without reserved bits, masked: the way a browser does it.
  const first = (die.chance(0.9) ? 0x80 : 0) | (die.chance(0.93) ? 0 : die.pick([0x10, 0x20, 0x40, 0x70])) | opcode;
  const masked = die.chance(0.93);
  const told = die.chance(0.95) ? payload.length : die.pick([0, payload.length + 1, 65_536, 2 ** 31, 2 ** 53]);
  const mask = Buffer.from([1, 2, 3, 4].map(() => die.below(256)));
  const sent = masked ? Buffer.from(payload.map((byte, index) => byte ^ mask[index % 4]!)) : payload;
  return Buffer.concat([Buffer.of(first), lengthBytes(told, masked, die), ...(masked ? [mask] : []), sent]);
}

function payloadFor(die: Dice, opcode: number): Buffer {
  if (opcode === 8) {
    const code = Buffer.alloc(2);
    code.writeUInt16BE(die.pick(CLOSE_CODES));
    return Buffer.concat([die.chance(0.8) ? code : code.subarray(0, 1), Buffer.from(oddText(die).slice(0, 100))]);
  }
  if (opcode > 8) return Buffer.alloc(die.pick([0, 1, 125, 126, 4000]), 0x61);
  const text = Buffer.from(die.pick(MESSAGES)(die));
  if (die.chance(0.1)) return Buffer.concat([text, Buffer.of(0xc0, 0xaf, 0xed, 0xa0, 0x80)]);
  return die.chance(0.05) ? Buffer.alloc(die.pick([16_384, 16_385, 70_000]), 0x20) : text;
}

/** The length in its shortest form, or now and then in one that is longer than it needs to be. */
function lengthBytes(length: number, masked: boolean, die: Dice): Buffer {
  const bit = masked ? 0x80 : 0;
  if (length < 126 && die.chance(0.97)) return Buffer.of(bit | length);
  if (length < 65_536 && die.chance(0.97)) return Buffer.of(bit | 126, length >> 8, length & 255);
  const bytes = Buffer.alloc(9);
  bytes[0] = bit | 127;
  bytes.writeBigUInt64BE(BigInt(length), 1);
  return bytes;
}
