/** Output of one line, with or without a terminal. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
