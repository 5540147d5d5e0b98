/** The cut at the end of a job by itself, so that something can be asked between the text and the cut. */
import { cutHere, feed, feedAndCut } from './commands.ts';

/** As the builder ends a job: with a knife, and without one where the paper is fed to where it is torn. */
const ENDS: readonly Buffer[] = [feedAndCut(), Buffer.concat([feed(96), cutHere()]), cutHere()];

export interface SplitJob {
  readonly text: readonly Uint8Array[];
  readonly cut: Uint8Array;
}

function endsWith(bytes: Uint8Array, end: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(Math.max(0, bytes.length - end.length))).equals(end);
}

/** @param chunks of whole commands; a job without a cut at its end is all text. */
export function splitCut(chunks: readonly Uint8Array[]): SplitJob {
  const last = chunks.at(-1) ?? new Uint8Array();
  const end = ENDS.find((each) => endsWith(last, each));
  if (end === undefined) return { text: chunks, cut: new Uint8Array() };
  const rest = last.subarray(0, last.length - end.length);
  const before = chunks.slice(0, -1);
  return { text: rest.length > 0 ? [...before, rest] : before, cut: new Uint8Array(end) };
}
