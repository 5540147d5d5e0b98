/**
 * Two kills at the changes of files of kiosk and server, and at the messages to PostgreSQL: `npm run prove -- crash-points`. Each change
 * of a life is one point, met in the middle (of a write) and behind; the second kill comes at another change of the start that follows.
 *
 * `PROVE_CASES` takes so many cases of each scene, from `PROVE_FROM` on and evenly spread; `PROVE_ROWS` is a regular expression of scenes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ground, groundIn, type Kill, killerIn, type Outcome, playLives, type Scene } from './crash-points.ts';

const CASES = Number(process.env.PROVE_CASES ?? Number.POSITIVE_INFINITY);
const FROM = Number(process.env.PROVE_FROM ?? 1);
const ONLY = new RegExp(process.env.PROVE_ROWS ?? '');
/** Of two cores. */
const AT_ONCE = 2;
/** Shares no divisor with most counts, so that second kills come at all changes of a start. */
const STRIDE = 17;
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
  await ground?.cluster.close();
  await rm(folder, { recursive: true, force: true });
});

const say = (text: string): void => void process.stderr.write(`${text}\n`);

it.each(SCENES.filter((scene) => ONLY.test(scene)))(
  '%s: no number twice, no holder forgotten',
  async (scene) => {
    if (killer === null) throw new Error('This proof needs a C compiler (apt install gcc) on Linux.');
    const library = killer;
    const whole = await playLives(library, scene, [{ at: 0, how: 'after' }], ground);
    const kinds = whole.changes[0] ?? '';
    const points = kinds.length;
    const all = [...kinds].flatMap((kind, index): readonly (readonly Kill[])[] => {
      const at = index + 1;
      // Before a change that cannot be halved is behind the one before it.
      return (kind === 'w' ? (['half', 'after'] as const) : (['after'] as const)).map((how) => [
        { at, how },
        { at: 1 + ((at * STRIDE + (how === 'half' ? 0 : 5)) % points), how: at % 2 === 0 ? 'half' : 'after' },
      ]);
    });
    const step = Math.max(1, Math.ceil((all.length - FROM + 1) / CASES));
    const todo = all.filter((_, index) => index + 1 >= FROM && (index + 1 - FROM) % step === 0);
    const outcomes: Outcome[] = [];
    const work = async (): Promise<void> => {
      for (let kills = todo.shift(); kills !== undefined; kills = todo.shift()) {
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
    say('| scene | points | cases | kills | papers | lost | doubled | faults |');
    say(
      `| ${scene} | ${points} | ${outcomes.length} of ${all.length} | ${sum(({ kills }) => kills)} | ` +
        `${sum(({ papers }) => papers)} | ${lost} | ${doubled} | ${faults.length} |`,
    );
    expect(faults).toEqual([]);
    expect(sum(({ kills }) => kills)).toBeGreaterThan(outcomes.length);
  },
  LIMIT_MS,
);
