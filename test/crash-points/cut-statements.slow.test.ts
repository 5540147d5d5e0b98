/**
 * Connections that are cut before, in the middle of and behind each message to PostgreSQL, under a server that goes on:
 * `npm run test:slow -- cut-statements`. Prints a table. `PROVE_CASES` takes so many cases, evenly spread.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cut } from '../helpers/message-relay.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { type CutOutcome, type CutServer, openCutServer } from './cut-statements.ts';

// Words such as `each`, which other slow tests take, mean all.
const CASES = Number(process.env.PROVE_CASES) || Number.POSITIVE_INFINITY;
const WAYS = ['before', 'half', 'behind'] as const satisfies readonly Cut['how'][];
const SAY_EVERY = 50;
const LIMIT_MS = 4 * 3_600_000;
const LOST = /is lost|has the state/;
const DOUBLED = /doubled|twice|nobody holds|no clerk knows/;

let server: CutServer;
beforeAll(async () => {
  server = await openCutServer((await newDatabase('new')).url);
});
afterAll(() => server?.close());

const say = (text: string): void => void process.stderr.write(`${text}\n`);

it(
  'a server whose connections are cut at each message loses and doubles nothing, and answers',
  async () => {
    // The first play prepares the statements of each connection.
    await server.play(null);
    const { messages, faults: before } = await server.play(null);
    expect(before).toEqual([]);
    const all = messages.flatMap((_, index) => WAYS.map((how): Cut => ({ at: index + 1, how })));
    const step = Math.max(1, all.length / CASES);
    const todo = Array.from({ length: Math.ceil(all.length / step) }, (_, index) => all[Math.floor(index * step)]);
    const outcomes: (CutOutcome & { readonly how: string })[] = [];
    for (const cut of todo) {
      if (cut === undefined) continue;
      const outcome = await server.play(cut);
      outcomes.push({ ...outcome, how: cut.how });
      for (const fault of outcome.faults) say(`${cut.how} message ${cut.at}, ${outcome.met}: ${fault}`);
      if (outcomes.length % SAY_EVERY === 0) say(`${outcomes.length} of ${todo.length} cases`);
    }
    const faults = outcomes.flatMap((outcome) => outcome.faults);
    const count = (words: RegExp): number => faults.filter((fault) => words.test(fault)).length;
    const cuts = outcomes.filter(({ met }) => met !== null);
    const kinds = new Set(cuts.map(({ met, how }) => `${how} ${met}`)).size;
    say('| messages | cases | cuts | kinds | told to retry | longest answer | lost | doubled | faults |');
    say(
      `| ${messages.length} | ${outcomes.length} of ${all.length} | ${cuts.length} | ${kinds} | ` +
        `${outcomes.reduce((sum, { refused }) => sum + refused, 0)} | ` +
        `${Math.max(...outcomes.map(({ longestMs }) => longestMs))} ms | ` +
        `${count(LOST)} | ${count(DOUBLED)} | ${faults.length} |`,
    );
    expect(faults).toEqual([]);
    expect(cuts.length).toBeGreaterThan(outcomes.length / 2);
    expect(await server.check()).toBe('');
  },
  LIMIT_MS,
);
