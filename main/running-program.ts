/** Whether this program runs already: over the same data, or at the same port. */
import { readFileSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PROGRAM_HEADER } from './browser/pages.ts';
import { fromHere } from './display-url.ts';
import { KIOSK_ADDRESS_FILE } from './kiosk-address.ts';
import { announcedAddress, type DataFolderLock, lockDataFolder } from './store/sqlite/data-folder-lock.ts';

const ANSWER_DEADLINE_MS = 2_000;
const LOOK_AGAIN_MS = 100;
/** A program that starts at this moment tells its address within this time. */
const ADDRESS_DEADLINE_MS = 30_000;

/**
 * True when a Take a Number answers there. Whose certificate it has is not asked: its name is hardly that of this
 * machine's own address, and nothing is sent that somebody else could use.
 */
function isTakeANumber(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const get = address.startsWith('https:') ? getSecure : getPlain;
    const request = get(
      `${address}/kiosk/`,
      { agent: false, rejectUnauthorized: false, signal: AbortSignal.timeout(ANSWER_DEADLINE_MS) },
      (answer) => {
        resolve(answer.headers[PROGRAM_HEADER] !== undefined);
        answer.on('error', () => {});
        answer.destroy();
      },
    );
    request.on('error', () => resolve(false));
  });
}

/** Where a Take a Number answers at this port of ours, with a certificate or without one; null if none does. */
export async function programAt(host: string, port: number): Promise<string | null> {
  const bare = host.replace(/^\[|\]$/g, '');
  const place = `//${bare.includes(':') ? `[${bare}]` : bare}:${port}`;
  for (const protocol of ['http:', 'https:']) {
    const address = fromHere(protocol + place);
    if (await isTakeANumber(address)) return address;
  }
  return null;
}

/** The page of this machine's kiosk, as the program on this data has written it down; without that its plain address. */
export function kioskPageAt(address: string, dataDir: string): string {
  const plain = `${address}/kiosk/`;
  try {
    const written = readFileSync(join(dataDir, KIOSK_ADDRESS_FILE), 'utf8').trim();
    // It may go by another name there, that of its certificate.
    const { protocol, port, pathname, hash } = new URL(written);
    const ours = new URL(plain);
    const isIts = protocol === ours.protocol && port === ours.port && pathname === ours.pathname && hash !== '';
    return isIts ? written : plain;
  } catch {
    return plain;
  }
}

/** The folder is this program's, or another's: where that one answers, null if it does not say in time. */
export type Claim =
  | { readonly kind: 'ours'; readonly lock: DataFolderLock }
  | { readonly kind: 'taken'; readonly address: string | null };

/**
 * Claims the data folder. While another program has it, waits until that one tells its address, or gives the folder up:
 * two that start at the same moment become one that runs and one that knows where.
 */
export async function claimDataFolder(dataDir: string): Promise<Claim> {
  const started = performance.now();
  for (;;) {
    const lock = lockDataFolder(dataDir);
    if (lock !== null) return { kind: 'ours', lock };
    const address = announcedAddress(dataDir);
    if (address !== null && (await isTakeANumber(address))) return { kind: 'taken', address };
    if (performance.now() - started > ADDRESS_DEADLINE_MS) return { kind: 'taken', address: null };
    await pause(LOOK_AGAIN_MS);
  }
}
