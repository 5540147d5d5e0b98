/**
 * Two kills at the changes of files of kiosk and server: `npm run prove -- crash-points`. Each change of a life is one point, met in the
 * middle (of a write; else before it) and behind; the second kill comes at another change of the start that follows.
 *
 * `PROVE_STEP` takes each n-th point alone, `PROVE_FROM` begins there.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Kill, killerIn, type Outcome, playLives, type Scene, usedFolder } from './crash-points.ts';

const STEP = Number(process.env.PROVE_STEP ?? 1);
const FROM = Number(process.env.PROVE_FROM ?? 1);
/** Of two cores. */
const AT_ONCE = 2;
/** Shares no divisor with most counts, so that second kills come at all changes of a start. */
const STRIDE = 17;
const LIMIT_MS = 4 * 3_600_000;

let folder: string;
let used: string;
let killer: string | null;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-points-'));
  killer = killerIn(folder);
  used = await usedFolder(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const say = (text: string): void => void process.stderr.write(`${text}\n`);

it.each<Scene>(['whole', 'kiosk', 'first start'])(
  '%s: no number twice, no holder forgotten',
  async (scene) => {
    if (killer === null) throw new Error('This proof needs a C compiler (apt install gcc) on Linux.');
    const library = killer;
    const template = scene === 'whole' ? used : undefined;
    const whole = await playLives(library, scene, [{ at: 0, how: 'after' }], template);
    const [points = 0] = whole.changes;
    const todo: (readonly Kill[])[] = [];
    for (let at = FROM; at <= points; at += STEP)
      for (const how of ['half', 'after'] as const)
        todo.push([
          { at, how },
          { at: 1 + ((at * STRIDE + (how === 'half' ? 0 : 5)) % points), how: at % 2 === 0 ? 'half' : 'after' },
        ]);
    const outcomes: Outcome[] = [];
    const work = async (): Promise<void> => {
      for (let kills = todo.shift(); kills !== undefined; kills = todo.shift()) {
        const name = `${scene}, ${kills.map(({ at, how }) => `${how} ${at}`).join(', ')}`;
        const outcome = await playLives(library, scene, kills, template).catch((error: unknown): Outcome => {
          return { faults: [`${name}: ${String(error)}`], changes: [], kills: 0, papers: 0 };
        });
        for (const fault of outcome.faults) say(fault);
        outcomes.push(outcome);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((all, each) => all + of(each), 0);
    say(
      `${scene}: ${points} changes of files in a life; ${outcomes.length} cases, ${sum(({ kills }) => kills)} kills, ` +
        `${sum(({ papers }) => papers)} papers, ${sum(({ faults }) => faults.length)} faults`,
    );
    expect(outcomes.flatMap(({ faults }) => faults)).toEqual([]);
    expect(sum(({ kills }) => kills)).toBeGreaterThan(outcomes.length);
  },
  LIMIT_MS,
);
