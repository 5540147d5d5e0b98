/** The fault matrix as the table of docs/admin/printers.md. */
import { FAULTS, type Fault, KINDS, type PrinterKind, type Reading, readingOf } from './faults.ts';

const WORDS: Readonly<Record<Reading, string>> = {
  ticket: 'the ticket',
  number: 'the number',
  unproved: '"take your ticket", unproved',
  blind: '"take your ticket", though it may be torn',
  impossible: '–',
};
const HEADS: Readonly<Record<PrinterKind, string>> = {
  'process-id': 'process ids',
  named: '`GS r` and its name',
  status: '`GS r`',
  'no-fault': 'status alone',
  none: 'nothing; staff saw its test slip',
  unproved: 'nothing; test slip not seen',
};
const BEGIN = '<!-- fault matrix: begin -->';
const END = '<!-- fault matrix: end -->';

const staffWord = ({ staff, isSeenByLine }: Fault): string =>
  staff.length === 0
    ? '–'
    : `${staff.map((word) => `\`${word}\``).join(' or ')}${isSeenByLine ? ', of every kind' : ''}`;

const row = (fault: Fault): string =>
  `| ${[fault.name, ...KINDS.map((kind) => WORDS[readingOf(fault, kind)]), staffWord(fault)].join(' | ')} |`;

const TEXT = `Each line is played at every test run with each kind of printer, over TCP, a serial line or a device file by turns, and over each of
them by \`npm run test:slow -- printing-matrix\`, against a printer of its own that shares no code with the program (\`test/printing-matrix/\`): what the visitor comes to read, and what staff read
of the printer meanwhile (of one that answers nothing: \`cannot-confirm\` or \`unproved\`). In every case there is one ticket in the queue, at most one
whole paper of it without the mark of a copy, at most one empty slip, and the next visitor's ticket comes out after somebody has
mended the printer. \`UPDATE_MATRIX=1 npm test -- printing-matrix\` writes this table.

| what goes wrong | ${KINDS.map((kind) => HEADS[kind]).join(' | ')} | staff read |
|---|---|---|---|---|---|---|---|
${FAULTS.map(row).join('\n')}

*The ticket*: it lies there when the screen says so. *The number*: large on the screen, with the reason or with "not confirmed"; a
screen that says that nothing was printed is right. *Unproved*: such a printer cannot say whether anything came out, and staff said that its test slip did; before that every visitor keeps the number. *May be torn*:
such a printer goes on after losing its memory as if nothing had been, and nothing that it says tells of it; the answer to \`GS r\` is
one byte, 00, which a printer that starts anew or a second computer on the line may bring about as well. –: cannot happen, as a
printer that never answers gives no answers that could be wrong.

For whoever buys a printer: one that repeats process ids proves each ticket, and tells a torn one in three seconds; one that
answers \`GS r\` and tells its name (\`GS I\`) proves it too, but takes longer in trouble and may print a copy where nothing was lost;
one that answers \`GS r\` and does not tell its name proves it as long as no stray byte is heard in a ticket that is lost; with status alone a ticket is
promised two seconds after its last byte because nothing speaks against it; one that never answers proves nothing.`;

/** The page with the table in its place. */
export function withTable(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/admin/printers.md has no place for the matrix: ${BEGIN}`);
  return `${before}${BEGIN}\n\n${TEXT}\n\n${END}${after}`;
}
