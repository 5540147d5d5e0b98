/** The ways in which a client may send parameters, and what comes back. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect } from 'vitest';
import type { Row } from './interface-table.ts';
import { ANSWERS, type Shape } from './shapes.ts';
import type { Given } from './situations.ts';

export const WAYS = ['query', 'form', 'multipart', 'json', 'mixed'] as const;
export type Way = (typeof WAYS)[number];
export type Format = 'json' | 'xml';

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | FormData;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** As a text in a query or a form: lists of ids as the JSON that the interface shows. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The address with its parts filled in, and the parameters that are left. */
export function fillPath(path: string, given: Given): { readonly path: string; readonly rest: Given } {
  const rest: Record<string, unknown> = { ...given };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_part, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path: filled, rest };
}

export function compose(row: Pick<Row, 'method' | 'path'>, way: Way, given: Given, format?: string): Sent {
  const { path, rest } = fillPath(row.path, given);
  const names = Object.keys(rest);
  // Half of them here, half there; what stands in both counts as it stands in the body.
  const half = Math.ceil(names.length / 2);
  const inQuery = way === 'query' ? names : way === 'mixed' ? names.slice(0, half) : [];
  const inBody = names.filter((name) => !inQuery.includes(name));
  const query = new URLSearchParams(inQuery.map((name) => [name, asText(rest[name])]));
  const overruled = way === 'mixed' ? inBody[0] : undefined;
  if (overruled !== undefined) query.set(overruled, 'overruled by the body');
  if (format !== undefined) query.set('format', format);
  const search = query.size === 0 ? '' : `?${query}`;
  const sent = { method: row.method, url: `${path}${search}`, headers: {} };
  switch (way) {
    case 'query':
      return sent;
    case 'form':
      return {
        ...sent,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(inBody.map((name) => [name, asText(rest[name])])).toString(),
      };
    case 'multipart': {
      const body = new FormData();
      for (const name of inBody) body.append(name, asText(rest[name]));
      return { ...sent, body };
    }
    case 'json':
    case 'mixed':
      return {
        ...sent,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(Object.fromEntries(inBody.map((name) => [name, rest[name]]))),
      };
  }
}

export async function send(address: string, sent: Sent, headers: Record<string, string> = {}): Promise<Received> {
  const response = await fetch(address + sent.url, {
    method: sent.method,
    headers: { ...sent.headers, ...headers },
    ...(sent.body === undefined ? {} : { body: sent.body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const FAILURE: Shape = { fields: { success: 'boolean', errno: 'integer', code: 'string', error: 'string' } };
const FAILURE_5: Shape = { fields: { ...FAILURE.fields, parameter: 'string' } };

/** Reads an answer in the format that was asked for; an answer in another format is a fault. */
export function read(received: Received, format: Format, shape: Shape): unknown {
  const type = received.headers.get('content-type');
  expect(type).toBe(`application/${format}; charset=utf-8`);
  if (format === 'json') return JSON.parse(received.text);
  return readXml(received.text, shape);
}

export function readFailure(received: Received, format: Format): { errno: number; parameter?: string } {
  const hasParameter = format === 'json' ? '"parameter":' : '<parameter>';
  const shape = received.text.includes(hasParameter) ? FAILURE_5 : FAILURE;
  return read(received, format, shape) as { errno: number; parameter?: string };
}

export function failureShape(failure: object): Shape {
  return 'parameter' in failure ? FAILURE_5 : FAILURE;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  htmlEntities: true,
  isArray: (name) => name === 'item',
});

/** XML turned back into what the same answer is in JSON. */
export function readXml(text: string, shape: Shape): unknown {
  expect(XMLValidator.validate(text)).toBe(true);
  expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<response>.*<\/response>$/s);
  return back(parser.parse(text).response, shape);
}

type Element = string | Readonly<Record<string, unknown>>;

function back(element: unknown, shape: Shape): unknown {
  if (shape === 'string' || shape === 'timestamp') return element;
  if (shape === 'integer') return /^-?\d+$/.test(String(element)) ? Number(element) : element;
  if (shape === 'boolean') return element === 'true' ? true : element === 'false' ? false : element;
  const children = (element === '' ? {} : element) as Exclude<Element, string>;
  if ('list' in shape) {
    expect(Object.keys(children).filter((name) => name !== 'item')).toEqual([]);
    return ((children.item ?? []) as readonly unknown[]).map((item) => back(item, shape.list));
  }
  if ('map' in shape) {
    return Object.fromEntries(
      Object.entries(children).flatMap(([name, child]) => {
        if (name !== 'item') return [[name, back(child, shape.map)]];
        return (child as Readonly<Record<string, unknown>>[]).map(({ '@key': key, ...inner }) => {
          const { '#text': own = '', ...rest } = inner;
          return [key, back(Object.keys(rest).length > 0 ? rest : own, shape.map)];
        });
      }),
    );
  }
  return Object.fromEntries(
    Object.entries(children).map(([name, child]) => [name, back(child, shape.fields[name] ?? 'string')]),
  );
}

export function answerShape(row: Row): Shape {
  return ANSWERS[row.answer];
}
