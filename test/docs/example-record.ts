/** Exchanges of the example day as they are kept: the same at every recording, and short. */
import type { ExampleRequest } from './example-day.ts';

export interface KeptExample extends ExampleRequest {
  readonly answer: unknown;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Ids that the demo site brings. */
const OF_THE_SITE = '01900000-';
const MAX_LIST = 1;
const MAX_TEXT = 160;
/** Fields that let a reader in somewhere, or are random. */
const MASKED = new Set(['authtoken', 'key', 'secret', 'token', 'code', 'revision', 'change_id', 'record']);
const IN_REQUESTS = new Set(['token', 'revision']);
/** As a screen shows it. */
const PAIRING_CODE = /^[34679ACDEFGHJKMNPQRTUVWXY]{8}$/;

/** Writes requests and answers as they are kept; ids get numbers in the order in which they come. */
export function exampleWriter(): {
  request(request: ExampleRequest): ExampleRequest;
  answer(answer: unknown): unknown;
} {
  const ids = new Map<string, string>();
  const numbered = (id: string): string => {
    if (id.startsWith(OF_THE_SITE)) return id;
    const known = ids.get(id) ?? `019aa1b2-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  const text = (value: string): string => {
    const plain = value.replace(UUID, numbered).replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:8443');
    return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain;
  };
  /** Of the same form as the value, which is another one in each run. */
  const sample = (name: string, value: string | number): string | number => {
    if (name === 'secret') return 'example-secret-'.repeat(8).slice(0, String(value).length);
    if (name === 'code' && PAIRING_CODE.test(String(value))) return 'A3C4E6F7';
    return name === 'delivery' ? 1 : value;
  };
  const masked = (value: string): string => (/[\w-]{20}/.test(value) ? `${value.slice(0, 4)}…` : text(value));
  const kept = (value: unknown, name: string, most: number, hidden: ReadonlySet<string>): unknown => {
    if (typeof value === 'string') return hidden.has(name) ? masked(value) : text(value);
    if (Array.isArray(value)) return value.slice(0, most).map((one) => kept(one, '', most, hidden));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, kept(inner, key, most, hidden)]));
  };
  const sampled = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string' || typeof value === 'number') return sample(name, value);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sampled(inner, key)]));
  };
  return {
    request: (request) => sampled(kept(request, '', Number.POSITIVE_INFINITY, IN_REQUESTS)) as ExampleRequest,
    answer: (answer) => kept(answer, '', MAX_LIST, MASKED),
  };
}
