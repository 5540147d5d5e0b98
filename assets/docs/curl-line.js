// The line under "Try it": made here, so that tests run what the page shows.

/** @typedef {Record<string, any>} Json */

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** @param {Json} schema @param {unknown} example */
function sample(schema, example) {
  if (example !== undefined) return example;
  if (schema.enum) return schema.enum[0];
  return { integer: 1, boolean: true, array: [], object: {} }[/** @type {'integer'} */ (schema.type)] ?? '…';
}

/**
 * A line for a terminal that does the operation with the examples of its parameters.
 *
 * @param {string} method @param {string} path @param {Json} operation
 * @param {{resolve: (value: Json) => Json, origin: string}} around how references are resolved, and where the server is
 * @returns {string}
 */
export function curlLine(method, path, operation, { resolve, origin }) {
  const parameters = (operation.parameters ?? []).map(resolve);
  const fill = (/** @type {string} */ name) =>
    parameters.find((/** @type {Json} */ one) => one.name === name)?.example ?? name;
  const query = parameters
    .filter((/** @type {Json} */ one) => one.in === 'query' && one.required)
    .map((/** @type {Json} */ one) => `${one.name}=${encodeURIComponent(String(sample(one.schema, one.example)))}`);
  const address = path.replaceAll(/\{(\w+)\}/g, (_part, name) => encodeURIComponent(fill(name)));
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method])];
  parts.push(quoted(`${origin}${address}${query.length > 0 ? `?${query.join('&')}` : ''}`));
  if (operation.security?.length !== 0) parts.push('-H "Authorization: Bearer $KEY"');
  const body = operation.requestBody?.content?.['application/json']?.schema;
  if (body !== undefined && method !== 'GET') {
    parts.push("-H 'Content-Type: application/json'");
    if (operation.requestBody.required) parts.push('-d @document.json');
    else {
      const { properties = {}, required = [] } = body;
      const examples = new Map(parameters.map((/** @type {Json} */ one) => [one.name, one.example]));
      const sent = required.map((/** @type {string} */ name) => [
        name,
        sample(resolve(properties[name]), examples.get(name)),
      ]);
      parts.push(`-d ${quoted(JSON.stringify(Object.fromEntries(sent)))}`);
    }
  }
  return parts.join(' ');
}
