/** Detection of another running instance, on the same data or at the same port. */
import { readFileSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { announcedAddress, type DataFolderLock, lockDataFolder } from '../database/sqlite/data-folder-lock.ts';
import { PROGRAM_HEADER } from '../kiosk/shells/web/pages.ts';
import { KIOSK_ADDRESS_FILE } from './kiosk-address.ts';
import { addressHere, fromHere, namesIn, systemResolver } from './local-url.ts';

const ANSWER_DEADLINE_MS = 2_000;
const LOOK_AGAIN_MS = 100;
/** An instance that is starting publishes its address within this time. */
const ADDRESS_DEADLINE_MS = 30_000;

interface Answer {
  /** In PEM; null without one. */
  readonly certificate: string | null;
}

/**
 * Response of another instance at this address; null without one. The certificate is not checked: its names rarely
 * include this machine's address, and the request contains nothing secret.
 */
function askAt(address: string): Promise<Answer | null> {
  return new Promise((resolve) => {
    const get = address.startsWith('https:') ? getSecure : getPlain;
    const request = get(
      `${address}/kiosk/`,
      { agent: false, rejectUnauthorized: false, signal: AbortSignal.timeout(ANSWER_DEADLINE_MS) },
      (answer) => {
        const { socket } = answer;
        const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
        resolve(answer.headers[PROGRAM_HEADER] === undefined ? null : { certificate: shown?.toString() ?? null });
        answer.on('error', () => {});
        answer.destroy();
      },
    );
    request.on('error', () => resolve(null));
  });
}

export interface ProgramThere {
  readonly address: string;
  /** Plain URL of its kiosk page, at a name of its certificate if one leads to this machine. */
  readonly kioskUrl: string;
}

/** The instance at this port, with or without TLS; null without one. */
export async function programAt(host: string, port: number): Promise<ProgramThere | null> {
  const bare = host.replace(/^\[|\]$/g, '');
  const place = `//${bare.includes(':') ? `[${bare}]` : bare}:${port}`;
  for (const protocol of ['http:', 'https:']) {
    const address = fromHere(protocol + place);
    const answer = await askAt(address);
    if (answer === null) continue;
    const { certificate } = answer;
    const here = await addressHere(protocol + place, certificate, namesIn(certificate), systemResolver());
    return { address, kioskUrl: `${here.address}/kiosk/` };
  }
  return null;
}

/** Kiosk page of this machine, as published by the program on this data; otherwise its plain address. */
export function kioskPageAt(address: string, dataDir: string): string {
  const plain = `${address}/kiosk/`;
  try {
    const written = readFileSync(join(dataDir, KIOSK_ADDRESS_FILE), 'utf8').trim();
    // The other program can use a different name, that of its certificate.
    const { protocol, port, pathname, hash } = new URL(written);
    const ours = new URL(plain);
    const isIts = protocol === ours.protocol && port === ours.port && pathname === ours.pathname && hash !== '';
    return isIts ? written : plain;
  } catch {
    return plain;
  }
}

/** Whether this program holds the folder, or the address of its holder; null if not published in time. */
export type FolderClaim =
  | { readonly kind: 'ours'; readonly lock: DataFolderLock }
  | { readonly kind: 'taken'; readonly address: string | null };

/**
 * Locks the data folder. While another program holds it, waits for its address or for the lock. Of two programs that
 * start together, one runs and the other learns its address.
 */
export async function claimDataFolder(dataDir: string): Promise<FolderClaim> {
  const started = performance.now();
  for (;;) {
    const lock = lockDataFolder(dataDir);
    if (lock !== null) return { kind: 'ours', lock };
    const address = announcedAddress(dataDir);
    if (address !== null && (await askAt(address)) !== null) return { kind: 'taken', address };
    if (performance.now() - started > ADDRESS_DEADLINE_MS) return { kind: 'taken', address: null };
    await pause(LOOK_AGAIN_MS);
  }
}
