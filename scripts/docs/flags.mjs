// Command-line options as tables, from the same data as --help.

const cell = (text) => text.replaceAll('|', '\\|');
/** A placeholder such as `<folder>` is no tag. */
const words = (text) => cell(text).replaceAll('<', '\\<');
const variableOf = (flag) => `TAN_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`;
/** Options without a variable. */
const PLAIN = new Set(['--help', '--version']);

function serverRow([usage, text]) {
  const flags = usage.match(/--[\w-]+/g) ?? [];
  const variables = flags.map((flag) => (PLAIN.has(flag) ? '–' : `\`${variableOf(flag)}\``));
  return `| \`${cell(usage)}\` | ${[...new Set(variables)].join(', ')} | ${words(text)} |`;
}

const exampleBlock = (examples) =>
  ['```sh', ...Object.entries(examples).flatMap(([text, command]) => [`# ${text}`, command]), '```'].join('\n');

/** A table for each group of options of the server, and examples. */
export function serverOptions({ groups, examples }) {
  const tables = Object.entries(groups).map(([title, options]) =>
    [
      `### ${title}`,
      '',
      '| option | variable | meaning |',
      '|---|---|---|',
      ...Object.entries(options).map(serverRow),
    ].join('\n'),
  );
  return [...tables, ['### Examples', '', exampleBlock(examples)].join('\n')].join('\n\n');
}

/** A section for each of the other commands. */
export function commandOptions(commands) {
  return Object.entries(commands)
    .map(([title, { purpose, usages, groups, examples, notes = [] }]) => {
      const rows = Object.entries(groups)
        .filter(([group]) => group !== 'General')
        .flatMap(([group, options]) =>
          Object.entries(options).map(([usage, text]) => `| ${group} | \`${cell(usage)}\` | ${words(text)} |`),
        );
      return [
        `### ${title}`,
        '',
        purpose,
        '',
        ['```text', ...usages, '```'].join('\n'),
        '',
        '| group | option | meaning |',
        '|---|---|---|',
        ...rows,
        '',
        exampleBlock(examples),
        ...notes.flatMap((note) => ['', note]),
      ].join('\n');
    })
    .join('\n\n');
}
