/**
 * Parser of `a=1&filter[ids][]=x`, in URLs and forms.
 *
 * Input is untrusted, so the cost is bounded before anything is built: each character is read a fixed number of times,
 * and each field creates only a few nodes.
 */
import { fail, ok, type Result } from '../../lib/result.ts';

/** Unvalidated parameters. Without a prototype, so that no name is special. */
export type RawParameters = Readonly<Record<string, unknown>>;

const NOTHING: RawParameters = Object.freeze(Object.create(null));

/** Maximum fields of a query or form; more are an error. */
export const MAX_FIELDS = 2000;
/** Maximum nesting of brackets: `questions[before][0][visible_on][ticket_kiosks]` is the deepest valid name. */
const MAX_DEPTH = 4;
/** Names of list positions: `ids[0]`, `ids[1]`. */
const PLACE = /^(0|[1-9]\d{0,2}|1\d{3})$/;

const TOO_MANY = `The query has more than ${MAX_FIELDS} fields.`;
const TOO_DEEP = `Brackets must be nested at most ${MAX_DEPTH} levels deep.`;
export const BROKEN_ENCODING = 'The percent-encoding is invalid.';

/** Values and children of one name. */
interface Node {
  /** `a=1&a=2`, `a[]=1` */
  readonly values: string[];
  /** `a[b]=1` */
  readonly named: Map<string, Node>;
  /** A list even with one value. */
  isList: boolean;
}

const emptyNode = (): Node => ({ values: [], named: new Map(), isList: false });

/** The error describes the fault of the source. */
export function parseFields(source: string): Result<RawParameters, string> {
  if (source === '') return ok(NOTHING);
  const pairs: [string, string][] = [];
  for (let start = 0; start < source.length; ) {
    const next = source.indexOf('&', start);
    const end = next < 0 ? source.length : next;
    if (end > start) {
      if (pairs.length === MAX_FIELDS) return fail(TOO_MANY);
      // Cut the pair first: searching `=` in the rest of the source would be quadratic.
      const pair = source.slice(start, end);
      const equals = pair.indexOf('=');
      try {
        pairs.push(equals < 0 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]);
      } catch {
        return fail(BROKEN_ENCODING);
      }
    }
    start = end + 1;
  }
  return gatherFields(pairs);
}

/** Throws for invalid percent-encoding or UTF-8: the intended value is unknown. */
function decode(text: string): string {
  return text.includes('%') || text.includes('+') ? decodeURIComponent(text.replaceAll('+', ' ')) : text;
}

/** Combines fields with brackets in their names. The error describes their fault. */
export function gatherFields(fields: readonly (readonly [string, string])[]): Result<RawParameters, string> {
  if (fields.length > MAX_FIELDS) return fail(TOO_MANY);
  const root = emptyNode();
  for (const [name, value] of fields) {
    const path = pathOf(name);
    if (path === null) return fail(TOO_DEEP);
    put(root, path, value);
  }
  return ok(objectOf(root.named));
}

/** `a[b][]` as `a`, `b` and an empty text; a name with unpaired brackets is one name. Null if nested too deep. */
function pathOf(name: string): readonly string[] | null {
  const first = name.indexOf('[');
  if (first <= 0 || !name.endsWith(']')) return [name];
  const path = [name.slice(0, first)];
  for (let open = first; open < name.length; ) {
    const close = name.indexOf(']', open);
    const inner = name.slice(open + 1, close);
    if (name[open] !== '[' || inner.includes('[')) return [name];
    if (path.length > MAX_DEPTH) return null;
    path.push(inner);
    open = close + 1;
  }
  return path;
}

function put(root: Node, path: readonly string[], value: string): void {
  let node = root;
  for (const [depth, part] of path.entries()) {
    if (depth > 0 && part === '' && depth === path.length - 1) node.isList = true;
    else {
      // `a[][b]` is a part of the first entry.
      const name = depth > 0 && part === '' ? '0' : part;
      const known = node.named.get(name) ?? emptyNode();
      node.named.set(name, known);
      node = known;
    }
  }
  node.values.push(value);
}

function nodeValue({ values, named, isList }: Node): unknown {
  if (named.size === 0) return values.length === 1 && !isList ? values[0] : values;
  const names = [...named.keys()];
  if (!names.every((name) => PLACE.test(name))) {
    const object = objectOf(named);
    return values.length === 0 ? object : [...values, object];
  }
  const placed = [...named].sort(([a], [b]) => Number(a) - Number(b)).map(([, node]) => nodeValue(node));
  return [...values, ...placed];
}

function objectOf(named: ReadonlyMap<string, Node>): RawParameters {
  const object: Record<string, unknown> = Object.create(null);
  for (const [name, node] of named) object[name] = nodeValue(node);
  return object;
}
