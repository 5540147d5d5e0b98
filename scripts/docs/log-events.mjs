// Log events and their fields as tables.

const table = (head, rows) =>
  [head, head.replace(/[^|]+/g, '---'), ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');

function eventTable(events) {
  const rows = Object.entries(events).map(([name, { level, fields, sentence }]) => [
    `\`${name}\``,
    level,
    sentence,
    fields.map((field) => `\`${field}\``).join(', ') || '–',
  ]);
  return table('| event | level | sentence | fields |', rows);
}

export function logEventTables(groups) {
  return Object.entries(groups)
    .map(([title, events]) => `## ${title}\n\n${eventTable(events)}`)
    .join('\n\n');
}

export function logFieldTable(fields) {
  const rows = Object.entries(fields).map(([name, { type, meaning }]) => [`\`${name}\``, type, meaning]);
  return table('| field | type | meaning |', rows);
}
