// Metrics as a table, read from the places that define them.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TEXT = String.raw`('(?:[^'\\]|\\.)*'|"[^"]*")`;
const DEFINITION = new RegExp(String.raw`(?:name: |gauge\(\s*)'(tan_\w+)',\s*(?:help: )?${TEXT}((?:,\s*'\w+')*)`, 'g');
const LABELS = /^[^}]{0,40}labelNames: \[([^\]]*)\]/;
/** Labels that a loop adds to all metrics of a file. */
const LABELS_OF_FILES = {
  'main/events/service/figures.ts': "'device'",
  'main/webhooks/service/figures.ts': "'webhook'",
};

function metricsOf(root, file) {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(DEFINITION)].map((match) => {
    const [whole, name, help, listed] = match;
    const after = source.slice(match.index + whole.length);
    const labels = listed || LABELS.exec(after)?.[1] || (/alarms/.test(name) ? '' : LABELS_OF_FILES[file]) || '';
    return { name, help: help.slice(1, -1).replaceAll("\\'", "'"), labels: labels.match(/\w+/g) ?? [] };
  });
}

export function metricTable(root) {
  const files = globSync('main/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const metrics = files
    .flatMap((file) => metricsOf(root, file))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const rows = metrics.map(
    ({ name, help, labels }) =>
      `| \`${name}\` | ${labels.map((label) => `\`${label}\``).join(', ') || '–'} | ${help} |`,
  );
  return ['| metric | labels | meaning |', '|---|---|---|', ...rows].join('\n');
}
