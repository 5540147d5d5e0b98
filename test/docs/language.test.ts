/** Language of the documents and English texts: terms of the glossary, short sentences, British spelling. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const MAX_WORDS = 30;

/** Private words, each with the term to use. */
const DENIED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:whoever|whomever)\b/i, 'name the actor: user, caller, visitor'],
  [/\banew\b/i, 'again, re-'],
  [/\bfrom afar\b/i, 'remote, remotely'],
  [/\b(?:is|are|was|were) told\b/i, 'receives, is notified, is logged'],
  [/\bstands? (?:in|at|on|beside|behind|under)\b/i, 'is in, is stored in'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix, repair'],
  [/\b(?:the|a|of) house\b/i, 'organisation, location'],
  [/\bby itself\b/i, 'automatically, alone'],
  [/\bfor ever\b/i, 'indefinitely'],
  [/\blaid beside\b/i, 'compared with'],
  [/\bgo(?:es)? away\b/i, 'is unavailable, disconnects, is deleted'],
  [/\bheld to\b/i, 'must follow'],
  [/\bset of rights\b/i, 'permission set'],
  [/\bsign of life\b/i, 'heartbeat'],
  [/\bput aside\b/i, 'pause'],
  [/\bnever tried\b/i, 'not verified'],
];

const AMERICAN =
  /\b(?:\w*(?:organiz|recogniz|(?!Authorization\b)authoriz|serializ|synchroniz|initializ|minimiz|optimiz|normaliz)\w*|colors?|behaviors?|canceled|canceling|labeled|traveled|favorites?|gray|catalogs?)\b/i;

/** Pages that list forbidden words. */
const NOT_CHECKED: ReadonlySet<string> = new Set([
  'docs/contributing/style-guide.md',
  'docs/contributing/terminology.md',
]);

/** Names of tests in the generated evidence of `docs/compliance/owasp-asvs.md`. */
const TEST_NAME = /“[^”]*”/g;

/** Files of `assets/locales/en` that do not follow the rules yet. */
const LOCALES_TO_REWRITE: ReadonlySet<string> = new Set(['admin.json', 'editor.json', 'guide.json', 'report.json']);

const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CODE_OF_CONDUCT.md',
  ...globSync('docs/**/*.md', { cwd: ROOT }),
]
  .map((page) => page.replaceAll('\\', '/'))
  .filter((page) => !NOT_CHECKED.has(page));

/** The text that people read: without code, addresses and names of tests. */
function proseOf(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8')
    .replaceAll(/<!-- generated: ([\w.-]+) -->[\s\S]*?<!-- end of generated part -->/g, (part, name: string) =>
      name.startsWith('evidence.') ? part.replaceAll(TEST_NAME, 'test') : part,
    )
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/`[^`\n]*`/g, 'code')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/https?:\S+/g, 'address');
}

/** Paragraphs and items of lists; a cell of a table is no sentence. */
function sentencesOf(prose: string): readonly string[] {
  return prose
    .split(/\n{2,}|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=#)|\n(?=\|)/)
    .filter((block) => !/^\s*(?:\||#)/.test(block))
    .flatMap((block) => block.replaceAll(/\s+/g, ' ').split(/(?<=[.!?:;])\s+/));
}

const wordsOf = (sentence: string): number => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;

function faultsOf(text: string): readonly string[] {
  const private_ = DENIED.flatMap(([pattern, better]) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`"${found}": ${better}`];
  });
  const american = AMERICAN.exec(text)?.[0];
  return american === undefined ? private_ : [...private_, `"${american}": British spelling`];
}

function faultsOfPage(page: string): readonly string[] {
  const prose = proseOf(page);
  const long = sentencesOf(prose)
    .filter((sentence) => wordsOf(sentence) > MAX_WORDS)
    .map((sentence) => `${wordsOf(sentence)} words: ${sentence}`);
  return [...prose.split('\n').flatMap(faultsOf), ...long];
}

describe('the page', () => {
  it.each(PAGES)('%s has the terms of the glossary', (page) => {
    expect(faultsOfPage(page)).toEqual([]);
  });
});

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('the English texts of', () => {
  const folder = join(ROOT, 'assets/locales/en');
  const faultsIn = (file: string): readonly string[] =>
    textsIn(JSON.parse(readFileSync(join(folder, file), 'utf8'))).flatMap(faultsOf);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

  it.each(files.filter((file) => !LOCALES_TO_REWRITE.has(file)))('%s have the terms of the glossary', (file) => {
    expect(faultsIn(file)).toEqual([]);
  });

  it.each([...LOCALES_TO_REWRITE])('%s are excluded only while they have faults', (file) => {
    expect(faultsIn(file)).not.toEqual([]);
  });
});

it('finds what it looks for', () => {
  expect(faultsOf('Whoever starts it anew is told.')).toHaveLength(3);
  expect(faultsOf('The behavior of the kiosk')).toHaveLength(1);
  expect(sentencesOf('One. Two:\n\n- three\n- four\n\n| a | b |')).toEqual(['One.', 'Two:', '- three', '- four']);
});
