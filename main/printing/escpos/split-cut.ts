/** Split of a job before its cut, to insert a status request. */

export interface SplitJob {
  readonly text: readonly Uint8Array[];
  readonly cut: Uint8Array;
}

/** @param chunks of whole commands; a job that does not end so is all text. */
export function splitCut(chunks: readonly Uint8Array[], end: Uint8Array): SplitJob {
  const last = chunks.at(-1) ?? new Uint8Array();
  const from = last.length - end.length;
  if (from < 0 || !Buffer.from(last.subarray(from)).equals(end)) return { text: chunks, cut: new Uint8Array() };
  const rest = last.subarray(0, from);
  const before = chunks.slice(0, -1);
  return { text: rest.length > 0 ? [...before, rest] : before, cut: new Uint8Array(end) };
}
