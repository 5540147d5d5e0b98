/** Explanation of an invalid command line, in one line with the fix. */

interface ParseFault {
  readonly code?: string;
  readonly message: string;
}

/** Maximum edit distance of a misspelt option. */
const MAX_TYPOS = 2;

/** @param known names of all options, without the two dashes */
export function optionFault(error: unknown, argv: readonly string[], known: readonly string[]): string {
  const { code, message } = error as ParseFault;
  switch (code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const name = /'(--?[^']*)'/.exec(message)?.[1] ?? '';
      const meant = nearest(name.replace(/^--?/, ''), known);
      return `unknown option ${name}${meant === null ? '' : `: did you mean --${meant}?`}; see --help`;
    }
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL': {
      const word = /'([^']*)'/.exec(message)?.[1] ?? '';
      return `unexpected argument "${word}": options begin with --; see --help`;
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE': {
      const name = /--[\w-]+/.exec(message)?.[0] ?? '';
      if (/does not take/.test(message)) return `${name} takes no value; see --help`;
      // A value that starts with a dash looks like an option.
      const next = argv[argv.indexOf(name) + 1];
      return `${name} needs a value${next?.startsWith('-') ? `: write ${name}=VALUE if it begins with a dash` : ''}; see --help`;
    }
    default:
      // Node's explanation is long; the first line is enough.
      return `${message.split(/\. |\n/)[0]?.replace(/\.$/, '') ?? message}; see --help`;
  }
}

function nearest(name: string, known: readonly string[]): string | null {
  const [best] = known
    .map((option) => ({ option, typos: distance(name, option) }))
    .filter(({ typos }) => typos <= MAX_TYPOS)
    .sort((one, other) => one.typos - other.typos);
  return best?.option ?? null;
}

/** Edit distance: letters to insert, delete or replace; two swapped neighbours count once. */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, place) => place)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows[from.length]?.[to.length] ?? 0;
}
