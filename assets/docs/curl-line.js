// The command below "Try it", in a separate module so that tests can run it.

/** @typedef {Record<string, any>} Json */

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * A line for a terminal that does the operation with its recorded example.
 *
 * @param {string} method @param {string} path @param {Json} operation
 * @param {{resolve: (value: Json) => Json, origin: string}} around how references are resolved, and where the server is
 * @returns {string}
 */
export function curlLine(method, path, operation, { resolve, origin }) {
  const parameters = (operation.parameters ?? []).map(resolve);
  const fill = (/** @type {string} */ name) =>
    String(parameters.find((/** @type {Json} */ one) => one.in === 'path' && one.name === name)?.example ?? name);
  const query = parameters
    .filter((/** @type {Json} */ one) => one.in === 'query' && one.example !== undefined)
    .flatMap((/** @type {Json} */ one) =>
      [one.example].flat().map((value) => `${one.name}=${encodeURIComponent(String(value))}`),
    );
  const address = path.replaceAll(/\{(\w+)\}/g, (_part, name) => encodeURIComponent(fill(name)));
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method])];
  parts.push(quoted(`${origin}${address}${query.length > 0 ? `?${query.join('&')}` : ''}`));
  if (operation.security?.length !== 0) parts.push('-H "Authorization: Bearer $KEY"');
  const body = operation.requestBody?.content?.['application/json']?.example;
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`);
  return parts.join(' ');
}
