// Fields of the site file as tables, from its JSON Schema.

/** What holds for a field without a fixed default. */
const WITHOUT_DEFAULT = {
  id: 'from the name',
  location: 'the only location',
  'settings.api_authentication': 'on when other machines can reach the server',
  'appointments.location': 'that of the service',
  'ticket_layout.bold': 'as usual for the part',
  'locations.t_delete': '`30` for a new location',
};
const MAX_VALUES = 12;
/** Default bounds, which the page states once. */
const USUAL_LENGTH = 4000;
const USUAL_ITEMS = 10_000;
const USUAL_NUMBER = 2_147_483_647;
const NESTED = new Set(['display', 'questions']);

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Schema of a part: `locations`, `devices.display`, `forms.questions`. */
function schemaOf(schema, path) {
  return path.split('.').reduce((at, name) => {
    const next = at.properties[name];
    const items = next.items ?? next;
    return name === 'questions' ? items.properties.before.items : items;
  }, schema);
}

function defaultOf(part, name, field, required) {
  if (required) return 'required';
  const told = WITHOUT_DEFAULT[`${part}.${name}`] ?? WITHOUT_DEFAULT[name];
  if (field.default === undefined || told !== undefined) return told ?? 'none';
  const { default: value } = field;
  if (value === '') return 'empty';
  if (Array.isArray(value) && value.length > 1) return value.map((each) => `\`${each}\``).join(' ');
  if (typeof value === 'object' && Object.keys(value).length === 0) return 'none';
  if (typeof value === 'object' && !Array.isArray(value)) return 'its defaults';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** Values and bounds that the schema knows. */
function boundsOf({ enum: values, type, minimum, maximum, maxLength, minItems, maxItems, items }) {
  if (values !== undefined)
    return values
      .slice(0, MAX_VALUES)
      .map((value) => `\`${value}\``)
      .join(', ');
  if (type === 'integer')
    return maximum === undefined || maximum === USUAL_NUMBER ? `from ${minimum ?? 0}` : `${minimum ?? 0} to ${maximum}`;
  if (type === 'string')
    return maxLength === undefined || maxLength === USUAL_LENGTH ? 'text' : `text, up to ${maxLength} characters`;
  if (type === 'array') {
    const most = maxItems === undefined || maxItems === USUAL_ITEMS ? 'list' : `list, up to ${maxItems}`;
    const roles = items?.enum === undefined ? '' : ` of ${items.enum.map((value) => `\`${value}\``).join(', ')}`;
    return `${most}${roles}${minItems > 0 ? ', not empty' : ''}`;
  }
  return type === 'boolean' ? '`true`, `false`' : 'object';
}

export function fieldTable(schema, path) {
  const part = path.split('.').at(-1);
  const { properties, required = [] } = schemaOf(schema, path);
  const rows = Object.entries(properties).map(([name, field]) => {
    const meaning = `${field.description ?? ''} ${'enum' in field || field.type !== 'boolean' ? `*${boundsOf(field)}*` : ''}`;
    return `| \`${name}\` | ${cell(meaning.trim())} | ${cell(defaultOf(part, name, field, required.includes(name)))} |`;
  });
  // Tests read the fields of a part from tables that begin with `field`.
  const head = NESTED.has(part) ? `of \`${part}\`` : 'field';
  return [`| ${head} | meaning | if left out |`, '|---|---|---|', ...rows].join('\n');
}
