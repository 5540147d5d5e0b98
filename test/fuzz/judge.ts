/** Whether what came back is well formed: whole HTTP answers, each a success or a failure of the interface. */
import { XMLValidator } from 'fast-xml-parser';

const NOTHING = Buffer.alloc(0);

/** How many answers there were of each outcome, such as `200` or `409 errno 111`. */
export type Outcomes = Map<string, number>;
/** How often each operation of the queue succeeded. */
export type Successes = Map<string, number>;

/** What is wrong with the answers; null when nothing is. */
export function faultIn(
  request: Buffer,
  received: Buffer,
  whole: boolean,
  outcomes: Outcomes,
  successes: Successes = new Map(),
): string | null {
  const asked = request.toString('latin1');
  const headOnly = /HEAD [/*]/.test(asked);
  let rest = received;
  let answers = 0;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return `half an answer: ${rest.toString('latin1', 0, 80)}`;
    const lines = rest.toString('latin1', 0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(lines[0] ?? '')?.[1] ?? 0);
    if (status === 0) return `no status line: ${lines[0]?.slice(0, 80)}`;
    rest = rest.subarray(end + 4);
    if (status === 100) continue;
    answers += 1;
    if (status === 101) return null;
    const headers = new Map(
      lines.slice(1).map((line) => line.split(/: ?(.*)/s, 2).map((part) => part.toLowerCase()) as [string, string]),
    );
    const bodiless = headOnly && (rest.length === 0 || rest.subarray(0, 5).toString('latin1') === 'HTTP/');
    const framed = bodiless ? { body: NOTHING, rest } : bodyOf(headers, rest, headOnly);
    if (framed === null) return `a cut body after ${lines[0]}`;
    const { body } = framed;
    ({ rest } = framed);
    const fault = faultOf(status, headers.get('content-type') ?? '', body, headOnly);
    const errno = /"errno":(\d+)|<errno>(\d+)/.exec(body.toString('latin1'));
    const outcome = errno === null ? `${status}` : `${status} errno ${errno[1] ?? errno[2]}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (fault !== null) return fault;
    const operation = /^\S+ \/restapi\/v2\/queuemanagement\/(\w+)[ ?]/.exec(asked)?.[1];
    if (whole && operation !== undefined && status === 200) {
      successes.set(operation, (successes.get(operation) ?? 0) + 1);
    }
    if (whole && isJsonForXml(asked, headers.get('content-type') ?? '', body))
      return `JSON where XML was asked for: ${outcome}`;
  }
  if (whole && answers !== 1) return `${answers} answers to one request`;
  return null;
}

/** Whether more of an answer has to come. */
export function isCut(request: Buffer, received: Buffer): boolean {
  return /^(a cut body|half an answer|JSON that is none)/.test(faultIn(request, received, false, new Map()) ?? '');
}

interface Framed {
  readonly body: Buffer;
  /** What came after it. */
  readonly rest: Buffer;
}

/** The body that the headers speak of; null when it is not there in whole. */
function bodyOf(headers: ReadonlyMap<string, string>, rest: Buffer, headOnly: boolean): Framed | null {
  const length = headers.get('content-length');
  if (length === undefined && headers.get('transfer-encoding') === 'chunked') return dechunked(rest);
  // A streamed list to a client of HTTP/1.0 ends with its connection.
  if (length === undefined && headers.get('connection') === 'close') return { body: rest, rest: NOTHING };
  const size = Number(length ?? 0);
  if (rest.length < size) return headOnly ? { body: NOTHING, rest } : null;
  return { body: rest.subarray(0, size), rest: rest.subarray(size) };
}

function dechunked(rest: Buffer): Framed | null {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = rest.indexOf('\r\n', at);
    const line = rest.toString('latin1', at, Math.max(at, end));
    if (end < 0 || !/^[\da-f]+$/i.test(line)) return null;
    const size = Number.parseInt(line, 16);
    const next = end + 2 + size;
    if (rest.toString('latin1', next, next + 2) !== '\r\n') return null;
    if (size === 0) return { body: Buffer.concat(pieces), rest: rest.subarray(next + 2) };
    pieces.push(rest.subarray(end + 2, next));
    at = next + 2;
  }
}

/** XML was asked for, and is what this address speaks; errno 4 and a broken address can only be told in JSON. */
function isJsonForXml(asked: string, type: string, body: Buffer): boolean {
  const address = asked.split(' ', 2)[1] ?? '';
  // Of a request that is too large as a whole, nobody reads what it asks for.
  if (
    address.length > 8192 ||
    asked.startsWith('HEAD') ||
    /^\/restapi\/(v2\/(forms|qats|admin|reports|limits)|openapi)/.test(address)
  )
    return false;
  if (!/^\/restapi\/[^?]*\?(.*&)?format=xml(&|$)/.test(address) || address.split('format=').length !== 2) return false;
  return type.startsWith('application/json') && !/"errno":4\b|"parameter":"address"/.test(body.toString('latin1'));
}

function faultOf(status: number, type: string, body: Buffer, headOnly: boolean): string | null {
  if (status === 500) return `HTTP 500: ${body.toString('utf8', 0, 200)}`;
  const text = body.toString('utf8');
  if (text === '') return status < 400 || headOnly ? null : `HTTP ${status} without a word`;
  if (type.startsWith('application/xml')) {
    const valid = XMLValidator.validate(text);
    if (valid !== true) return `XML that is none: ${JSON.stringify(valid.err)}`;
    const errno = /<response><success>(true|false)<\/success>(?:<errno>(\d+)<\/errno>)?/.exec(text);
    return faultOfOutcome(status, errno?.[1] === 'true', Number(errno?.[2] ?? 0), errno !== null);
  }
  if (!type.startsWith('application/json')) return status < 400 ? null : `HTTP ${status} as ${type || 'nothing'}`;
  let answer: { readonly success?: unknown; readonly errno?: unknown };
  try {
    answer = JSON.parse(text);
  } catch {
    return `JSON that is none: ${text.slice(0, 80)}`;
  }
  if (status < 400 && answer.success === undefined) return null;
  return faultOfOutcome(
    status,
    answer.success === true,
    Number(answer.errno ?? 0),
    typeof answer.success === 'boolean',
  );
}

function faultOfOutcome(status: number, success: boolean, errno: number, said: boolean): string | null {
  if (!said) return `HTTP ${status} that does not say whether it succeeded`;
  if (success !== status < 400) return `HTTP ${status} with success ${success}`;
  if (!success && errno === 9) return 'errno 9';
  return success || errno > 0 ? null : 'a failure without errno';
}
