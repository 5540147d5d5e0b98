// Command-line options as tables, read from the text of --help.

/** Options that --help lists without a text. */
const SHORT_TEXTS = { '--help': 'print the options and exit', '--version': 'print the version and exit' };

/** Entries of --help: what stands before the text, and the text with its continuation lines. */
function entriesOfHelp(help) {
  const entries = [];
  for (const line of help.split('\n')) {
    const [, head, text = ''] = /^ {2}(--\S.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
    if (head !== undefined) entries.push({ head, text });
    else if (/^ {20}/.test(line)) entries.at(-1).text += ` ${line.trim()}`;
    else if (entries.length > 0) break;
  }
  return entries.flatMap(({ head, text }) =>
    text.startsWith('--')
      ? [head, text].map((name) => ({ head: name, text: SHORT_TEXTS[name] ?? '' }))
      : [{ head, text }],
  );
}

const variableOf = (flag) => `TAN_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`;

export function flagTable(help) {
  const rows = entriesOfHelp(help).map(({ head, text }) => {
    const flags = head.match(/--[\w-]+/g) ?? [];
    const variables = flags.map((flag) => (flag in SHORT_TEXTS ? '–' : `\`${variableOf(flag)}\``));
    return `| \`${head.replaceAll('|', '\\|')}\` | ${[...new Set(variables)].join(', ')} | ${text.replaceAll('|', '\\|')} |`;
  });
  return ['| option | variable | meaning |', '|---|---|---|', ...rows].join('\n');
}
