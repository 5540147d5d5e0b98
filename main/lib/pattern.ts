/**
 * Administrators' patterns, run in linear time by RE2.
 *
 * Length and size of a pattern are limited too, because the run time is proportional to its size.
 */
import { RE2JS } from 're2js';
import { fail, ok, type Result } from './result.ts';

const MAX_LENGTH = 500;
const MAX_SIZE = 1000;
/** Maximum cached patterns. */
const MAX_KEPT = 500;

/** A compiled pattern. */
export interface Pattern {
  /** Names of its groups. */
  readonly groups: readonly string[];
  /** Whether the pattern matches the whole text. */
  matches(text: string): boolean;
  /** Named groups of the first match within the text; null without a match. */
  find(text: string): Readonly<Record<string, string | null>> | null;
}

const kept = new Map<string, Result<Pattern, string>>();

/** Compiles; the error explains the fault without repeating the pattern. */
export function compilePattern(source: string): Result<Pattern, string> {
  return compiledOnce(source, false);
}

/** The same, ignoring case. */
export function compilePatternOfAnyCase(source: string): Result<Pattern, string> {
  return compiledOnce(source, true);
}

function compiledOnce(source: string, isOfAnyCase: boolean): Result<Pattern, string> {
  const key = `${isOfAnyCase ? 'i' : ''}/${source}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const compiled = compile(source, isOfAnyCase ? RE2JS.CASE_INSENSITIVE : 0);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, compiled);
  return compiled;
}

function compile(source: string, flags: number): Result<Pattern, string> {
  if (source.length > MAX_LENGTH) return fail(`is longer than ${MAX_LENGTH} characters`);
  if (patternSize(source) > MAX_SIZE) return fail('repeats too much');
  try {
    const compiled = RE2JS.compile(source, flags);
    if (compiled.programSize() > 2 * MAX_SIZE) return fail('repeats too much');
    return ok({
      groups: Object.keys(compiled.namedGroups()),
      matches: (text) => compiled.matches(text),
      find(text) {
        const matcher = compiled.matcher(text);
        return matcher.find() ? matcher.getNamedGroups() : null;
      },
    });
  } catch {
    return fail('is not a valid RE2 pattern (look-around and back-references are not supported)');
  }
}

const ESCAPE = /\\(?:[pP](?:\{[^}]*\}|.)|x\{[^}]*\}|Q.*?(?:\\E|$)|.)/suy;
const CLASS = /\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]/suy;
const REPEAT = /\{(\d+)(?:,(\d*))?\}/y;

/** Estimated number of steps with counted repeats expanded; accurate enough to refuse before compiling. */
function patternSize(source: string): number {
  const open: number[] = [];
  let total = 0;
  let last = 0;
  for (let at = 0; at < source.length; ) {
    const repeat = tokenAt(REPEAT, source, at);
    const atom = tokenAt(ESCAPE, source, at) ?? tokenAt(CLASS, source, at);
    const character = source[at];
    if (repeat !== null) {
      const times = Math.max(Number(repeat[1]), Number(repeat[2] ?? 0), 1);
      total += last * (times - 1);
      last *= times;
      at += repeat[0].length;
      continue;
    }
    if (character === '(') {
      open.push(total);
      total += 1;
      last = 0;
    } else if (character === ')') {
      last = total - (open.pop() ?? 0) + 1;
      total += 1;
    } else {
      last = atom?.[0].startsWith('\\Q') ? atom[0].length : 1;
      total += last;
    }
    at += atom?.[0].length ?? 1;
  }
  return total;
}

function tokenAt(expression: RegExp, source: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(source);
}
