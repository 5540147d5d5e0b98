/** Cards on a reader of the real PC/SC service: pcscd with the virtual reader of vsmartcard. Needs `apt-get install pcscd vsmartcard-vpcd`, and root. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { afterAll, expect, it, vi } from 'vitest';
import { createReader } from '../../../main/kiosk/readers/create-reader.ts';
import { systemClock } from '../../../main/lib/context.ts';
import { recordingLog } from './recording-log.ts';
import { layCard, type VirtualCard } from './virtual-card.ts';

const CHIP = '3B8880010000000033818100BA';
const REFUSED = '6A82';
const GET_UID = 'FFCA000000';

let service: ChildProcess | null = null;

async function startService(): Promise<void> {
  if (spawnSync('pcscd', ['--version']).error !== undefined)
    throw new Error('type: apt-get install pcscd vsmartcard-vpcd');
  mkdirSync('/run/pcscd', { recursive: true });
  service = spawn('pcscd', ['--foreground'], { stdio: 'ignore' });
  await once(service, 'spawn');
}

async function stopService(): Promise<void> {
  if (service === null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
  service = null;
}

afterAll(stopService);

const until = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 60_000, interval: 20 });

async function lay(uid: string, payment = false): Promise<VirtualCard> {
  const answer = (command: string): string => {
    if (command === GET_UID) return `${uid}9000`;
    return payment && command.startsWith('00A40400') ? '6F009000' : REFUSED;
  };
  let card: VirtualCard | null = null;
  await until(async () => {
    card = await layCard(CHIP, answer);
  });
  if (card === null) throw new Error('no reader takes the card');
  return card;
}

it('reads cards, refuses payment cards, and continues after a restart of the service', async () => {
  const log = recordingLog();
  const made = createReader('pcsc:Virtual PCD 00 00?number=decimal&from=hex', { clock: systemClock, log });
  if (!made.ok) throw new Error(made.error);
  const cards: string[] = [];
  made.value.onRead((read) => cards.push(read.value.reveal()));
  try {
    await until(() => expect(made.value.status()).toMatchObject({ detail: expect.stringContaining('does not run') }));
    for (const [round, uid] of [
      [1, '04A23B7A'],
      [2, '04A23B7B'],
    ] as const) {
      await startService();
      await until(() => expect(made.value.status().kind).toBe('ready'));
      const first = await lay(uid);
      await until(() => expect(cards).toHaveLength(round));
      first.takeAway();
      const payment = await lay('04FFFFFF', true);
      await until(() => expect(log.lines.filter((line) => line.includes('payment-card'))).toHaveLength(round));
      payment.takeAway();
      await stopService();
      await until(() => expect(made.value.status().kind).toBe('absent'));
    }
    expect(cards).toEqual(['77740922', '77740923']);
  } finally {
    await made.value.close();
  }
});
