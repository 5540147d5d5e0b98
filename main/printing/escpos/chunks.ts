/** Pieces of whole commands put together into chunks of about 1 KB; a chunk ends where a line ends. */
const CHUNK_BYTES = 1024;

export function toChunks(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let chunk: Uint8Array[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (length > 0 && length + piece.length > CHUNK_BYTES) {
      chunks.push(new Uint8Array(Buffer.concat(chunk)));
      chunk = [];
      length = 0;
    }
    chunk.push(piece);
    length += piece.length;
  }
  if (length > 0) chunks.push(new Uint8Array(Buffer.concat(chunk)));
  return chunks;
}
