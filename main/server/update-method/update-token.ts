/** Finding the word UPDATE where Node's parser stumbled over it. */
const TOKEN = Buffer.from('UPDATE ');

/**
 * The request that begins in bytes that the parser could not read, from its method on; null when that method is not
 * UPDATE. Fewer bytes than the method has are given when they may become it.
 *
 * The parser knows methods that begin with U, so it stumbles over the P. When the U came alone, it is gone with the
 * bytes before; no method that it knows could have gone on like this, so the word is UPDATE, or something that is
 * nobody's method.
 *
 * @param faultAt where in `packet` the parser stumbled
 */
export function updateRequestIn(packet: Buffer, faultAt: number): Buffer | null {
  const before = faultAt > 0 ? packet.subarray(faultAt - 1, faultAt) : TOKEN.subarray(0, 1);
  const request = Buffer.concat([before, packet.subarray(faultAt)]);
  return beginsLikeUpdate(request) ? request : null;
}

/** Whether the bytes begin with the method UPDATE, or are the beginning of it. */
export function beginsLikeUpdate(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, TOKEN.length);
  return bytes.subarray(0, length).equals(TOKEN.subarray(0, length));
}

/** The same request with the method PUT; null while the method is not there in whole. */
export function asPut(request: Buffer): Buffer | null {
  if (request.length < TOKEN.length) return null;
  return Buffer.concat([Buffer.from('PUT '), request.subarray(TOKEN.length)]);
}
