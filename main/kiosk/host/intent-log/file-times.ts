/** Between what a line says and what the disk says of its writing. A file that was copied here is younger than its last line. */
const WRITING_MS = 5_000;
/** A program that was killed on a slow disk: its mark says that it was about to write this file. */
const MARKED_MS = 60_000;

/**
 * Whether the file is the one that was written last here, so far as times can tell.
 *
 * @param lastAt when its last line says that it was written: epoch milliseconds by the clock of the machine
 * @param changedAt its ctime, by the same clock
 * @param isMarked whether its mark is that of this file
 */
export const isWrittenHere = (lastAt: number, changedAt: number, isMarked: boolean): boolean =>
  Math.abs(changedAt - lastAt) <= (isMarked ? MARKED_MS : WRITING_MS);
