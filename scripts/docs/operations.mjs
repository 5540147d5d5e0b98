// Operations of the REST API as tables, from its OpenAPI description.

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** One table for each tag, in the order of the description. */
export function operationTables(api) {
  const all = Object.entries(api.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return api.tags
    .map(({ name, description }) => {
      const rows = all
        .filter(({ operation }) => operation.tags?.includes(name))
        .map(({ path, method, operation }) => {
          const own = operation['x-part'] === 'interface' ? '' : '†';
          return `| \`${method} ${path}\`${own} | \`${operation.operationId}\` | ${cell(operation.summary)} |`;
        });
      return [`## ${name}`, '', description, '', '| request | operation | purpose |', '|---|---|---|', ...rows].join(
        '\n',
      );
    })
    .join('\n\n');
}
