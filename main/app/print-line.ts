/** Writes a line where somebody may look, also without a terminal. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
