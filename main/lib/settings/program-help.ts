/** Layout of `--help`: usage, groups of options, examples. `docs/reference/cli.md` is generated from the same data. */

export interface HelpOption {
  /** `--port N`, or several related options. */
  readonly usage: string;
  /** One sentence part, without a line break. */
  readonly text: string;
}

export interface HelpGroup {
  readonly title: string;
  readonly options: readonly HelpOption[];
}

export interface HelpExample {
  readonly text: string;
  /** The complete line to type. */
  readonly command: string;
}

export interface ProgramHelp {
  /** Purpose of the program, in one sentence. */
  readonly purpose: string;
  readonly usages: readonly string[];
  readonly groups: readonly HelpGroup[];
  readonly examples: readonly HelpExample[];
  /** Paragraphs after the examples. */
  readonly notes?: readonly string[];
}

const WIDTH = 100;
/** Column of the texts; after a longer usage the text starts on the next line. */
const TEXT_COLUMN = 26;

/** Options of every program. */
export const GENERAL_GROUP: HelpGroup = {
  title: 'General',
  options: [
    { usage: '--help', text: 'print this help and exit' },
    { usage: '--version', text: 'print the version and exit' },
  ],
};

export function helpText(help: ProgramHelp, version: string): string {
  const { purpose, usages, groups, examples, notes = [] } = help;
  const parts = [
    `Take a Number ${version}\n${wrapped(purpose, 0)}`,
    ['Usage', ...usages.map((usage) => `  ${usage}`)].join('\n'),
    ...groups.map(({ title, options }) => [title, ...options.map(optionText)].join('\n')),
    ['Examples', ...examples.map(({ text, command }) => `  ${text}:\n    ${command}`)].join('\n'),
    ...notes.map((note) => wrapped(note, 0)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function optionText({ usage, text }: HelpOption): string {
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
