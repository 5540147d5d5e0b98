/** File headers: every larger source file begins with its role in at most 15 words. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const MAX_WORDS = 15;
/** Shorter files need no header. */
const MAX_LINES_WITHOUT = 40;

const DENIED: readonly RegExp[] = [
  /\b(?:whoever|whomever|somebody|nobody|anew|elsewhere|shall)\b/i,
  /\bfrom afar\b/i,
  /\b(?:is|are|was|were) told\b/i,
  /\b(?:is|are) to be\b/i,
  /\bstands? (?:in|at|on|beside|behind|under|for)\b/i,
  /\bmend(?:s|ed|ing)?\b/i,
  /\b(?:the|a|of) house\b/i,
  /\bby (?:itself|themselves)\b/i,
  /\bof (?:its|their|our|his) own\b/i,
  /\bfor ever\b/i,
  /\bonce more\b/i,
  /\bgo(?:es)? away\b/i,
  /\bheld (?:to|against)\b/i,
  /\bset of rights\b/i,
  /\bsign of life\b/i,
  /\bput aside\b/i,
  // A role is a noun phrase.
  /^(?:what|how|who|whose|whether|that|where|when|which|why)\b/i,
];

const SOURCES = globSync('{main,renderer}/**/*.{ts,tsx}', { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .toSorted();

/** Text of the comment at the start of a file, or null. */
function headerOf(source: string): string | null {
  const block = /^\s*\/\*\*?([\s\S]*?)\*\//.exec(source)?.[1];
  if (block !== undefined) return block.replaceAll(/\n\s*\* ?/g, '\n').trim();
  const lines = /^(?:\/\/.*\n)+/.exec(source)?.[0];
  return lines === undefined ? null : lines.replaceAll(/^\/\/ ?/gm, '').trim();
}

/** First sentence of a header. */
const roleOf = (header: string): string => /^[\s\S]*?[.!?](?=\s|$)/.exec(header)?.[0].replaceAll(/\s+/g, ' ') ?? header;

const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

function faultsOf(source: string): readonly string[] {
  const header = headerOf(source);
  if (header === null) return source.split('\n').length > MAX_LINES_WITHOUT + 1 ? ['no header'] : [];
  const role = roleOf(header);
  const words = wordsOf(role);
  return [
    ...(words > MAX_WORDS ? [`${words} words: ${role}`] : []),
    ...DENIED.flatMap((pattern) => pattern.exec(role)?.[0] ?? []).map((found) => `"${found}": ${role}`),
  ];
}

describe('the headers of the source files', () => {
  it('state the role in at most 15 words of standard English', () => {
    expect(SOURCES.length).toBeGreaterThan(1_000);
    const faults = SOURCES.flatMap((file) =>
      faultsOf(readFileSync(join(ROOT, file), 'utf8')).map((fault) => `${file}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('are checked for length, words and presence', () => {
    const long = `import x from 'x';\n${'x();\n'.repeat(MAX_LINES_WITHOUT)}`;
    expect(faultsOf(long)).toEqual(['no header']);
    expect(faultsOf("import x from 'x';\nx();\n")).toEqual([]);
    expect(faultsOf(`/** Desk selection. */\n${long}`)).toEqual([]);
    expect(faultsOf(`/**\n * Desk selection.\n *\n * ${'why '.repeat(30)}\n */\n`)).toEqual([]);
    expect(faultsOf(`/** ${'word '.repeat(MAX_WORDS + 1)} */`)).toHaveLength(1);
    expect(faultsOf('/** Queue for whoever comes. */')).toHaveLength(1);
    expect(faultsOf('// What a queue is.\n')).toHaveLength(1);
  });
});
