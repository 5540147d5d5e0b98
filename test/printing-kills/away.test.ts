/**
 * The built program as a kiosk at another one: the line to the server falls, and kiosk and server are killed in the middle of it, while
 * visitors touch services without a pause. Whoever read a number is in the queue once, and no number comes twice. Needs `npm run build`.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dice } from '../../demo/random.ts';
import { openServerLine } from '../helpers/server-line.ts';
import { decodeBytes } from '../helpers/virtual-printer.ts';
import { ready, startProgram, until, waitingAt, zoneFarFromMidnight } from './programs.ts';
import { type Shown, visitorsAt } from './visitors.ts';

/** Numbers of kiosks begin behind it. */
const OWN = 9_000;

interface Program {
  address(): string;
  kill(): Promise<void>;
}

async function start(flags: readonly string[]): Promise<Program> {
  const program = startProgram(...flags);
  onTestFinished(() => void program.child.kill('SIGKILL'));
  const address = await ready(program);
  return {
    address: () => address,
    async kill() {
      program.child.kill('SIGKILL');
      await program.ended;
    },
  };
}

const SITE = {
  settings: { default_lang: 'en', languages: ['en'] },
  locations: [{ id: 'hall', name: 'Hall', timezone: zoneFarFromMidnight(), languages: ['en'] }],
  services: [{ id: 'papers', name: 'Papers', tag: 'A', location: 'hall', offline_numbers: 200 }],
  devices: [{ id: 'kiosk', name: 'Kiosk', type: 1, location: 'hall' }],
};

const waiting = async (server: Program): Promise<readonly number[]> =>
  (await waitingAt(server.address(), 'papers', 'A')).map(({ number }) => Number(number.slice(1)));

const doubled = (numbers: readonly number[]): readonly number[] =>
  numbers.filter((number, place) => numbers.indexOf(number) !== place);

it('leaves nobody out of the queue, nobody in it twice, and no number with two people', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'away-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const paper = join(folder, 'paper.bin');
  await writeFile(join(folder, 'site.json'), JSON.stringify(SITE));
  await writeFile(paper, '');
  const startServer = (): Promise<Program> =>
    start(['--data', join(folder, 'server'), '--site', join(folder, 'site.json')]);
  let server = await startServer();
  const line = await openServerLine(server.address());
  onTestFinished(() => line.close());
  const startKiosk = (): Promise<Program> =>
    start([
      ...['--server', line.address, '--device', 'kiosk', '--data', join(folder, 'kiosk')],
      ...['--printer', `file://${paper}`],
    ]);
  const visitors = visitorsAt({ deviceId: 'kiosk', serviceId: 'papers', throws: dice(7, 1), takeMs: 150 });
  const ended = (): readonly Shown[] => visitors.shown.filter(({ screen }) => screen !== 'printing');
  const more = async (what: 'of the server' | 'of the kiosk', count: number): Promise<void> => {
    const before = ended().length;
    const isSuch = ({ number }: Shown): boolean => Number(number.slice(1)) > OWN === (what === 'of the kiosk');
    await until(`numbers ${what}`, () => ended().slice(before).filter(isSuch).length >= count);
  };

  let kiosk = await startKiosk();
  await visitors.come(kiosk.address());
  await more('of the server', 2);
  await until('numbers that were lent', async () =>
    (await readFile(join(folder, 'kiosk/print-journal/kiosk/offline.jsonl'), 'utf8').catch(() => '')).includes(
      'papers',
    ),
  );
  line.set('refused');
  await more('of the kiosk', 2);
  // A second program over the same folder would give the same numbers: it gives none.
  const second = await startKiosk();
  const others = visitorsAt({ deviceId: 'kiosk', serviceId: 'papers', throws: dice(7, 2), takeMs: 0 });
  await others.come(second.address());
  await until('a kiosk out of service', () => others.screen() === 'out-of-service');
  expect(others.shown).toEqual([]);
  await second.kill();
  await kiosk.kill();
  kiosk = await startKiosk();
  await visitors.come(kiosk.address());
  await more('of the kiosk', 2);
  await server.kill();
  server = await startServer();
  line.leadTo(server.address());
  // What it hands over arrives, and the kiosk never hears of it before it is killed.
  line.set('lost-answer', '/offline-tickets');
  await until('tickets that were handed over', async () => (await waiting(server)).some((number) => number > OWN));
  await kiosk.kill();
  line.set('open');
  kiosk = await startKiosk();
  visitors.stopWhenServed();
  await visitors.come(kiosk.address());
  await more('of the server', 1);
  const held = [...new Set(ended().map(({ number }) => Number(number.slice(1))))];
  await until('a queue that has everybody', async () => {
    const now = await waiting(server);
    return held.every((number) => now.includes(number));
  });

  const queue = await waiting(server);
  expect(doubled(queue)).toEqual([]);
  expect(doubled(ended().map(({ number }) => Number(number.slice(1))))).toEqual([]);
  const text = decodeBytes(await readFile(paper)).map((each) => each.text);
  const printed = [...text.join('\n').matchAll(/^\s*A(\d{3,5})\s*$/gm)].map(([, number]) => Number(number));
  expect(printed.length).toBeGreaterThan(0);
  expect(doubled(printed)).toEqual([]);
  // Whoever waits was shown the number, or the paper of it may lie there.
  const known = new Set([...printed, ...visitors.shown.map(({ number }) => Number(number.slice(1)))]);
  expect(queue.filter((number) => !known.has(number))).toEqual([]);
}, 180_000);
