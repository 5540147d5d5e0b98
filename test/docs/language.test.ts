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

/** Private words of former texts; documents may use them in other senses. */
const DENIED_IN_TEXTS: readonly (readonly [RegExp, string])[] = [
  ...DENIED,
  [/(?<!moving )\bhouses?\b/i, 'organisation, location'],
  [/\b(?:from |is |are )elsewhere\b/i, 'another page, desk or computer'],
  [/\b(?:somebody|whoever|whom)\b/i, 'visitor, user, staff'],
  [/\bby themselves\b/i, 'automatically'],
  [/\bonce more\b/i, 'again'],
  [/\b(?:send|sends|sent|hand|hands|handed) (?:(?:visitors|you|them|it) )?on\b/i, 'transfer'],
  [/\bgo(?:es)? on with\b/i, 'resume, continue'],
  [/\bgives? (?:tickets?|numbers?)\b/i, 'issue'],
  [/\bmake (?:one|a new)\b/i, 'create, generate'],
  [/\bone a line\b/i, 'one per line'],
  [/\bis to be\b|\bare to be\b/i, 'must be'],
  [/\bof (?:one's|their|its|your) own\b/i, 'its own, custom'],
  [/\b(?:does|did) not (?:answer|say)\b/i, 'does not respond, confirm or report'],
  [/\btoo many tries\b|\btries again by\b/i, 'attempts; try again automatically'],
  [/\bin short\b/i, 'basics'],
  [/\beverything is saved\b/i, 'no changes'],
  [/\bover the day\b/i, 'day average'],
  [/\bpage shows it\b/i, 'kiosk page not open'],
  [/\bnothing (?:is|was) heard\b/i, 'no signal'],
  [/\bwhat (?:became of|about)\b/i, 'result, options'],
  [/\bfrom a table\b/i, 'import CSV'],
  [/\bthat name none\b|\brows without one\b/i, 'default location'],
  [/\b\d+ (?:in|of) (?:10|20) at most\b/i, '90 % under'],
  [/\ballowed are\b/i, 'limit'],
  [/\bif it helps\b|\bcan wait\b/i, 'optional'],
  [/\b(?:ticket|number) without paper\b|^without paper$/i, 'no printed ticket'],
  [/\bcame at\b|\bdid not wait\b/i, 'arrived, no wait'],
  [/\bbreak or close\b/i, 'pause desk'],
  [/\bforget it\b|\blearn the button\b/i, 'assign, remove'],
  [/\b(?:called before|earlier calls)\b/i, 'recent calls'],
  [/\beasy words\b/i, 'easy read'],
  [/^lower$/i, 'move down'],
  [/\bloudness\b/i, 'volume'],
  [/\bremarks\b/i, 'notes'],
  [/\bsigns\b(?! (?:in|out|the|this))/i, 'characters'],
  [
    /\b(?:get|getting|give out|give you|take|taking) (?:a |my |your |the |their )?(?:new |first )?numbers?\b/i,
    'ticket',
  ],
  [/\b(?:position|place|back) in (?:the )?line\b/i, 'queue'],
  [/\bI have (?:it|seen it)\b/i, 'done, acknowledge'],
];

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

function faultsOf(text: string, denied = DENIED): readonly string[] {
  const private_ = denied.flatMap(([pattern, better]) => {
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
  return [...prose.split('\n').flatMap((line) => faultsOf(line)), ...long];
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
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));

  it.each(files)('%s have the terms of the glossary', (file) => {
    const texts = textsIn(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    expect(texts.flatMap((text) => faultsOf(text, DENIED_IN_TEXTS))).toEqual([]);
  });
});

it('finds what it looks for', () => {
  expect(faultsOf('Whoever starts it anew is told.')).toHaveLength(3);
  expect(faultsOf('The behavior of the kiosk')).toHaveLength(1);
  expect(faultsOf('A001 was sent on once more.', DENIED_IN_TEXTS)).toHaveLength(2);
  expect(faultsOf('Take a new number from the machine, and look at the earlier calls', DENIED_IN_TEXTS)).toHaveLength(
    2,
  );
  expect(faultsOf('A user signs in and takes the ticket number A001', DENIED_IN_TEXTS)).toEqual([]);
  expect(sentencesOf('One. Two:\n\n- three\n- four\n\n| a | b |')).toEqual(['One.', 'Two:', '- three', '- four']);
});
