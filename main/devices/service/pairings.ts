/**
 * Screens that wait for pairing.
 *
 * Anyone can start a pairing, so lifetime, total number and number per address are limited. A screen is identified by
 * the hash of the secret that it generated; the visible code alone is useless. Servers of one database inform each other.
 */
import { createHash } from 'node:crypto';
import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import type { Clock } from '../../lib/context.ts';
import { addressGroup } from '../../lib/network.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { essenceOf } from '../../lib/typed-code.ts';
import { shortCode } from '../../rest/short-code.ts';
import type { Store } from '../../store/contract/store.ts';
import { PAIRING_CODE_MS } from '../contract/pairing-endpoints.ts';
import type { PairedPage } from '../contract/rest/pairing.ts';

const CODE_LENGTH = 8;
/** More than the screens that any organisation sets up within ten minutes. */
const MAX_OPEN = 1_000;
/** Room for many screens behind one address; IPv6 counts by its /64. */
const MAX_OF_ADDRESS = 30;

export interface PairingClaim {
  readonly deviceId: string;
  /** The administrator who selected the device. */
  readonly by: AuditActor;
}

/** What a screen can become; empty: any device with a page. */
export interface PairingTarget {
  readonly page?: PairedPage;
  readonly deviceId?: string;
}

export interface PendingPairing {
  readonly code: string;
  /** Epoch milliseconds. */
  readonly until: number;
  /** Address of the screen's requests. */
  readonly address: string;
  readonly hash: string;
  readonly wanted: PairingTarget;
  /** Null until an administrator has selected a device. */
  readonly claim: PairingClaim | null;
}

export interface Pairings {
  /** The present code of a screen, or a new one. The error is the number of seconds until a retry. */
  begin(secret: string, address: string, wanted?: PairingTarget): Result<PendingPairing, number>;
  /** The screen with this secret; null when it has expired or was ended. */
  of(secret: string): PendingPairing | null;
  /** The screen with this code, in any notation. */
  showing(code: string): PendingPairing | null;
  /** Ends the code, because the screen has its key or has gone. */
  end(pairing: PendingPairing): void;
  /**
   * Selects the device for the screen with this code; null without such a screen. The last selection wins until the
   * screen reads it.
   */
  claim(code: string, claim: PairingClaim): PendingPairing | null;
  close(): void;
}

/** @param bulletin shares pairings between servers of one database; null with a single server */
export function createPairings(clock: Clock, bulletin: Store['peers']['bulletin']): Pairings {
  /** In order of expiry. */
  const open = new Map<string, PendingPairing>();
  const codes = new Map<string, string>();
  /** Open codes of each address, oldest first. */
  const groups = new Map<string, Set<string>>();
  const timers = new Set<() => void>();

  function forget({ code, hash, address }: PendingPairing): void {
    open.delete(code);
    const group = addressGroup(address);
    const others = groups.get(group);
    others?.delete(code);
    if (others?.size === 0) groups.delete(group);
    if (codes.get(hash) === code) codes.delete(hash);
  }

  function forgetOld(): void {
    const now = clock.now();
    for (const each of open.values()) {
      if (each.until > now) break;
      forget(each);
      bulletin?.drop('pairing', each.code);
    }
  }

  function keep(pairing: PendingPairing): void {
    open.set(pairing.code, pairing);
    codes.set(pairing.hash, pairing.code);
    const group = addressGroup(pairing.address);
    groups.set(group, (groups.get(group) ?? new Set()).add(pairing.code));
  }

  /**
   * Drops a code when the limit is reached: the oldest of the address with the most, but none that was just claimed. So
   * one address cannot block others.
   */
  function makeRoom(): void {
    if (open.size < MAX_OPEN) return;
    let most: ReadonlySet<string> = new Set();
    for (const group of groups.values()) if (group.size > most.size) most = group;
    const those = [...most].flatMap((code) => open.get(code) ?? []);
    const goes = those.find(({ claim }) => claim === null) ?? those[0];
    if (goes === undefined) return;
    forget(goes);
    bulletin?.drop('pairing', goes.code);
  }

  function find(code: string): PendingPairing | null {
    const found = open.get(code);
    return found === undefined || found.until <= clock.now() ? null : found;
  }

  const stopFollowing = bulletin?.follow('pairing', {
    accepts: ({ isOver, until, address, hash, wanted, claim }) =>
      isOver === true ||
      (typeof until === 'number' &&
        typeof address === 'string' &&
        typeof hash === 'string' &&
        typeof wanted === 'object' &&
        wanted !== null &&
        typeof claim === 'object'),
    note(_serverId, code, body) {
      const told = body as PendingPairing & { readonly isOver?: boolean };
      const known = open.get(code);
      if (told.isOver === true) {
        if (known !== undefined) forget(known);
      } else {
        if (known === undefined) makeRoom();
        keep({ ...told, code });
      }
    },
    // Kept: the screen can reach any server.
    gone() {},
  });

  return {
    begin(secret, address, wanted = {}) {
      forgetOld();
      const hash = hashOf(secret);
      const known = find(codes.get(hash) ?? '');
      if (known !== null) return ok(known);
      const ofAddress = groups.get(addressGroup(address)) ?? new Set();
      if (ofAddress.size >= MAX_OF_ADDRESS) {
        const [first = ''] = ofAddress;
        return fail(Math.max(1, Math.ceil(((open.get(first)?.until ?? 0) - clock.now()) / 1000)));
      }
      makeRoom();
      let code = shortCode(CODE_LENGTH);
      while (open.has(code)) code = shortCode(CODE_LENGTH);
      const pairing = { code, hash, address, wanted, until: clock.now() + PAIRING_CODE_MS, claim: null };
      keep(pairing);
      bulletin?.post('pairing', code, pairing);
      return ok(pairing);
    },
    of: (secret) => find(codes.get(hashOf(secret)) ?? ''),
    showing: (code) => find(essenceOf(code)),
    end(pairing) {
      forget(pairing);
      if (bulletin === null) return;
      const { code } = pairing;
      bulletin.post('pairing', code, { isOver: true });
      // Until then another server can still have it.
      const cancel = clock.after(PAIRING_CODE_MS, () => {
        bulletin.drop('pairing', code);
        timers.delete(cancel);
      });
      timers.add(cancel);
    },
    claim(written, claim) {
      const found = find(essenceOf(written));
      if (found === null) return null;
      const claimed = { ...found, claim };
      open.set(found.code, claimed);
      bulletin?.post('pairing', found.code, claimed);
      return claimed;
    },
    close() {
      stopFollowing?.();
      for (const cancel of timers) cancel();
      open.clear();
      codes.clear();
      groups.clear();
    },
  };
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
