/** Finding the word UPDATE where Node's parser stumbled over it. */
const TOKEN = Buffer.from('UPDATE ');

/** Letters of which methods are made, as far as Node's parser knows any. */
const OF_A_METHOD = /[A-Z-]/;

/**
 * The request that begins in bytes that the parser could not read, from its method on; null when that method is not
 * UPDATE. Fewer bytes than the method has are given when they may become it.
 *
 * The parser knows methods that begin with U, so it stumbles over the P. That the U is the first letter is not said: a
 * method may be meant that the parser knew as far as here, such as PUPDATE after PUT, so what stands before the U may be no
 * letter of one. A body that ends in such a letter, with the UPDATE right behind it in the same packet, is refused for it.
 *
 * @param faultAt where in `packet` the parser stumbled
 * @param before of a method that began in earlier packets, the last two bytes that came; see `MethodStart`
 */
export function updateRequestIn(packet: Buffer, faultAt: number, before: string): Buffer | null {
  const read = before + packet.toString('latin1', Math.max(0, faultAt - 2), faultAt);
  if (!read.endsWith('U') || OF_A_METHOD.test(read.at(-2) ?? '')) return null;
  const request = Buffer.concat([TOKEN.subarray(0, 1), packet.subarray(faultAt)]);
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
