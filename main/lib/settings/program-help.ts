/** Layout of `--help`: usage, groups of options, examples. `docs/reference/cli.md` is generated from the same data. */

/** Options by usage (`--port N`, or several related options); each text is one sentence part, without a line break. */
export type HelpOptions = Readonly<Record<string, string>>;

export interface ProgramHelp {
  /** Purpose of the program, in one sentence. */
  readonly purpose: string;
  readonly usages: readonly string[];
  /** Groups of options, by title. */
  readonly groups: Readonly<Record<string, HelpOptions>>;
  /** Complete lines to type, by text. */
  readonly examples: Readonly<Record<string, string>>;
  /** Paragraphs after the examples. */
  readonly notes?: readonly string[];
}

const WIDTH = 100;
/** Column of the texts; after a longer usage the text starts on the next line. */
const TEXT_COLUMN = 26;

/** Options of every program. */
export const GENERAL_GROUP = {
  General: { '--help': 'print this help and exit', '--version': 'print the version and exit' },
};

export function helpText(help: ProgramHelp, version: string): string {
  const { purpose, usages, groups, examples, notes = [] } = help;
  const parts = [
    `Take a Number ${version}\n${wrapped(purpose, 0)}`,
    ['Usage', ...usages.map((usage) => `  ${usage}`)].join('\n'),
    ...Object.entries(groups).map(([title, options]) => [title, ...Object.entries(options).map(optionText)].join('\n')),
    ['Examples', ...Object.entries(examples).map(([text, command]) => `  ${text}:\n    ${command}`)].join('\n'),
    ...notes.map((note) => wrapped(note, 0)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function optionText([usage, text]: readonly [string, string]): string {
  const head = `  ${usage}`;
  const body = wrapped(text, TEXT_COLUMN);
  if (head.length + 2 > TEXT_COLUMN) return `${head}\n${' '.repeat(TEXT_COLUMN)}${body}`;
  return head.padEnd(TEXT_COLUMN) + body;
}

/** @param indent spaces before each line but the first */
function wrapped(text: string, indent: number): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || indent + line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}
