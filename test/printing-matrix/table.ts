/** The fault matrix as the table of docs/reference/printer-faults.md. */
import { FAULTS, type Fault, KINDS, type PrinterKind, type Reading, readingOf } from './faults.ts';

const WORDS: Readonly<Record<Reading, string>> = {
  ticket: 'the ticket',
  number: 'the number',
  unproved: '"take your ticket", unconfirmed',
  blind: '"take your ticket", possibly torn',
  impossible: '–',
};
const HEADS: Readonly<Record<PrinterKind, string>> = {
  'process-id': 'process ids',
  named: '`GS r` and `GS I`',
  status: '`GS r`',
  'no-fault': 'status only',
  none: 'none; test page confirmed',
  unproved: 'none; test page not confirmed',
};
const BEGIN = '<!-- fault matrix: begin -->';
const END = '<!-- fault matrix: end -->';

const staffWord = ({ staff, isSeenByLine }: Fault): string =>
  staff.length === 0
    ? '–'
    : `${staff.map((word) => `\`${word}\``).join(' or ')}${isSeenByLine ? ', for every kind' : ''}`;

const row = (fault: Fault): string =>
  `| ${[fault.name, ...KINDS.map((kind) => WORDS[readingOf(fault, kind)]), staffWord(fault)].join(' | ')} |`;

const TEXT = `Each row is played with each kind of printer, over TCP, a serial port or a device file in turn. The printers share no code with the program (\`test/printing-matrix/\`). \`npm run test:slow -- printing-matrix\` plays every combination.

In every case one ticket is in the queue. At most one complete copy of it without a copy mark, and at most one blank slip, is on paper. Once the fault is repaired, the next visitor's ticket is printed.

| fault | ${KINDS.map((kind) => HEADS[kind]).join(' | ')} | staff see |
|---|---|---|---|---|---|---|---|
${FAULTS.map(row).join('\n')}

- **The ticket:** it is on paper when the screen says "take your ticket".
- **The number:** the screen shows it, with the reason or "not confirmed". If it says that nothing was printed, nothing was.
- **Unconfirmed:** the printer cannot report anything, but staff confirmed its test page.
- **Possibly torn:** the printer continues after losing its memory and reports nothing. The answer to \`GS r\` is one byte (00), which a restart or a second computer can also send.
- **–** in the last column: no alarm. In the others: impossible, because such a printer sends no answers.

For a printer that answers nothing, staff see \`cannot-confirm\` or \`unproved\` throughout.`;

/** The page with the table in its place. */
export function withTable(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/reference/printer-faults.md has no place for the matrix: ${BEGIN}`);
  return `${before}${BEGIN}\n\n${TEXT}\n\n${END}${after}`;
}
