/** Search for the word UPDATE where Node's parser failed. */
const TOKEN = Buffer.from('UPDATE ');

/** Characters of methods known to Node's parser. */
const OF_A_METHOD = /[A-Z-]/;

/**
 * The request in bytes that the parser rejected, from its method on; null if that is not UPDATE. An incomplete method
 * is returned if it may become UPDATE.
 *
 * The parser knows methods that start with U, so it fails at the P. It does not show that the U is the first letter: a
 * known prefix may come before it, as in PUPDATE after PUT. So the byte before the U must not be a letter of a method.
 * An UPDATE directly after a body that ends with such a letter, in the same packet, is rejected.
 *
 * @param faultAt offset in `packet` at which the parser failed
 * @param before last two bytes of earlier packets, if the method began there; see `MethodStart`
 */
export function updateRequestIn(packet: Buffer, faultAt: number, before: string): Buffer | null {
  const read = before + packet.toString('latin1', Math.max(0, faultAt - 2), faultAt);
  if (!read.endsWith('U') || OF_A_METHOD.test(read.at(-2) ?? '')) return null;
  const request = Buffer.concat([TOKEN.subarray(0, 1), packet.subarray(faultAt)]);
  return beginsLikeUpdate(request) ? request : null;
}

/** Whether the bytes start with the method UPDATE, or are a prefix of it. */
export function beginsLikeUpdate(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, TOKEN.length);
  return bytes.subarray(0, length).equals(TOKEN.subarray(0, length));
}

/** The same request with the method PUT; null while the method is incomplete. */
export function asPut(request: Buffer): Buffer | null {
  if (request.length < TOKEN.length) return null;
  return Buffer.concat([Buffer.from('PUT '), request.subarray(TOKEN.length)]);
}
