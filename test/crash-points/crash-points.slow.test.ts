/**
 * Two kills at the changes of files of kiosk and server, and at the messages to PostgreSQL: `npm run test:slow -- crash-points`. Each change
 * of a life is one point, met in the middle (of a write to a file) and behind; the second kill comes at another change of the start that follows.
 *
 * Points of one kind (call and file, or message; middle or behind) are a group. The first cases meet each group once, the next ones each
 * group again. `PROVE_CASES` is how many cases of each scene are played: a number, `each` (each group once), or all without it.
 * `PROVE_FROM` is the first of them; `PROVE_ROWS` is a regular expression of scenes; `PROVE_KEEP` a folder for the files of cases with a
 * fault.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Change,
  type Ground,
  groundIn,
  type Kill,
  killerIn,
  type Outcome,
  playLives,
  type Scene,
} from './crash-points.ts';

const CASES = process.env.PROVE_CASES ?? 'all';
const FROM = Number(process.env.PROVE_FROM ?? 1);
const ONLY = new RegExp(process.env.PROVE_ROWS ?? '');
/** Of two cores. */
const AT_ONCE = 2;
const SAY_EVERY = 10;
const LIMIT_MS = 4 * 3_600_000;
const SCENES: readonly Scene[] = ['whole', 'kiosk', 'postgres', 'first start', 'postgres, first start'];
/** Of the words of a fault. */
const DOUBLED = /doubled|two visitors|twice/;
const LOST = /not in the queue|missing|nobody holds|neither waiting|from its holder|in the journal alone|not on paper/;

let folder: string;
let ground: Ground;
let killer: string | null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-points-'));
  killer = killerIn(folder);
  ground = await groundIn(folder);
});
afterAll(async () => {
  await ground?.close();
  await rm(folder, { recursive: true, force: true });
});

const NO_KILL: Kill = { at: 0, how: 'after' };

interface Point {
  readonly kill: Kill;
  readonly group: string;
}

/** Every point of a life: the first of each group, then the second of each, and so on; within a group those far apart come first. */
function evenly(changes: readonly Change[]): readonly Point[] {
  const points = changes.flatMap(({ isHalved, what }, index): readonly Point[] =>
    // Before a change that cannot be halved is behind the one before it.
    (isHalved ? (['half', 'after'] as const) : (['after'] as const)).map((how) => {
      return { kill: { at: index + 1, how }, group: `${what}, ${how}` };
    }),
  );
  return [...Map.groupBy(points, ({ group }) => group).values()]
    .flatMap((group) => group.map((point, index) => ({ point, turn: halving(index, group.length) })))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ point }) => point);
}

/** Whose turn it is within a group of that size: bits of the index turned round, so that each half is met before each quarter. */
function halving(index: number, size: number): number {
  const bits = Math.ceil(Math.log2(Math.max(2, size)));
  return Array.from({ length: bits }, (_, bit) => ((index >> bit) & 1) << (bits - 1 - bit)).reduce((a, b) => a | b, 0);
}

const say = (text: string): void => void process.stderr.write(`${text}\n`);

it.each(SCENES.filter((scene) => ONLY.test(scene)))(
  '%s: no number twice, no holder forgotten',
  async (scene) => {
    if (killer === null) throw new Error('This test needs a C compiler (apt install gcc) on Linux.');
    const library = killer;
    const [first = [], second = []] = (await playLives(library, scene, [NO_KILL], ground)).changes;
    const [points, later] = [evenly(first), evenly(second)];
    const groups = new Set(points.map(({ group }) => group)).size;
    const all = points.map((point, index) => [point, ...later.slice(index % later.length).slice(0, 1)]);
    const count = CASES === 'all' ? all.length : CASES === 'each' ? groups : Number(CASES);
    const todo = all.slice(FROM - 1, FROM - 1 + count);
    const met = new Set(points.slice(FROM - 1, FROM - 1 + count).map(({ group }) => group)).size;
    const outcomes: Outcome[] = [];
    const work = async (): Promise<void> => {
      for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
        const kills = next.map(({ kill }) => kill);
        const name = `${scene}, ${kills.map(({ at, how }) => `${how} ${at}`).join(', ')}`;
        const outcome = await playLives(library, scene, kills, ground).catch((error: unknown): Outcome => {
          return { faults: [`${name}: ${String(error)}`], changes: [], kills: 0, papers: 0 };
        });
        for (const fault of outcome.faults) say(fault);
        outcomes.push(outcome);
        if (outcomes.length % SAY_EVERY === 0)
          say(`${scene}: ${outcomes.length} of ${outcomes.length + todo.length} cases`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((total, each) => total + of(each), 0);
    const faults = outcomes.flatMap((outcome) => outcome.faults);
    const [lost, doubled] = [LOST, DOUBLED].map((words) => faults.filter((fault) => words.test(fault)).length);
    say('| scene | points | groups | cases | kills | papers | lost | doubled | faults |');
    say(
      `| ${scene} | ${first.length} | ${met} of ${groups} | ${outcomes.length} of ${all.length} | ${sum(({ kills }) => kills)} | ` +
        `${sum(({ papers }) => papers)} | ${lost} | ${doubled} | ${faults.length} |`,
    );
    expect(faults).toEqual([]);
    expect(sum(({ kills }) => kills)).toBeGreaterThan(outcomes.length);
  },
  LIMIT_MS,
);
