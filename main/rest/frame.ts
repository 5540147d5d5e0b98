/**
 * WebSocket frames, encoded once for many clients (RFC 6455).
 *
 * Server frames are not masked, so all clients can get the same bytes.
 */

const TEXT = 0x81;
const PING = 0x89;
const TWO_BYTE_LENGTH = 126;
const EIGHT_BYTE_LENGTH = 127;
const MAX_TWO_BYTES = 0xffff;

/** Encodes a text message as one frame. */
export function textFrame(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const head = headOf(size);
  const frame = Buffer.allocUnsafe(head.length + size);
  head.copy(frame);
  frame.write(text, head.length);
  return frame;
}

/** Ping frame; browsers answer it without the page. */
export const PING_FRAME: Buffer = Buffer.from([PING, 0]);

function headOf(size: number): Buffer {
  if (size < TWO_BYTE_LENGTH) return Buffer.from([TEXT, size]);
  if (size <= MAX_TWO_BYTES) {
    const head = Buffer.from([TEXT, TWO_BYTE_LENGTH, 0, 0]);
    head.writeUInt16BE(size, 2);
    return head;
  }
  const head = Buffer.alloc(10);
  head[0] = TEXT;
  head[1] = EIGHT_BYTE_LENGTH;
  head.writeBigUInt64BE(BigInt(size), 2);
  return head;
}
