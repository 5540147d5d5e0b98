// Renders /restapi/openapi.json. All content is created as elements and text, never as HTML.
import { curlLine } from '/docs/curl-line.js';

/** @typedef {Record<string, any>} Json */

/** Most lines of an outline. */
const MOST_LINES = 220;

/** @type {Json} */
let api = {};

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Text in which `…` is code. @param {string} text */
function prose(text) {
  return text.split('`').map((part, place) => (place % 2 === 1 ? element('code', {}, part) : part));
}

/** @param {Json} value @returns {Json} */
function resolve(value) {
  if (typeof value?.$ref !== 'string') return value ?? {};
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((/** @type {Json} */ at, /** @type {string} */ part) => at[part], api);
}

/** Short name of a schema. @param {Json} schema @returns {string} */
function kindOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ one) => JSON.stringify(one)).join(' | ');
  if (schema.type === 'array') return `list of ${kindOf(schema.items ?? {})}`;
  if (schema.format === 'local-date-time') return 'yyyy-mm-dd hh:mm:ss';
  return schema.type ?? 'anything';
}

/** Outline of a schema, in the form of an example. @param {Json} schema @param {string} indent @returns {string[]} */
function outline(schema, indent = '') {
  const whole = resolve(schema);
  const deeper = `${indent}  `;
  if (whole.type === 'array') {
    const [first = '', ...rest] = outline(whole.items ?? {}, indent);
    const last = rest.pop();
    return last === undefined ? [`[${first}]`] : [`[${first}`, ...rest, `${last}]`];
  }
  if (whole.type === 'object' && whole.properties) {
    const lines = Object.entries(whole.properties).flatMap(([name, field]) => {
      const [first, ...rest] = outline(field, deeper);
      const optional = whole.required?.includes(name) ? '' : '?';
      return [`${deeper}${name}${optional}: ${first}`, ...rest];
    });
    return ['{', ...lines, `${indent}}`];
  }
  if (whole.type === 'object' && typeof whole.additionalProperties === 'object') {
    const [first, ...rest] = outline(whole.additionalProperties, deeper);
    return ['{', `${deeper}…: ${first}`, ...rest, `${indent}}`];
  }
  return [kindOf(whole)];
}

/** @param {string} title @param {...Node} content */
function part(title, ...content) {
  return [element('h3', {}, title), ...content];
}

/** @param {Json} operation */
function parameterTable(operation) {
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const isDocument = operation.requestBody?.required === true;
  /** @type {Map<string, {where: string, kind: string, needed: boolean, words: string}>} */
  const rows = new Map();
  for (const one of (operation.parameters ?? []).map(resolve)) {
    const where = one.in === 'query' && body && !isDocument ? 'query or body' : one.in;
    rows.set(one.name, {
      where,
      kind: kindOf(one.schema),
      needed: one.required === true,
      words: one.description ?? '',
    });
  }
  for (const [name, schema] of Object.entries(isDocument ? {} : (body?.properties ?? {}))) {
    const known = rows.get(name);
    const needed = body.required?.includes(name) ?? false;
    rows.set(
      name,
      known ? { ...known, needed } : { where: 'body', kind: kindOf(schema), needed, words: schema.description ?? '' },
    );
  }
  if (rows.get('format')) rows.set('format', { ...rows.get('format'), where: 'query' });
  if (rows.size === 0) return element('p', {}, 'None.');
  const head = element(
    'tr',
    {},
    ...['Name', 'Where', 'Type', 'Meaning'].map((text) => element('th', { scope: 'col' }, text)),
  );
  const lines = [...rows].map(([name, { where, kind, needed, words }]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, element('code', {}, name)),
      element('td', {}, needed ? `${where}, needed` : where),
      element('td', {}, kind),
      element('td', {}, ...prose(words)),
    ),
  );
  const table = element('table', {}, element('thead', {}, head), element('tbody', {}, ...lines));
  return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Parameters' }, table);
}

/** @param {Json} schema @param {string} label */
function outlineBlock(schema, label) {
  const lines = outline(schema);
  const text = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines;
  return element('pre', { tabindex: '0', role: 'region', 'aria-label': label }, text.join('\n'));
}

/** @param {Json} example */
function exampleBlock(example) {
  const text = JSON.stringify(example, null, 2);
  return element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Example response' }, text);
}

/** @param {Json} operation */
function failureList(operation) {
  /** @type {Node[]} */
  const items = [];
  for (const [status, response] of Object.entries(operation.responses)) {
    if (status !== '200') items.push(element('li', {}, element('strong', {}, status), ` ${response.description}`));
  }
  return items.length > 0 ? element('ul', {}, ...items) : element('p', {}, 'None.');
}

/** @param {string} line */
function copyButton(line) {
  const button = element('button', { type: 'button' }, 'Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(line);
    button.textContent = 'Copied';
  });
  return button;
}

/** @param {string} method @param {string} path @param {Json} operation */
function bodyOf(method, path, operation) {
  const roles = operation['x-roles'] ?? [];
  // A WebSocket has another status and a description without a schema.
  const good = operation.responses['200'] ?? operation.responses['101'];
  const answer = Object.values(good.content ?? {})[0]?.schema;
  const example = good.content?.['application/json']?.example;
  const document = operation.requestBody?.required ? operation.requestBody.content['application/json'].schema : null;
  const curl = curlLine(method, path, operation, { resolve, origin: location.origin });
  const lines = operation['x-method'] ? [curl, curl.replace(`-X ${method}`, `-X ${operation['x-method']}`)] : [curl];
  return element(
    'div',
    { class: 'body' },
    ...(roles.length > 0 ? [element('p', {}, 'Roles: ', ...prose(roles.map((role) => `\`${role}\``).join(', ')))] : []),
    ...part('Parameters', parameterTable(operation)),
    ...(document === null ? [] : part('Request body', outlineBlock(document, 'Request body'))),
    ...part('Response', answer ? outlineBlock(answer, 'Response') : element('p', {}, ...prose(good.description))),
    ...(example === undefined ? [] : part('Example response', exampleBlock(example))),
    ...part('Errors', failureList(operation)),
    ...part('Try it', element('pre', { tabindex: '0', role: 'region', 'aria-label': 'curl' }, lines.join('\n'))),
    ...(navigator.clipboard ? [copyButton(curl)] : []),
  );
}

/** @param {string} method @param {string} path @param {Json} operation */
function entry(method, path, operation) {
  const summary = element(
    'summary',
    {},
    element('span', { class: `method ${method.toLowerCase()}` }, method),
    ' ',
    element('code', {}, path),
    ' ',
    element(
      'span',
      { class: `part ${operation['x-part'] ?? 'ours'}` },
      operation['x-part'] === 'interface' ? 'interface' : 'extension',
    ),
    element('span', { class: 'words' }, ...prose(operation.summary)),
  );
  const details = element('details', { class: 'operation', id: operation.operationId ?? path.slice(1) }, summary);
  details.dataset.text = `${method} ${path} ${operation.summary} ${operation.operationId ?? ''}`.toLowerCase();
  // Rendered on opening, because most of the many operations stay closed.
  details.addEventListener('toggle', () => {
    if (details.children.length === 1) details.append(bodyOf(method, path, operation));
  });
  return details;
}

/** @param {string} name */
function idOf(name) {
  return `area-${name.toLowerCase().replaceAll(' ', '-')}`;
}

function show() {
  const main = /** @type {HTMLElement} */ (document.getElementById('operations'));
  const areas = /** @type {HTMLElement} */ (document.getElementById('areas'));
  main.replaceChildren(
    ...api.info.description.split('\n\n').map((/** @type {string} */ text) => element('p', {}, ...prose(text))),
  );
  for (const { name } of api.tags) {
    const entries = Object.entries(api.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => operation.tags[0] === name)
        .map(([method, operation]) => entry(method.toUpperCase(), path, operation)),
    );
    if (entries.length === 0) continue;
    const heading = element('h2', { id: idOf(name) }, name);
    main.append(element('section', { 'aria-labelledby': idOf(name) }, heading, ...entries));
    areas.append(element('li', {}, element('a', { href: `#${idOf(name)}` }, name), ` (${entries.length})`));
  }
}

function find() {
  const wanted = /** @type {HTMLInputElement} */ (document.getElementById('wanted')).value.trim().toLowerCase();
  let count = 0;
  for (const section of document.querySelectorAll('main section')) {
    let any = false;
    for (const details of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll('details.operation'))) {
      const fits = wanted.split(/\s+/).every((word) => details.dataset.text?.includes(word));
      details.hidden = !fits;
      any ||= fits;
      if (fits) count += 1;
    }
    /** @type {HTMLElement} */ (section).hidden = !any;
  }
  const found = /** @type {HTMLElement} */ (document.getElementById('found'));
  found.textContent = wanted === '' ? '' : `${count} ${count === 1 ? 'operation' : 'operations'}`;
}

function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(named instanceof HTMLDetailsElement)) return;
  named.open = true;
  named.scrollIntoView();
}

try {
  const answer = await fetch('/restapi/openapi.json');
  api = await answer.json();
  show();
  document.getElementById('wanted')?.addEventListener('input', find);
  addEventListener('hashchange', openNamed);
  openNamed();
} catch {
  document
    .getElementById('operations')
    ?.append(element('p', { role: 'alert' }, 'The description cannot be loaded. Reload the page.'));
}
